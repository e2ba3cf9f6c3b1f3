import GRDB

/// The search bar of `CountrySearch`, made with GRDB and FTS5 alone.
@MainActor
final class FullText {
  struct Group: Sendable, Equatable {
    let section: String
    let total: Int
    var hits: [Hit] = []
  }

  struct Hit: Sendable, Equatable {
    let id: Int64
    var name = ""
    var matches: [Range<String.Index>] = []
  }

  private let database: any DatabaseWriter
  private let show: @MainActor ([Group]) -> Void
  private var searching: Task<Void, any Error>?

  init(_ database: any DatabaseWriter, show: @escaping @MainActor ([Group]) -> Void) throws {
    self.database = database
    self.show = show
    try database.write { db in
      guard try !db.tableExists("countryText") else { return }
      try db.create(virtualTable: "countryText", using: FTS5()) { table in
        table.synchronize(withTable: "country")
        table.tokenizer = .unicode61(diacritics: .remove)
        table.prefixes = [1, 2]
        table.column("name")
      }
    }
  }

  /// Searches for a text, and again after each change of the database, until the next text.
  func type(_ text: String) {
    searching?.cancel()
    // Tokenizes the text, so that nothing in it is taken for FTS5's syntax.
    let pattern = FTS5Pattern(matchingAllPrefixesIn: text)
    let groups = ValueObservation.tracking { db in
      try pattern.map { try Self.groups(matching: $0, db) } ?? []
    }
    searching = Task { [database, show] in
      for try await groups in groups.values(in: database) { show(groups) }
    }
  }

  /// Returns the best five hits of each section, and their number.
  private nonisolated static func groups(
    matching pattern: FTS5Pattern, _ db: Database
  ) throws -> [Group] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        WITH hit AS MATERIALIZED (
          SELECT rowid AS id, rank, highlight(countryText, 0, char(2), char(3)) AS marked
          FROM countryText WHERE countryText MATCH ?
        )
        SELECT id, marked, min(rank) OVER section AS best, count(*) OVER section AS total,
          row_number() OVER (section ORDER BY rank, id) AS place,
          iif(isVisited, 'Countries visited', 'Countries to visit') AS section
        FROM hit JOIN country USING (id) WINDOW section AS (PARTITION BY isVisited)
        ORDER BY best, isVisited, place
        """, arguments: [pattern])
    var groups: [Group] = []
    while let row = try rows.next() {
      if groups.last?.section != row["section"] {
        groups.append(Group(section: row["section"], total: row["total"]))
      }
      guard row["place"] <= 5 else { continue }
      groups[groups.count - 1].hits.append(Hit(id: row["id"], marked: row["marked"]))
    }
    return groups
  }
}

extension FullText.Hit {
  /// Makes a hit of a name in which FTS5 has marked the matches.
  fileprivate init(id: Int64, marked: String) {
    self.init(id: id)
    // Characters, not indexes, because an index does not survive what is appended.
    var bounds: [Int] = []
    for character in marked {
      if character == "\u{2}" || character == "\u{3}" {
        bounds.append(name.count)
      } else {
        name.append(character)
      }
    }
    for pair in stride(from: 0, to: bounds.count - 1, by: 2) {
      let start = name.index(name.startIndex, offsetBy: bounds[pair])
      matches.append(start..<name.index(start, offsetBy: bounds[pair + 1] - bounds[pair]))
    }
  }
}
