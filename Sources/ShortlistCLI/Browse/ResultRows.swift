import Shortlist

/// An answer: its groups with their headings, or its hits in one list.
struct ResultRows: BrowseRows {
  private let rows: [BrowseRow]

  init(_ results: SearchResults) {
    var rows: [BrowseRow] = []
    func append(_ hits: [Hit], total: Total, namesSection: Bool) {
      for hit in hits {
        rows.append(.hit(hit, namesSection: namesSection))
        if let snippet = hit.snippet { rows.append(.snippet(snippet)) }
      }
      if let more = total.shown(besides: hits.count) { rows.append(.more("… \(more) more")) }
    }
    if results.query.layout == .flat {
      append(results.hits, total: results.total, namesSection: true)
    } else {
      for group in results.groups {
        rows.append(.heading(group.section.title, count: group.total.shown))
        append(group.hits, total: group.total, namesSection: false)
      }
    }
    self.rows = rows
  }

  var count: Int { rows.count }

  func row(_ index: Int) -> BrowseRow? { rows.indices.contains(index) ? rows[index] : nil }

  func holdsItem(_ index: Int) -> Bool { row(index)?.item != nil }

  func index(of item: Item.ID, near hint: Int) -> Int? {
    rows.firstIndex { $0.item?.id == item }
  }
}
