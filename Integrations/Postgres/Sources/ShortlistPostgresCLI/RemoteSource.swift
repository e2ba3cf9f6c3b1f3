import Shortlist
@_spi(Programs) import ShortlistCLI
import ShortlistPostgres

/// A list on a server, as the commands of `shortlist` read it.
struct RemoteSource: RemoteList {
  private let source: PostgresSource

  /// `nil` if a database is the path of a file, not an address.
  init?(address: String) {
    guard address.hasPrefix("postgres://") || address.hasPrefix("postgresql://") else {
      return nil
    }
    source = PostgresSource(address)
  }

  func search(_ query: SearchQuery) async throws(ShortlistError) -> SearchResults {
    try await source.search(query)
  }

  func sections() async throws(ShortlistError) -> [SectionSummary] { try await source.sections() }

  func items(
    in section: ItemSection.ID, from index: Int, limit: Int
  ) async throws(ShortlistError) -> [Item] {
    try await source.items(in: section, from: index, limit: limit)
  }

  func suggestions(
    for text: String, limit: Int, in sections: [ItemSection.ID]?
  ) async throws(ShortlistError) -> [SearchSuggestion] {
    try await source.suggestions(for: text, limit: limit, in: sections)
  }

  func item(_ id: Item.ID) async throws(ShortlistError) -> Item? { try await source.item(id) }

  func items(titled title: String, limit: Int) async throws(ShortlistError) -> [Item] {
    try await source.items(titled: title, limit: limit)
  }

  func completions(
    for text: String, limit: Int, in sections: [ItemSection.ID]?
  ) async throws(ShortlistError) -> [Completion] {
    try await source.completions(for: text, limit: limit, in: sections)
  }

  func why(_ id: Item.ID, _ query: SearchQuery) async throws(ShortlistError) -> Why {
    try await source.why(id, query)
  }
}
