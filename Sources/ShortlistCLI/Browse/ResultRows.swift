import Shortlist

/// The rows of search results: groups with headings, or a flat list of hits.
struct ResultRows: BrowseRows {
  private let rows: [BrowseRow]

  /// Makes the rows of search results. The hits in `longer` replace those of expanded sections and,
  /// under `nil`, those of a flat list.
  init(_ results: SearchResults, longer: [ItemSection.ID?: SearchResults] = [:]) {
    var rows: [BrowseRow] = []
    func append(_ hits: [Hit], total: Total, of section: ItemSection.ID?) {
      for hit in hits {
        rows.append(.hit(hit, namesSection: section == nil))
        if let snippet = hit.snippet { rows.append(.snippet(snippet)) }
      }
      if let more = total.shown(besides: hits.count) {
        rows.append(.more("… \(more) more", of: section))
      }
    }
    if results.query.layout == .flat {
      let results = longer[nil] ?? results
      append(results.hits, total: results.total, of: nil)
    } else {
      for group in results.groups {
        let group = longer[group.id]?.groups.first { $0.id == group.id } ?? group
        rows.append(.heading(group.section.title, count: group.total.shown))
        append(group.hits, total: group.total, of: group.id)
      }
    }
    self.rows = rows
  }

  /// No rows.
  static let none = ResultRows(SearchResults(query: "", hits: []))

  var count: Int { rows.count }

  func row(_ index: Int) -> BrowseRow? { rows.indices.contains(index) ? rows[index] : nil }

  func isChoosable(_ index: Int) -> Bool { row(index)?.isChoosable ?? false }

  func index(of item: Item.ID, near hint: Int) -> Int? {
    rows.firstIndex { $0.item?.id == item }
  }

  /// The number of hits shown of a section, or with `nil` of a flat list.
  func hits(of section: ItemSection.ID?) -> Int {
    rows.count { row in
      guard case .hit(let hit, _) = row else { return false }
      return section == nil || hit.item.section == section
    }
  }
}
