import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("An import that is killed")
struct KillTests {
  private static let count = 24_000

  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary
  private let input: String

  init() throws {
    home = try TemporaryFolder()
    shortlist = ShortlistBinary(home: home)
    input = try home.write(
      (0..<Self.count).map { "{\"id\":\"\($0)\",\"title\":\"Land \($0)\",\"section\":\"s\"}\n" }
        .joined(), to: "in.ndjson")
  }

  /// `SHORTLIST_ROUNDS=50` kills 200 times, at random moments within the time of a whole import.
  @Test("keeps what it has reported, whole batches, and a sound file; another import goes on")
  func killed() throws {
    let start = ContinuousClock.now
    #expect(
      try shortlist.run("import", input, "--database", home.path("whole.sqlite")).status == 0)
    let whole = ContinuousClock.now - start
    let rounds = ProcessInfo.processInfo.environment["SHORTLIST_ROUNDS"].flatMap { Int($0) } ?? 1
    var tally = (killed: 0, atBatch: [Int: Int]())
    for round in 0..<4 * max(1, rounds) {
      let path = home.path("list.sqlite")
      for file in home.files where file.hasPrefix("list.sqlite") {
        try FileManager.default.removeItem(atPath: home.path(file))
      }
      let (reported, wasKilled) = try importUntilKilled(
        into: path,
        within: whole.components.attoseconds / 1_000_000_000_000
          + whole.components.seconds * 1_000_000)
      let found = try inspect(path)
      #expect(found >= reported, "round \(round)")
      #expect(found.isMultiple(of: 500), "round \(round): \(found)")
      tally.killed += wasKilled ? 1 : 0
      tally.atBatch[found, default: 0] += 1
      guard round.isMultiple(of: 4) else { continue }
      #expect(try shortlist.run("import", input, "--database", path).status == 0)
      #expect(try inspect(path) == Self.count)
    }
    if rounds > 1 { print("import: \(tally)") }
  }

  /// Returns how many items the program has reported to be in the file, and whether it was killed
  /// before it ended.
  private func importUntilKilled(
    into path: String, within microseconds: Int64
  ) throws -> (reported: Int, wasKilled: Bool) {
    let errors = try home.write("", to: "errors")
    let process = shortlist.process(["import", "--progress", input, "--database", path])
    process.standardError = FileHandle(forWritingAtPath: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    usleep(UInt32.random(in: 0...UInt32(clamping: microseconds)))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let wasKilled = process.terminationReason == .uncaughtSignal
    if !wasKilled { #expect(process.terminationStatus == 0) }
    let reports = try String(contentsOfFile: errors, encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("Imported ") || $0.hasPrefix("Importing: ") }
    let digits = reports.last?.split(separator: " ")[1].filter(\.isNumber)
    return (digits.flatMap { Int($0) } ?? 0, wasKilled)
  }

  /// Returns the number of items, after checking that the file is sound and holds the first items
  /// of the input in order.
  private func inspect(_ path: String) throws -> Int {
    let repository = try ItemRepository(path: path).blocking
    defer { repository.close() }
    #expect(try repository.check().findings == [])
    guard try !repository.sections().isEmpty else { return 0 }
    let items = try repository.items(in: "s")
    #expect(items.map(\.id) == items.indices.map { Item.ID("\($0)") })
    if let last = items.last {
      #expect(try repository.search(SearchQuery(last.title)).hits.first?.item == last)
    }
    return items.count
  }
}
