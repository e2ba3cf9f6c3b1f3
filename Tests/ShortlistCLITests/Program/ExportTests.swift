import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The program's export")
struct ExportTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    shortlist = ShortlistBinary(home: home)
  }

  /// Returns the sections and items of a file.
  private func contents(_ path: String) throws -> [ListElement] {
    var elements: [ListElement] = []
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let repository = try ItemRepository(path: path, options: options).blocking
    defer { repository.close() }
    try repository.export { elements.append($0) }
    #expect(try repository.check().findings == [])
    return elements
  }

  @Test("A line for each section and each item, from top to bottom")
  func lines() throws {
    let database = home.path("list.sqlite")
    let repository = try ItemRepository(path: database).blocking
    try repository.createSection(ItemSection(id: "visit", title: "To visit"))
    try repository.createSection(ItemSection(id: "none"))
    try repository.upsert([
      Item(id: "1", section: "visit", title: "Greece", weight: 1.5, payload: Data([0, 255])),
      Item(id: "2", section: "visit", title: "Rome", keywords: [""], payload: Data("[1]".utf8)),
    ])
    try repository.move(["2"], to: "visit", at: 0)
    repository.close()
    let outcome = try shortlist.run("export", "--database", database)
    #expect(
      outcome.lines == [
        #"{"section":"visit","sectionTitle":"To visit"}"#,
        #"{"id":"2","section":"visit","title":"Rome","keywords":[""],"payload":[1],"#
          + #""positionInSection":512}"#,
        #"{"id":"1","section":"visit","title":"Greece","weight":1.5,"payloadBase64":"AP8=","#
          + #""positionInSection":1024}"#,
        #"{"section":"none","sectionTitle":"none"}"#,
      ])
    let none = try shortlist.run("export", "--database", database, "--section", "none")
    #expect(none.lines == [outcome.lines[3]])
    #expect(try shortlist.run("export", "--database", database, "--section", "x").status == 2)
  }

  @Test("A table has a row for each item, with quotation marks where they are needed")
  func table() throws {
    let database = home.path("list.sqlite")
    let repository = try ItemRepository(path: database).blocking
    try repository.createSection(ItemSection(id: "none"))
    try repository.upsert([
      Item(id: "1", section: "a,b", title: "=1+1", subtitle: " x", weight: 0.1),
      Item(id: "-2", section: "s", title: "say \"a\"", keywords: ["@k", "=l"], body: "1\r\n2"),
      Item(id: "3", section: "s", title: "\u{1B}[2J", payload: Data([0, 255])),
    ])
    repository.close()
    let table = try shortlist.run("export", "--database", database, "--format", "csv")
    let header = "id,section,title,subtitle,keywords,body,weight,payloadBase64\n"
    #expect(
      table.output == header + "1,\"a,b\",=1+1,\" x\",,,0.1,\n"
        + "-2,s,\"say \"\"a\"\"\",,@k;=l,\"1\r\n2\",,\n" + "3,s,\u{1B}[2J,,,,,AP8=\n")
    let guarded = try shortlist.run(
      "export", "--database", database, "--format", "csv", "--guard-formulas")
    #expect(
      guarded.output == header + "1,\"a,b\",'=1+1,\" x\",,,0.1,\n"
        + "'-2,s,\"say \"\"a\"\"\",,'@k;=l,\"1\r\n2\",,\n" + "3,s,\u{1B}[2J,,,,,AP8=\n")
    #expect(try shortlist.run("export", "--database", database, "--guard-formulas").status == 2)
    let seen = try TerminalProcess(
      ["export", "--database", database, "--format", "csv"], in: home, columns: 80)
    try seen.wait(until: "the escape as a symbol") { terminal in
      terminal.lines.contains { $0.contains("3,s,␛[2J,,,,,AP8=") }
    }
  }

  @Test("Attributes are an object in JSON, and columns in a table")
  func attributes() throws {
    let database = home.path("list.sqlite")
    let repository = try ItemRepository(path: database).blocking
    try repository.upsert([
      Item(
        id: "1", section: "s", title: "A",
        attributes: ["year": 2010, "tags": ["old", "a,b"], "Weight": 1.5, "open": true]),
      Item(id: "2", section: "s", title: "B", attributes: ["year": -5e-7, "code": "=1"]),
    ])
    repository.close()
    func export(_ options: String...) throws -> [String] {
      try shortlist.run(["export", "--database", database] + options).lines
    }
    #expect(
      try export().dropFirst() == [
        #"{"id":"1","section":"s","title":"A","attributes":{"Weight":1.5,"open":true,"#
          + #""tags":["old","a,b"],"year":2010}}"#,
        #"{"id":"2","section":"s","title":"B","attributes":{"code":"=1","year":-5e-07}}"#,
      ])
    #expect(
      try export("--format", "csv", "--guard-formulas") == [
        "id,section,title,subtitle,keywords,body,weight,payloadBase64,attributes.Weight,code,open,"
          + "tags,year",
        "1,s,A,,,,,,1.5,,true,\"old; a,b\",2010", "2,s,B,,,,,,,'=1,,,-0.0000005",
      ])
    let shown = try shortlist.run("search", "a", "--format", "csv", "--database", database)
    #expect(
      shown.lines.first == "id,section,title,subtitle,keywords,body,weight,payloadBase64,tier,score"
    )
  }

  @Test("A table is imported as the items it was made of", arguments: 0..<6)
  func tableRoundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let database = home.path("list.sqlite")
    let repository = try ItemRepository(path: database).blocking
    try repository.upsert(
      (0..<40).map { number in
        Item(
          id: .init("\(number)" + HostileText.make(&generator)), section: .init("\(number % 3)"),
          title: HostileText.title(&generator), subtitle: HostileText.make(&generator),
          keywords: number % 2 == 0 ? ["Côte d'Ivoire", "a \"b\", c"] : [],
          body: HostileText.make(&generator),
          weight: number % 3 == 0 ? Double.random(in: 0...1e9, using: &generator) : 0,
          payload: number % 4 == 0 ? Data("\(number)".utf8) : nil,
          attributes: [
            "text": .text("t" + HostileText.make(&generator)), "title": .boolean(number % 2 == 0),
            " x ": .number(Double.random(in: -1e9...1e9, using: &generator)),
            "attributes.y": number % 2 == 0 ? 1e-5 : -3e20,
          ].filter { $0.key != " x " || number % 3 == 0 })
      })
    repository.close()
    let table = home.path("list.csv")
    let copy = home.path("copy.sqlite")
    let output = try shortlist.run("export", "--database", database, "--format", "csv").output
    try output.write(toFile: table, atomically: true, encoding: .utf8)
    let outcome = try shortlist.run("import", "--database", copy, "--strict", table)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try contents(copy) == contents(database))
  }

  @Test("What is imported into a new file is what was exported", arguments: 0..<6)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let database = home.path("list.sqlite")
    var options = ItemRepository.Options()
    options.stemming = seed.isMultiple(of: 2) ? .english : .none
    let repository = try ItemRepository(path: database, options: options).blocking
    let sections = (0..<5).map { "\($0)" + HostileText.make(&generator) }
    for section in sections.dropFirst() {
      let title = HostileText.make(&generator)
      try repository.createSection(ItemSection(id: .init(section), title: title))
    }
    for number in 0..<60 {
      let payload: Data? =
        switch number % 4 {
        case 0: nil
        case 1: Data(HostileText.make(&generator).utf8)
        case 2:
          Data(["null", "{ \"a\": [1,\n2] }", "{\"a\":\"\u{7F}\"}", "7", ""][number % 5].utf8)
        default: Data((0..<9).map { _ in UInt8.random(in: 0...255, using: &generator) })
        }
      let keywords = (0..<number % 3).map { _ in
        HostileText.make(&generator).replacing("\u{1F}", with: "")
      }
      try repository.upsert([
        Item(
          id: .init("\(number)" + HostileText.make(&generator)),
          section: .init(sections[number % 4]), title: HostileText.title(&generator),
          subtitle: number % 5 == 0 ? HostileText.make(&generator) : "", keywords: keywords,
          body: number % 3 == 0 ? HostileText.make(&generator) : "",
          weight: number % 2 == 0 ? Double.random(in: 0...1e9, using: &generator) : 0,
          payload: payload,
          attributes: number % 3 == 0
            ? [:]
            : [
              "text": .text(HostileText.make(&generator)), "title": .boolean(number % 2 == 0),
              " x": .number(Double.random(in: -1e300...1e300, using: &generator)),
              "a.\(number)": .list([.text(HostileText.make(&generator)), 1, "1", true]),
            ])
      ])
    }
    let ids = try repository.items(in: .init(sections[0])).map(\.id)
    try repository.move([ids[5], ids[1]], to: .init(sections[1]), at: 2)
    try repository.reorder(
      .init(sections[2]), by: repository.items(in: .init(sections[2])).map(\.id).reversed())
    try repository.reorderSections([.init(sections[3])])
    repository.close()

    let exported = home.path("list.ndjson")
    let copy = home.path("copy.sqlite")
    let lines = try shortlist.run("export", "--database", database).output
    try lines.write(toFile: exported, atomically: true, encoding: .utf8)
    let outcome = try shortlist.run(
      "import", "--database", copy, "--strict", "--stemming", options.stemming.rawValue, exported)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try contents(copy) == contents(database))
    #expect(try shortlist.run("export", "--database", copy).output == lines)

    #expect(try answers(from: copy) == answers(from: database))
  }

  @Test("After random moves, what is imported gives the same answers", arguments: 0..<3)
  func moves(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let database = home.path("list.sqlite")
    let repository = try ItemRepository(path: database).blocking
    var items = (0..<400).map { number in
      Item(
        section: ItemSection.ID("\(number % 5)"), title: HostileText.word(number) + " \(number)",
        keywords: number % 7 == 0 ? [HostileText.word(number / 7)] : [],
        weight: [0, 1, 1, 300].randomElement(using: &generator) ?? 0)
    }
    try repository.load(items)
    for _ in 0..<200 {
      let section = ItemSection.ID("\(Int.random(in: 0..<6, using: &generator))")
      let count = Int.random(in: 1...3, using: &generator)
      try repository.move(
        items.shuffled(using: &generator).prefix(count).map(\.id), to: section,
        at: Bool.random(using: &generator) ? Int.random(in: 0..<100, using: &generator) : nil)
    }
    repository.close()
    let copy = home.path("copy.sqlite")
    let lines = try shortlist.run("export", "--database", database).output
    #expect(try shortlist.run("import", "-", "--database", copy, input: lines).status == 0)
    #expect(try contents(copy) == contents(database))
    #expect(try answers(from: copy) == answers(from: database))
    // An item without an id is found in the copy where it was in the list.
    items.shuffle(using: &generator)
    for path in [database, copy] {
      let list = try ItemRepository(path: path).blocking
      #expect(try list.load(items.prefix(100)).counts.unchanged == 100)
      for item in items.prefix(20) {
        let place = try #require(try list.item(item.id)).section
        #expect(try list.add(item.title, to: place).section == place)
      }
      list.close()
    }
    #expect(try contents(copy) == contents(database))
  }

  /// Returns the answers of `pipe`, without the time they took.
  private func answers(from database: String) throws -> [String] {
    let queries = (0..<60).map { number in
      let letter = String(UnicodeScalar(UInt8(97 + number % 26)))
      let text = number < 30 ? letter : HostileText.word(number)
      return #"{"q":"\#(text)","layout":"\#(number % 2 == 0 ? "flat" : "grouped")"}"#
    }
    let outcome = try shortlist.run(
      "pipe", "--database", database, input: queries.joined(separator: "\n") + "\n")
    #expect(outcome.lines.count == queries.count)
    return try outcome.lines.map { line in
      func essence(_ value: Any) -> Any {
        guard let object = value as? [String: Any] else {
          return (value as? [Any])?.map(essence) ?? value
        }
        return object.filter { $0.key != "micros" }.mapValues(essence)
      }
      let answer = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let data = try JSONSerialization.data(withJSONObject: essence(answer), options: .sortedKeys)
      return String(decoding: data, as: UTF8.self)
    }
  }
}

/// Texts that are hard to quote, escape or split.
private enum HostileText {
  private static let pieces = [
    "", " ", "a", "Zürich", "Zu\u{308}rich", "\u{0}", "\u{1}", "\n", "\r\n", "\t", "\"", "\\",
    "\\u0000", "{}", "[", ",", "'", "\u{1F}",
    "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "👨‍👩‍👧", "🇬🇷", "東京都",
    "ก็", "ß", "cooling", "cooled",
    "U.S.A", "d'Ivoire", "e-mail", "\u{10FFFF}", "</script>", "%s", "\u{1B}[31m", "land", "title:x",
    "1e400",
  ]

  /// Returns up to eight of the pieces, in any order.
  static func make(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...8, using: &generator))
      .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  /// Returns such a text that is never blank.
  static func title(_ generator: inout SeededGenerator) -> String {
    let text = make(&generator)
    return text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "–" : text
  }

  /// Returns a word to search for.
  static func word(_ number: Int) -> String {
    ["land", "zurich", "cool", "usa", "ivoire", "東", "ss", "email", "title:x", "\\\\"][number % 10]
  }
}
