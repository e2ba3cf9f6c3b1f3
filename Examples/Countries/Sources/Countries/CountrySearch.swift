import GRDB
import Shortlist
import ShortlistGRDB

/// A search bar over the countries of a database.
struct CountrySearch {
  let index: ItemRepository
  let countries: TableSource
  let session: SearchSession

  init(_ database: any DatabaseReader) throws {
    index = try ItemRepository(path: ":memory:")
    countries = TableSource(
      try SourceTable(
        """
        SELECT id, name AS title, iif(isVisited, 'Countries visited', 'Countries to visit') AS section
        FROM country
        """, key: "country.id"), in: GRDBDatabase(database))
    session = SearchSession(index)
  }

  /// Searches again after each change of the database, until the task is cancelled.
  func follow() async throws {
    try await index.follow(countries) { [session] _ in Task { await session.send(.refresh) } }
  }
}
