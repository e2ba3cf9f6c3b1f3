import CShortlist
import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The program as a follower of another database")
struct FollowTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary
  private let app: App
  private let query = [
    "--query", "SELECT id, name AS title, region AS section FROM country", "--key", "country.id",
  ]

  init() throws {
    home = try TemporaryFolder()
    var shortlist = ShortlistBinary(home: home)
    shortlist.environment["SHORTLIST_DATABASE"] = home.path("list.sqlite")
    self.shortlist = shortlist
    app = try App(home.path("app.sqlite"))
    try app.run(
      """
      CREATE TABLE country(id INTEGER PRIMARY KEY, name TEXT, region TEXT);
      INSERT INTO country VALUES(1, 'Iceland', 'Europe'), (2, 'India', 'Asia')
      """)
  }

  @Test("It copies all rows, then only changes, and needs the settings only once")
  func follow() throws {
    let first = try shortlist.run(["follow", app.path] + query)
    #expect((first.status, first.output) == (0, "country: 2 new\n"))
    try app.run("UPDATE country SET name = 'Ísland' WHERE id = 1; DELETE FROM country WHERE id = 2")
    #expect(try shortlist.run("follow").output == "country: 1 updated, 1 removed\n")
    #expect(try shortlist.run("follow", "--once").output == "country: nothing has changed\n")
    #expect(try shortlist.run("search", "island").output == "Europe  1\n  Ísland\n")
    let verified = try shortlist.run("follow", app.path, "--verify")
    #expect(verified.output == "country: nothing has changed\ncountry: 1 item compared\n")
  }

  @Test("It finds differences, with an exit status of 1")
  func verify() throws {
    #expect(try shortlist.run(["follow", app.path] + query).status == 0)
    #expect(try shortlist.run("remove", "Iceland").status == 0)
    #expect(try shortlist.run("add", "India", "--section", "Asia").status == 0)
    let outcome = try shortlist.run("follow", "--verify")
    #expect(outcome.status == 1)
    #expect(outcome.output.hasSuffix("country: 2 items compared\ncountry: missing: country/1\n"))
  }

  @Test("Its reports can be JSON")
  func json() throws {
    let statements = try shortlist.run(["follow", app.path, "--dry-run", "--json"] + query).lines
    #expect(statements.count > 5)
    #expect(statements.allSatisfy { $0.hasPrefix(#"{"sql":""#) })
    let first = try shortlist.run(["follow", app.path, "--json"] + query)
    #expect(
      first.output
        == #"{"table":"country","inserted":2,"updated":0,"unchanged":0,"removed":0}"# + "\n")
    #expect(try shortlist.run("remove", "Iceland").status == 0)
    let outcome = try shortlist.run("follow", "--verify", "--json")
    #expect(outcome.status == 1)
    #expect(
      outcome.lines.last
        == #"{"table":"country","items":2,"missing":["country/1"],"different":[],"extra":[]}"#)
  }

  @Test("A dry run prints what would be run, and creates nothing")
  func dryRun() throws {
    let outcome = try shortlist.run(["follow", app.path, "--dry-run"] + query)
    #expect(outcome.status == 0)
    #expect(try app.rows("SELECT count(*) FROM sqlite_master") == ["1"])
    #expect(!home.files.contains("list.sqlite"))
    try app.run(outcome.output)
    #expect(try app.rows("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'") == ["5"])
    #expect(try shortlist.run(["follow", app.path, "--dry-run"] + query).output == "")
  }

  @Test("It removes every trace, and keeps the items")
  func remove() throws {
    let before = try app.rows("SELECT sql FROM sqlite_master")
    #expect(try shortlist.run(["follow", app.path] + query).status == 0)
    #expect(try shortlist.run("follow", "--remove").status == 0)
    #expect(try app.rows("SELECT sql FROM sqlite_master") == before)
    #expect(try shortlist.run("search", "ice").status == 0)
    let again = try shortlist.run("follow")
    #expect(again.status == 2)
    #expect(again.errors.contains("follows no such database yet"))
  }

  @Test("It stops following a database that is gone")
  func gone() throws {
    #expect(try shortlist.run(["follow", app.path] + query).status == 0)
    try FileManager.default.removeItem(atPath: app.path)
    #expect(try shortlist.run("follow").status == 2)
    #expect(try shortlist.run("follow", "--remove").status == 0)
    #expect(try shortlist.run("follow").errors.contains("follows no such database yet"))
  }

  @Test(
    "A mistake is an error with a reason, and leaves both files alone",
    arguments: [
      ["--query", "SELECT nam AS title, id FROM country", "--key", "country.id"],
      ["--query", "SELECT name AS title FROM country", "--key", "country.id"],
      ["--query", "SELECT id, name AS title FROM country", "--key", "country"],
      ["--query", "SELECT id, name AS title FROM country"], ["--tracking", "a"],
      ["--once", "--watch"],
    ])
  func mistakes(arguments: [String]) throws {
    let outcome = try shortlist.run(["follow", app.path] + arguments)
    #expect(outcome.status == 2)
    #expect(!outcome.errors.isEmpty)
    #expect(try app.rows("SELECT count(*) FROM sqlite_master") == ["1"])
  }

  /// `SHORTLIST_ROUNDS=10` waits for 200 changes.
  @Test("With --watch, it finds each change of another process, and says so")
  func watch() throws {
    let process = shortlist.process(["follow", app.path, "--watch"] + query)
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    var lines = LineByLine(output.fileHandleForReading)
    #expect(lines.next() == "country: 2 new")
    let repository = try ItemRepository(path: home.path("list.sqlite")).blocking
    let rounds = ProcessInfo.processInfo.environment["SHORTLIST_ROUNDS"].flatMap { Int($0) } ?? 1
    var delays: [Duration] = []
    for round in 0..<20 * max(1, rounds) {
      usleep(UInt32.random(in: 0...150_000))
      try app.run("INSERT INTO country(name, region) VALUES('Land \(round)', 'New')")
      let start = ContinuousClock.now
      while try repository.item(Item.ID("country/\(round + 3)")) == nil { usleep(1_000) }
      delays.append(.now - start)
      #expect(lines.next() == "country: 1 new")
    }
    delays.sort()
    if rounds > 1 {
      print("watch: median \(delays[delays.count / 2]), 95th \(delays[delays.count * 95 / 100])")
    }
  }
}

/// The database of another program.
private final class App {
  let path: String
  private let handle: OpaquePointer

  init(_ path: String) throws {
    self.path = path
    var opened: OpaquePointer?
    try #require(sqlite3_open(path, &opened) == SQLITE_OK)
    handle = try #require(opened)
    sqlite3_busy_timeout(handle, 5_000)
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
  }

  /// Returns the first column of each row.
  func rows(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
    }
    return rows
  }
}
