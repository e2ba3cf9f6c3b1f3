import Foundation
import GRDB
import Shortlist
import ShortlistGRDB
import Testing

/// `SHORTLIST_ROUNDS=25` runs 1,000 histories with each kind of database.
@Suite("A table followed through GRDB")
struct HistoryTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["SHORTLIST_ROUNDS"].flatMap(Double.init) ?? 1

  @Test(
    "is equal to the query after each catch-up, whatever happened before",
    arguments: AppDatabase.Kind.allCases)
  func histories(kind: AppDatabase.Kind) async throws {
    for seed in 0..<Int(40 * Self.rounds) {
      var configuration = Configuration()
      configuration.maximumReaderCount = 2
      configuration.prepareDatabase { db in
        try db.execute(
          sql: "PRAGMA recursive_triggers = \(seed % 4 == 0); PRAGMA synchronous = OFF")
      }
      let app = try AppDatabase(kind, configuration: configuration)
      let repository = try ItemRepository(path: ":memory:")
      var change = RandomChange(seed: seed)
      for step in 0..<40 {
        try change.make(in: app.writer)
        guard step % 5 == seed % 5 || step == 39 else { continue }
        try await repository.catchUp(with: app.source)
        #expect(try repository.blocking.found() == app.expected(), "seed \(seed), step \(step)")
        #expect(
          try await repository.catchUp(with: app.source).isEmpty, "seed \(seed), step \(step)")
        #expect(
          try app.strings("SELECT count(*) FROM shortlist_change") == ["1"],
          "seed \(seed), step \(step)")
      }
      #expect(try await repository.verify(app.source).isEqual, "seed \(seed)")
      #expect(try await repository.check().findings == [], "seed \(seed)")
    }
  }

  @Test("is followed while it changes", arguments: AppDatabase.Kind.allCases)
  func following(kind: AppDatabase.Kind) async throws {
    for seed in 0..<5 {
      let app = try AppDatabase(kind)
      let repository = try ItemRepository(path: ":memory:")
      let following = Task { try await repository.follow(app.source) }
      var change = RandomChange(seed: seed)
      for _ in 0..<100 {
        try change.make(in: app.writer)
        await Task.yield()
      }
      // GRDB does not tell of an older copy that was restored.
      try app.write("INSERT INTO country(name) VALUES('The last')")
      let isEqual = try await eventually {
        try repository.blocking.found() == app.expected()
      }
      #expect(isEqual, "seed \(seed)")
      following.cancel()
      try await following.value
    }
  }

  @Test("leaves no trace when it is removed", arguments: AppDatabase.Kind.allCases)
  func removal(kind: AppDatabase.Kind) async throws {
    let app = try AppDatabase(kind)
    let definitions = "SELECT ifnull(sql, '') FROM sqlite_master ORDER BY rowid"
    let before = try app.strings(definitions)
    try app.source.install()
    #expect(try app.strings(definitions) != before)
    #expect(try app.source.installation() == [])
    try app.source.remove()
    #expect(try app.strings(definitions) == before)
  }
}
