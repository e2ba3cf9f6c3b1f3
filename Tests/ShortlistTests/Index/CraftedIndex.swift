import Foundation
import Shortlist
import ShortlistTestSupport

/// A small index in which somebody who knows the format replaces rows.
struct CraftedIndex {
  /// A row of one of FTS5's tables: its blob column, and its key.
  struct Row {
    let table: String
    let column: String
    let key: String
    let bytes: [UInt8]
  }

  enum Problem {
    /// Answers differ, but the check reports nothing.
    case isMissed
    /// A rebuild does not repair it.
    case staysDamaged
  }

  private let folder: TemporaryFolder
  private let path: String
  private let answers: [String]

  private static let texts = [
    "ab", "a", "c", "cd", "ef", "ab cd", "\"ab cd\"", "title:ab", "body:ab", "keywords:c", "-ab cd",
    "abx", "b", "abcdef", "aaa", "t", "the", "fts", "title:aaa", "in", "0",
  ]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("list.sqlite")
    let made = try ItemRepository(path: folder.path("made.sqlite")).blocking
    try made.upsert([
      Item(section: "s", title: "ab", keywords: ["cd"]),
      Item(section: "s", title: "ab cd", body: "ab ef ab"),
      Item(section: "t", title: "ef abc"),
    ])
    try made.remove(["s/none"])
    answers = try Self.answers(of: made)
    try made.backup(to: path)
    made.close()
  }

  /// Returns all answers of an index.
  private static func answers(of repository: BlockingItemRepository) throws -> [String] {
    var answers: [String] = []
    for text in texts {
      for match in [SearchQuery.Match.all, .any] {
        let results = try repository.search(SearchQuery(text, match: match))
        let hits = results.hits.map { "\($0.item.id) \($0.tier) \($0.highlights)" }
        answers.append("\(text) \(results.total) \(hits)")
      }
      answers.append("\(try repository.completions(for: text))")
    }
    try repository.export { answers.append("\($0)") }
    return answers
  }

  /// Returns FTS5's rows for one of our tables: leaves, structure, averages, terms of leaves,
  /// lengths.
  func rows(of table: String) throws -> [Row] {
    let database = try RawDatabase(path)
    var rows: [Row] = []
    for (suffix, key, column) in [
      ("_data", "id", "block"), ("_idx", "segid || ',' || pgno", "term"), ("_docsize", "id", "sz"),
    ] {
      guard
        !(try database.rows("SELECT name FROM sqlite_schema WHERE name = '\(table + suffix)'"))
          .isEmpty
      else { continue }
      let keys = try database.rows("SELECT \(key) FROM \(table + suffix)")
      for row in keys {
        let condition = suffix == "_idx" ? "segid || ',' || pgno = '\(row)'" : "id = \(row)"
        let hex = try database.rows(
          "SELECT hex(\(column)) FROM \(table + suffix) WHERE \(condition)")[0]
        rows.append(
          Row(table: table + suffix, column: column, key: condition, bytes: Self.bytes(hex)))
      }
    }
    return rows
  }

  static func bytes(_ hex: String) -> [UInt8] {
    var digits = hex[...]
    var bytes: [UInt8] = []
    while !digits.isEmpty {
      bytes.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
      digits = digits.dropFirst(2)
    }
    return bytes
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Returns the problem of a copy in which a row has other bytes; `nil` if there is none.
  func problem(with row: Row, bytes: [UInt8]) throws -> Problem? {
    try problem {
      try $0.run("UPDATE \(row.table) SET \(row.column) = x'\(Self.hex(bytes))' WHERE \(row.key)")
    }
  }

  /// Returns the problem of a copy with the rows of another index in place of ours.
  func problem(withRowsOf image: String, in table: String) throws -> Problem? {
    try problem { database in
      try database.run("ATTACH '\(image)' AS image")
      let names = try database.rows(
        "SELECT name FROM image.sqlite_schema WHERE type = 'table' AND name GLOB '*_data'")
      guard let name = names.first?.dropLast(5) else {
        throw RawDatabase.Failure(message: "There is no index in \(image).")
      }
      for part in ["_data", "_idx", "_docsize"] where part != "_docsize" || table == "item_texts" {
        try database.run("DELETE FROM \(table)\(part)")
        // Rows of the image that cannot be read are skipped.
        try? database.run(
          "INSERT OR IGNORE INTO \(table)\(part) SELECT * FROM image.\"\(name)\(part)\"")
      }
      try database.run("DETACH image")
    }
  }

  private func problem(with change: (RawDatabase) throws -> Void) throws -> Problem? {
    let copy = folder.path("copy.sqlite")
    for suffix in ["", "-wal", "-shm", "-lock"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
    }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try change(RawDatabase(copy))
    var options = ItemRepository.Options()
    options.reindexesInBackground = false
    let repository = try ItemRepository(path: copy, options: options).blocking
    defer { repository.close() }
    let found = try? Self.answers(of: repository)
    if (try? repository.check().status) == .sound {
      guard found == answers else { return .isMissed }
      // The check does not verify the total number of words, which can make a change fail.
      _ = try? repository.upsert([Item(section: "s", title: "ab", body: "ab ef")])
      _ = try? repository.remove(["t/ef abc"])
      _ = try? repository.optimize()
    }
    // Everything can be rebuilt from the items. Some damage keeps FTS5 from dropping a table; then
    // a repair must do.
    do {
      try repository.reindex()
    } catch {
      try repository.repair()
    }
    return try repository.check().status == .sound ? nil : .staysDamaged
  }
}
