/// The rows of a list at one moment: the data source of a table.
///
/// Items of the list are read from the source on demand, so a long list opens immediately. If the
/// list has changed since, ``item(at:)`` may return `nil`.
public struct SearchSessionRows: Sendable {
  private struct Section {
    let title: String?
    let id: ItemSection.ID?
    let count: Int
    let hits: [Hit]
  }

  private let sections: [Section]
  private let source: any SearchSource

  /// Makes the rows of results: a section for each group, or one without a title for flat results.
  init(_ results: SearchResults, source: any SearchSource) {
    self.source = source
    sections =
      results.query.layout == .flat
      ? [Section(title: nil, id: nil, count: results.hits.count, hits: results.hits)]
      : results.groups.map { group in
        Section(
          title: group.section.title, id: group.id, count: group.hits.count, hits: group.hits)
      }
  }

  /// Makes the rows of the list.
  init(listOf source: any SearchSource) async throws(ShortlistError) {
    self.source = source
    sections = try await source.sections().map { summary in
      Section(title: summary.section.title, id: summary.id, count: summary.count, hits: [])
    }
  }

  /// The number of sections.
  public var numberOfSections: Int { sections.count }

  /// Returns the number of rows in a section, which must exist.
  public func numberOfRows(in section: Int) -> Int { sections[section].count }

  /// Returns the title of a section, which must exist; `nil` in flat results.
  public func title(of section: Int) -> String? { sections[section].title }

  /// Returns the hit in a row, which must exist; `nil` in the list.
  public func hit(at path: ItemPath) -> Hit? {
    let section = sections[path.section]
    precondition((0..<section.count).contains(path.row), "There is no such row.")
    return section.hits.isEmpty ? nil : section.hits[path.row]
  }

  /// Returns the item in a row, which must exist.
  ///
  /// - Returns: `nil` if the list has become shorter since.
  /// - Throws: the error of the source: for an ``ItemRepository``,
  ///   ``ShortlistError/Code/unknownSection`` if the section is gone, or a read error.
  /// - Complexity: O(1) in results, O(row) in the list.
  public func item(at path: ItemPath) async throws(ShortlistError) -> Item? {
    try await items(in: path.section, from: path.row, limit: 1).first
  }

  /// Returns at most `limit` items of a section, which must exist, starting at `row`.
  ///
  /// - Throws: the error of the source: for an ``ItemRepository``,
  ///   ``ShortlistError/Code/unknownSection`` if the section is gone, or a read error.
  /// - Complexity: O(*limit*) in results, O(*row* + *limit*) in the list.
  public func items(
    in section: Int, from row: Int, limit: Int
  ) async throws(ShortlistError) -> [Item] {
    let section = sections[section]
    if section.hits.isEmpty, let id = section.id {
      return try await source.items(in: id, from: row, limit: limit)
    }
    return section.hits.dropFirst(row).prefix(limit).map(\.item)
  }
}
