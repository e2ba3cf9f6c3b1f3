/// What a list shows at one moment, row by row: the data source of a table.
///
/// Items of the list are read from the source when they are asked for, so that a long list opens at
/// once; if somebody has changed it since, ``item(at:)`` may find none.
public struct SearchSessionRows: Sendable {
  private struct Section {
    let title: String?
    let id: ItemSection.ID?
    let count: Int
    let hits: [Hit]
  }

  private let sections: [Section]
  private let source: any SearchSource

  /// The rows of an answer: a section for each group, or one without a title when it is flat.
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

  /// The rows of the list.
  init(listOf source: any SearchSource) async throws(ShortlistError) {
    self.source = source
    sections = try await source.sections().map { summary in
      Section(title: summary.section.title, id: summary.id, count: summary.count, hits: [])
    }
  }

  /// The number of sections.
  public var numberOfSections: Int { sections.count }

  /// The number of rows in a section, which must be there.
  public func numberOfRows(in section: Int) -> Int { sections[section].count }

  /// The title of a section, which must be there; `nil` in a flat answer.
  public func title(of section: Int) -> String? { sections[section].title }

  /// What was found in a row, which must be there; `nil` in the list, where nothing was looked for.
  public func hit(at path: ItemPath) -> Hit? {
    let section = sections[path.section]
    precondition((0..<section.count).contains(path.row), "There is no such row.")
    return section.hits.isEmpty ? nil : section.hits[path.row]
  }

  /// The item in a row, which must be there.
  ///
  /// - Returns: `nil` when the list has become shorter since.
  /// - Complexity: O(1) in results, O(row) in the list.
  public func item(at path: ItemPath) async throws(ShortlistError) -> Item? {
    try await items(in: path.section, from: path.row, limit: 1).first
  }

  /// Some items of a section, which must be there: at most `limit`, behind the first `row`.
  ///
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
