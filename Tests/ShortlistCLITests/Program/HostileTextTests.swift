import Foundation
import ShortlistTestSupport
import Testing

@Suite("The program, given hostile text")
struct HostileTextTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["SHORTLIST_ROUNDS"].flatMap { Int($0) } ?? 1
  private static let seed =
    ProcessInfo.processInfo.environment["SHORTLIST_SEED"].flatMap { UInt64($0) } ?? 1
  private static let pieces = [
    "\"", "\\", "\\ud800", "\\udc00", "\\u0000", "*", "NEAR(", "AND", " OR ", " NOT ", "title:",
    "-",
    "(", "\u{0}", "\u{1}", "\u{1B}[2J", "\u{202E}", "\u{301}", "👨‍👩‍👧", "🇫", "漢", "हि", "ß", "\u{FFFF}",
    "\u{10FFFF}", "land", "{\"q\":", "}", "[", "null", "1e999", ",", "\t", " ", "é", "=1+1", "\r",
  ]

  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    var shortlist = ShortlistBinary(home: home)
    shortlist.environment["SHORTLIST_DATABASE"] = home.path("list.sqlite")
    self.shortlist = shortlist
    #expect(try shortlist.run("import", "--sample").status == 0)
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &random)).map { _ in
      if Bool.random(using: &random) { return pieces.randomElement(using: &random) ?? "" }
      return Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)).map(String.init) ?? ""
    }.joined()
  }

  private static func json(_ value: Any) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed),
      as: UTF8.self)
  }

  /// `SHORTLIST_ROUNDS=100` sends 100,000 requests.
  @Test("answers each line of a pipe, with an error only where it is no request")
  func pipe() throws {
    let seed = Self.seed
    var random = SeededGenerator(seed: seed)
    var lines: [String] = []
    for number in 0..<(1_000 * Self.rounds) {
      let text = Self.text(&random)
      lines.append(
        number.isMultiple(of: 4)
          ? text.replacing("\n", with: "")
          : "{\"q\":\(try Self.json(text)),\"layout\":\"\(number.isMultiple(of: 3) ? "flat" : "grouped")\"}"
      )
    }
    let outcome = try shortlist.run("pipe", input: lines.joined(separator: "\n") + "\n")
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == lines.count, "seed \(seed)")
    for (number, line) in outcome.lines.enumerated() {
      let answer = try #require(try Answer(line), "seed \(seed): \(line)")
      if number.isMultiple(of: 4) {
        #expect(answer.errorCode == nil || answer.errorCode == "badRequest", "seed \(seed)")
      } else {
        #expect(answer.errorCode == nil, "seed \(seed): \(lines[number])")
      }
    }
  }

  @Test("imports what it can, and lists what imports to the same list")
  func roundTrip() throws {
    let seed = Self.seed
    var random = SeededGenerator(seed: seed)
    var ndjson = ""
    var csv = "title,body,section\n"
    for _ in 0..<(200 * Self.rounds) {
      let object = [
        "title": Self.text(&random), "section": Self.text(&random), "body": Self.text(&random),
      ]
      ndjson += try Self.json(object) + "\n" + Self.text(&random) + "\n"
      csv +=
        (0..<3).map { _ in
          "\"" + Self.text(&random).replacing("\"", with: "\"\"") + "\""
        }.joined(separator: ",") + "\n"
    }
    let files = [
      try home.write(ndjson, to: "in.ndjson"), try home.write(csv, to: "in.csv"),
    ]
    for file in files {
      let outcome = try shortlist.run("import", file, "--database", file + ".sqlite")
      #expect(outcome.status == 0, "seed \(seed): \(outcome.errors)")
      let list = try shortlist.run("list", "--json", "--database", file + ".sqlite").output
      #expect(list.utf8.count { $0 == UInt8(ascii: "\n") } > 100, "seed \(seed)")
      let copy = try home.write(list, to: "copy.ndjson")
      #expect(
        try shortlist.run("import", "--strict", copy, "--database", copy + ".sqlite").status == 0)
      #expect(
        try shortlist.run("list", "--json", "--database", copy + ".sqlite").output == list,
        "seed \(seed)")
      try FileManager.default.removeItem(atPath: copy + ".sqlite")
    }
  }
}
