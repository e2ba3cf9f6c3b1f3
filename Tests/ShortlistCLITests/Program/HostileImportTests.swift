import Foundation
import ShortlistTestSupport
import Testing

/// Cases not in `ImportTests` or the tests of the readers: inputs that are no regular files, or
/// that change.
@Suite("The program imports what is hard to read")
struct HostileImportTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["SHORTLIST_ROUNDS"].flatMap { Int($0) } ?? 1

  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    var shortlist = ShortlistBinary(home: home)
    shortlist.environment["SHORTLIST_DATABASE"] = home.path("list.sqlite")
    self.shortlist = shortlist
    signal(SIGPIPE, SIG_IGN)
  }

  /// Runs an import of data written into a pipe. Returns its status, its messages, and its peak
  /// memory beyond that of a small import.
  private func importPipe(
    _ name: String, _ write: (FileHandle) throws -> Void
  ) throws -> (status: Int32, errors: String, peak: Int) {
    let path = home.path(name)
    #expect(mkfifo(path, 0o600) == 0)
    let process = shortlist.process(["import", path])
    let errors = try home.write("", to: "errors")
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    var descriptor: Int32 = -1
    while descriptor < 0, process.isRunning {
      descriptor = open(path, O_WRONLY | O_NONBLOCK)
      usleep(1_000)
    }
    try #require(descriptor >= 0)
    _ = fcntl(descriptor, F_SETFL, 0)
    let pipe = FileHandle(fileDescriptor: descriptor)
    try? write(pipe)
    var peak = 0
    #if os(Linux)
      peak = MemoryFigures.peak(of: process.processIdentifier) ?? 0
    #endif
    try pipe.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return (process.terminationStatus, try String(contentsOfFile: errors, encoding: .utf8), peak)
  }

  private static let longLines: [(name: String, before: String, after: String, line: Int)] = [
    ("a.ndjson", "{\"title\":\"A\"}\n{\"title\":\"", "\"}\n{\"title\":\"B\"}\n", 2),
    ("a.csv", "title,body\nA,\n\"", "\",\nB,\n", 3),
    ("a.json", "[\"A\",\n\"", "\",\n\"B\"]", 2),
    ("a.tsv", "title\tbody\nA\t\n", "\t\nB\t\n", 3),
  ]

  /// `SHORTLIST_ROUNDS=60` writes lines of 1,020 MiB in all formats.
  @Test(
    "A line that is far too long is passed over, as it comes in",
    arguments: longLines.prefix(rounds > 1 ? 4 : 2))
  func memory(name: String, before: String, after: String, line: Int) throws {
    let piece = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
    let outcome = try importPipe(name) { pipe in
      try pipe.write(contentsOf: Data(before.utf8))
      for _ in 0..<(17 * Self.rounds) { try pipe.write(contentsOf: piece) }
      try pipe.write(contentsOf: Data(after.utf8))
    }
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("\(home.path(name)):\(line): longer than 16 MiB\n"))
    #expect(outcome.errors.hasSuffix("Skipped 1 bad record.\n"))
    #expect(try shortlist.run("list").lines == ["Items  2", "  A", "  B"])
    // A small import takes 20 MB.
    #expect(outcome.peak < 84 << 20, "\(outcome.peak >> 20) MiB")
  }

  @Test("Standard input with a long first line is lines all the same")
  func longFirstLine() throws {
    let body = String(repeating: "long line ", count: 100_000)
    let lines = "{\"title\":\"A\",\"body\":\"\(body)\"}\n{\"title\":\"B\"}\n"
    #expect(try shortlist.run("import", "-", input: lines).status == 0)
    #expect(try shortlist.run("list").lines == ["Items  2", "  A", "  B"])
    let document = "{\"S\":[\"C\",{\"title\":\"D\",\"body\":\"\(body)\"}]}"
    #expect(try shortlist.run("import", "-", input: document).status == 0)
    #expect(try shortlist.run("list", "--section", "S").lines == ["S  2", "  C", "  D"])
  }

  @Test("A file that grows meanwhile is read as far as it goes, and no item in part")
  func growingFile() throws {
    func line(_ number: Int) -> String { "{\"title\":\"Item \(number)\",\"body\":\"end\"}\n" }
    let path = try home.write((0..<5_000).map(line).joined(), to: "in.ndjson")
    let process = shortlist.process(["import", path])
    process.standardError = FileHandle.nullDevice
    try process.run()
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    for number in 5_000..<7_000 {
      for half in [line(number).prefix(9), line(number).dropFirst(9)] {
        try file.write(contentsOf: Data(half.utf8))
      }
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let items = try shortlist.run("list", "--json").lines
    #expect(items.count >= 5_000)
    #expect(items.allSatisfy { $0.hasSuffix("\"body\":\"end\"}") })
    #expect(try shortlist.run("check").status == 0)
  }

  @Test("A link to a file is that file, one to nowhere or to itself is one clear sentence")
  func links() throws {
    _ = try home.write("title\nA\n", to: "a.csv")
    for (link, goal) in [("ln.csv", "a.csv"), ("gone.csv", "b.csv"), ("loop.csv", "loop.csv")] {
      try FileManager.default.createSymbolicLink(
        atPath: home.path(link), withDestinationPath: home.path(goal))
      let outcome = try shortlist.run("import", home.path(link))
      #expect(outcome.status == (link == "ln.csv" ? 0 : 2))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("An item that is too large is passed over, and the others are there")
  func largeItem() throws {
    let title = String(repeating: "x", count: 8 << 20)
    let lines = "{\"title\":\"A\"}\n{\"title\":\"\(title)\"}\n{\"title\":\"B\"}\n"
    let outcome = try shortlist.run("import", "-", input: lines)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("standard input:2: the item and its id are larger than 15 MiB"))
    #expect(try shortlist.run("list").lines == ["Items  2", "  A", "  B"])
  }
}
