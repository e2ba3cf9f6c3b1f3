import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// The killed processes are forks, as in ``KillTests``. `SHORTLIST_ROUNDS=50` kills 1,000 writers and
/// 1,000 followers.
@Suite("When a process is killed, a followed table")
struct FollowingKillTests {
  private static let parts = 2

  @Test(
    "is equal to the query after one catch-up: the program that writes it", arguments: 0..<parts)
  func writer(part: Int) async {
    await #expect(processExitsWith: .success) { [part = part as Int] in
      for seed in Rounds.seeds(20) where seed % Self.parts == part {
        let file = try FollowedFile(
          FollowedExample.countries.schema(), mode: seed % 4 < 2 ? "wal" : "delete")
        let repository = try ItemRepository(path: ":memory:").blocking
        try file.source.install()
        let path = file.path
        // The fork must not inherit open files of SQLite.
        try file.closed {
          let fork = Fork { try Self.write(to: path, seed: seed, dies: true) }
          fork.go()
          #expect(fork.end() == SIGKILL, "seed \(seed)")
        }
        try Self.expectEqual(file, repository, seed)
      }
    }
  }

  @Test("is equal to the query after one catch-up: the follower", arguments: 0..<parts)
  func follower(part: Int) async {
    await #expect(processExitsWith: .success) { [part = part as Int] in
      for seed in Rounds.seeds(20) where seed % Self.parts == part {
        let file = try FollowedFile(
          FollowedExample.countries.schema(), mode: seed % 4 < 2 ? "wal" : "delete")
        let list = file.path + ".list"
        let path = file.path
        try file.closed {
          let table = file.schema.table
          let writer = Fork { try Self.write(to: path, seed: seed, dies: false) }
          let follower = Fork { try Self.follow(table, at: path, into: list) }
          writer.go()
          follower.go()
          #expect(follower.end() == SIGKILL, "seed \(seed)")
          #expect(writer.end() == 0, "seed \(seed)")
        }
        let repository = try ItemRepository(path: list).blocking
        try Self.expectEqual(file, repository, seed)
        repository.close()
        #expect(try Soundness.problems(at: list) == [], "seed \(seed)")
      }
    }
  }

  private static func expectEqual(
    _ file: FollowedFile, _ repository: BlockingItemRepository, _ seed: Int
  ) throws {
    try repository.catchUp(with: file.source)
    #expect(try file.difference(from: repository) == [], "seed \(seed)")
    #expect(try repository.catchUp(with: file.source).isEmpty, "seed \(seed)")
    #expect(try file.app.rows("SELECT count(*) FROM shortlist_change") == ["1"], "seed \(seed)")
    #expect(try file.app.rows("PRAGMA integrity_check") == ["ok"], "seed \(seed)")
  }

  /// Makes random changes; is killed at a random moment, or ends.
  private static func write(to path: String, seed: Int, dies: Bool) throws {
    if dies { killSoon(within: 30_000) }
    var generator = SeededGenerator(seed: seed)
    let app = try RawDatabase(path)
    try app.run("PRAGMA busy_timeout = 5000; PRAGMA synchronous = OFF; PRAGMA cache_size = 5")
    for round in 0..<(dies ? Int.max : 30) {
      let changes = (0..<generator.number(1...40)).map { _ in
        let id = generator.number(1...200)
        return switch generator.number(0...5) {
        case 0: "DELETE FROM country WHERE id = \(id)"
        case 1: "UPDATE OR REPLACE country SET id = \(id) WHERE id = \(generator.number(1...200))"
        case 2: "INSERT OR REPLACE INTO region VALUES(\(id % 5), 'Region \(round)')"
        case 3: "INSERT OR REPLACE INTO alias VALUES(\(id), 'Alias \(id % 20)')"
        default:
          "INSERT OR REPLACE INTO country VALUES(\(id), 'Name \(round)', 'c\(id % 50)', \(id % 5))"
        }
      }
      try app.run((["BEGIN IMMEDIATE"] + changes + ["COMMIT"]).joined(separator: ";\n"))
    }
  }

  private static func follow(_ table: SourceTable, at path: String, into list: String) throws {
    killSoon(within: 150_000)
    let repository = try ItemRepository(path: list).blocking
    let source = TableSource(table, in: SQLiteFile(path: path))
    while true { _ = try? repository.catchUp(with: source) }
  }

  private static func killSoon(within microseconds: UInt32) {
    let pause = UInt32.random(in: 0...microseconds)
    Thread.detachNewThread {
      usleep(pause)
      kill(getpid(), SIGKILL)
    }
  }
}
