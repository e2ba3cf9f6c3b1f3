import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// The path of the other SQLite library.
private let otherSQLite = ProcessInfo.processInfo.environment["SHORTLIST_OTHER_SQLITE"]

/// Two versions of SQLite that take turns writing one file.
///
/// `SHORTLIST_OTHER_SQLITE` names the other library, such as the `libsqlite3` in the wheels of
/// pyproj. It is loaded before the system's.
@Suite(
  "A file that two versions of SQLite write in turn",
  .enabled(if: otherSQLite != nil))
struct OtherSQLiteTests {
  private let home: TemporaryFolder
  private let system: ShortlistBinary
  private let other: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    var system = ShortlistBinary(home: home)
    system.environment["SHORTLIST_DATABASE"] = home.path("list.sqlite")
    var other = system
    other.environment["LD_PRELOAD"] = otherSQLite
    self.system = system
    self.other = other
  }

  private func version(of shortlist: ShortlistBinary) throws -> [Int] {
    let line = try #require(try shortlist.run("stats").lines.last)
    return try #require(line.split(separator: " ").last).split(separator: ".").compactMap {
      Int($0)
    }
  }

  /// Uses few words, and repeats them: an old SQLite forgets a newer one's changes to such words
  /// first.
  private func batch(_ round: Int, _ generator: inout SeededGenerator) -> [String] {
    (0..<40).map { _ in
      let number = Int.random(in: 0..<150, using: &generator)
      let words = ["alpha", "alpine", "beta", "gamma", "delta"].shuffled(using: &generator)
      let title = words.prefix(2).joined(separator: " ")
      return #"{"id":"\#(number)","section":"s","title":"\#(title)","body":"\#(words[2])"}"#
    }
  }

  @Test("It is refused or rebuilt at each of 40 hand-overs, and never damaged", arguments: 0..<2)
  func handOvers(seed: UInt64) throws {
    #expect(try system.run("import", "--sample").status == 0)
    let versions = try [version(of: system), version(of: other)]
    #expect(versions[0] != versions[1])
    var generator = SeededGenerator(seed: seed)
    var texts: [String: String] = [:]
    var lastWriter = 0
    var refusals = 0
    for round in 1...40 {
      let writer = round % 2
      let shortlist = [system, other][writer]
      let lines = batch(round, &generator)
      let text = lines.joined(separator: "\n") + "\n"
      var outcome = try shortlist.run("import", "-", input: text)
      let mustRefuse =
        versions[writer].lexicographicallyPrecedes([3, 44])
        && !versions[lastWriter].lexicographicallyPrecedes([3, 44])
      #expect(outcome.status == (mustRefuse ? 2 : 0), "\(outcome.errors)")
      if mustRefuse {
        refusals += 1
        #expect(try shortlist.run("check").status == 1)
        #expect(try shortlist.run("reindex").status == 0)
        outcome = try shortlist.run("import", "-", input: text)
        #expect(outcome.status == 0, "\(outcome.errors)")
      }
      lastWriter = writer
      for line in lines {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
        let words = object.map { "\($0["title", default: ""]) \($0["body", default: ""])" }
        if let id = object?["id"] { texts[id] = words }
      }
      for reader in [system, other] {
        let check = try reader.run("check")
        #expect(check.lines.last?.hasPrefix("Damaged") == false, "round \(round): \(check.output)")
        let found = try reader.run("search", "--exact-totals", "--section", "s", "alp").lines.first
        let count = texts.values.count { $0.contains("alp") }
        #expect(found == "s  \(count)", "round \(round)")
      }
    }
    #expect(refusals == (versions.contains { $0.lexicographicallyPrecedes([3, 44]) } ? 20 : 0))
  }
}

@Suite("The program")
struct SameSQLiteTests {
  @Test("uses the same SQLite as its tests")
  func version() throws {
    let home = try TemporaryFolder()
    var shortlist = ShortlistBinary(home: home)
    shortlist.environment["SHORTLIST_DATABASE"] = home.path("list.sqlite")
    #expect(try shortlist.run("import", "--sample").status == 0)
    let repository = try ItemRepository(path: ":memory:").blocking
    let version = try repository.statistics().sqliteVersion
    let line = try shortlist.run("stats").lines.first { $0.hasPrefix("SQLite ") }
    #expect(line?.hasSuffix(version) == true)
  }
}
