import Shortlist

/// A line of the list, or of the results that replace it.
enum ListLine {
  case section(title: String, count: Int)
  case country(id: Int64, name: String)
}

extension CountrySearch {
  /// Returns the lines to show, with each match put through `mark`.
  func lines(mark: (Substring) -> String) async throws -> [ListLine] {
    let rows = try await session.rows()
    var lines: [ListLine] = []
    for section in 0..<rows.numberOfSections {
      let count = rows.numberOfRows(in: section)
      guard count > 0 else { continue }
      lines.append(.section(title: rows.title(of: section) ?? "", count: count))
      let items = try await rows.items(in: section, from: 0, limit: count)
      for (row, item) in items.enumerated() {
        let ranges = rows.hit(at: ItemPath(section: section, row: row))?.ranges(in: .title) ?? []
        guard let id = Int64(item.id.rawValue.dropFirst(countries.table.idPrefix.count)) else {
          continue
        }
        lines.append(.country(id: id, name: item.title.marked(ranges, mark)))
      }
    }
    return lines
  }
}

extension String {
  fileprivate func marked(_ ranges: [Range<Index>], _ mark: (Substring) -> String) -> String {
    var text = ""
    var end = startIndex
    for range in ranges {
      text += self[end..<range.lowerBound] + mark(self[range])
      end = range.upperBound
    }
    return text + self[end...]
  }
}
