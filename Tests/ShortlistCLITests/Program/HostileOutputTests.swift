import Foundation
import ShortlistTestSupport
import Testing

@Suite("What the program prints of hostile data")
struct HostileOutputTests {
  private static let evil =
    "evil \u{1B}[2J\u{1B}]0;t\u{7}\u{1B}]8;;http://x\u{7}\u{1B}]52;c;eA==\u{1B}\\ \u{9B}31m"
    + "\u{8}\r\u{202E}\u{2066}\u{61C}\u{2028}\u{85}"

  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    var shortlist = ShortlistBinary(home: home)
    shortlist.environment["SHORTLIST_DATABASE"] = home.path("list.sqlite")
    self.shortlist = shortlist
    let evil = Self.evil
    let items = [
      ["title": evil, "section": "1" + evil, "sectionTitle": evil, "id": "a" + evil],
      ["title": evil, "section": "2" + evil, "body": evil + "\nword", "subtitle": evil],
    ].map { item -> [String: Any] in item.merging(["keywords": [evil]]) { $1 } }
    let lines = try items.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n"
    }
    #expect(try shortlist.run("import", "-", input: lines.joined()).status == 0)
  }

  /// Whether a terminal would act on anything in a text besides line ends and our own styles.
  private func isObeyed(_ text: String) -> Bool {
    text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "").unicodeScalars.contains {
      $0 != "\n"
        && ($0.properties.generalCategory == .control || $0.properties.isBidiControl
          || $0 == "\u{2028}" || $0 == "\u{2029}")
    }
  }

  @Test("cannot act on a terminal, wherever it stands")
  func commands() throws {
    let evil = Self.evil
    let bad = try home.write("x\n", to: "\(evil.replacing("/", with: "")).ndjson")
    let commands: [[String]] = [
      ["search", "evil", "--color", "always"], ["search", "evil", "--explain"],
      ["search", "evil", "--json"], ["search", "word", "--flat", "--color", "always"],
      ["search", "evol"], ["search", "x", "--section", evil], ["search", "evil", "--section", "z"],
      ["list", "--color", "always"], ["list", "--json"], ["list", "--section", "no" + evil],
      ["show", "a" + evil], ["show", "2\(evil)/\(evil)"], ["show", evil], ["show", "no" + evil],
      ["why", "a" + evil, "evil"], ["why", "a" + evil, evil], ["why", "a" + evil, "nothing"],
      ["why", "a" + evil, "evil", "--json"], ["complete", "ev", "--color", "always"],
      ["complete", "ev", "--json"], ["stats"], ["stats", "--json"], ["sections"],
      ["sections", "--json"], ["sections", "remove", "no" + evil], ["tokens", evil],
      ["tokens", "--json", evil], ["export"], ["export", "--section", "no" + evil], ["check"],
      ["check", "--json"], ["remove", "no" + evil], ["move", "a" + evil, "--at", evil],
      ["import", bad], ["import", "--progress", bad], ["import", "no" + evil],
      ["import", "--map", evil, bad], ["import", "--format", evil, bad], ["backup", bad],
      ["backup", home.path("no/" + evil)], ["list", "--database", bad],
      ["list", "--database", "no" + evil], ["add", "--database", bad, "--section", "x", "y"],
      ["list", evil], [evil], ["list", "--" + evil], ["search", "--" + evil],
      ["complete", "--" + evil], ["add", "--section", evil, "x", "--weight", evil],
    ]
    for command in commands {
      let outcome = try shortlist.run(command)
      #expect(!isObeyed(outcome.output), "\(command[0]): \(outcome.output)")
      #expect(!isObeyed(outcome.errors), "\(command[0]): \(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).isEmpty || outcome.status == 1, "\(command)")
    }
  }

  @Test("never splits what is drawn as one character, where something matched")
  func graphemes() throws {
    let titles = ["Cafe\u{301}s", "🇬🇷 flag", "👨‍👩‍👧 family", "हिन्दी"]
    for title in titles {
      #expect(try shortlist.run("add", "--section", "s", title).status == 0)
    }
    for query in ["cafe", "caf", "🇬🇷", "👨‍👩‍👧", "👨", "हि", "हिन"] {
      let output = try shortlist.run("search", "--color", "always", query).output
      for piece in output.split(separator: "\u{1B}", omittingEmptySubsequences: true) {
        let text = String(piece.drop { $0 != "m" }.dropFirst())
        #expect(
          text.unicodeScalars.first?.properties.isGraphemeExtend != true, "\(query): \(output)")
        #expect(text.unicodeScalars.last != "\u{200D}")
      }
      let plain = try shortlist.run("search", query).output
      #expect(output.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
    }
  }
}
