import Shortlist

/// An answer: its groups with their headings, or its hits in one list.
struct ResultRows: BrowseRows {
  private let rows: [BrowseRow]

  /// The rows of an answer; where more of a section were asked for, or of a list without sections, the
  /// hits of `longer` in their place.
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

  var count: Int { rows.count }

  func row(_ index: Int) -> BrowseRow? { rows.indices.contains(index) ? rows[index] : nil }

  func isChoosable(_ index: Int) -> Bool { row(index)?.isChoosable ?? false }

  func index(of item: Item.ID, near hint: Int) -> Int? {
    rows.firstIndex { $0.item?.id == item }
  }

  /// The number of hits that stand before the row that opens the rest of a section.
  func hits(of section: ItemSection.ID?) -> Int {
    rows.count { row in
      guard case .hit(let hit, _) = row else { return false }
      return section == nil || hit.item.section == section
    }
  }
}
