import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The program imports")
struct ImportTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    var shortlist = ShortlistBinary(home: home)
    shortlist.environment["SHORTLIST_DATABASE"] = home.path("list.sqlite")
    self.shortlist = shortlist
  }

  @Test("Bad lines are skipped and counted, the first ten are shown")
  func badLines() throws {
    let good = ["A", "B", "C", "D"].map { "{\"title\":\"\($0)\"}\n" }
    let bad = String(repeating: "x\n", count: 12)
    let path = try home.write(good[0] + good[1] + bad + good[2] + good[3], to: "in.ndjson")
    let outcome = try shortlist.run("import", path)
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines[0] == "\(path):3: expected an object (at byte 1 of the record)")
    #expect(lines[9].hasPrefix("\(path):12: "))
    #expect(lines[10] == "… and 2 more")
    #expect(lines[11].hasPrefix("Imported 4 items into 1 section in "))
    #expect(lines[12] == "Skipped 12 bad records.")
    #expect(try shortlist.run("list").lines == ["Items  4", "  A", "  B", "  C", "  D"])
  }

  @Test("Nothing but bad lines is an error")
  func onlyBadLines() throws {
    let path = try home.write("x\ny\n", to: "in.ndjson")
    let outcome = try shortlist.run("import", path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Skipped 2 bad records.\n"))
    #expect(outcome.errors.contains("Nothing could be imported."))
    #expect(try shortlist.run("import", try home.write("", to: "none.ndjson")).status == 0)
    let section = "{\"section\":\"s\",\"sectionTitle\":\"S\"}\nx\n"
    #expect(try shortlist.run("import", try home.write(section, to: "s.ndjson")).status == 0)
  }

  @Test(
    "A record with a blank title is skipped in every format",
    arguments: [
      ("ndjson", #"{"title":"A"}"# + "\n" + #"{"title":" ","body":"x"}"#),
      ("csv", "title,body\nA,\n\" \",x\n"), ("tsv", "title\tbody\nA\t\n \tx\n"),
      ("json", "[\"A\",\n{\"title\":\"\",\"weight\":2},\n\" \"]"),
    ])
  func blankTitles(format: String, text: String) throws {
    let path = try home.write(text, to: "in.\(format)")
    let outcome = try shortlist.run("import", path)
    #expect(outcome.status == 0)
    let line = format == "csv" || format == "tsv" ? 3 : 2
    #expect(outcome.errors.hasPrefix("\(path):\(line): the title is blank\n"))
    #expect(try shortlist.run("list").lines == ["Items  1", "  A"])
  }

  @Test("--strict stops at the first bad line, with status 2")
  func strict() throws {
    let path = try home.write("{\"title\":\"A\"}\nx\n{\"title\":\"B\"}\n", to: "in.ndjson")
    let outcome = try shortlist.run("import", "--strict", path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("\(path):2: "))
    #expect(try shortlist.run("list").lines == ["Items  1", "  A"])
  }

  @Test("All formats give the same list")
  func formats() throws {
    let files = [
      try home.write("{\"title\":\"A\",\"weight\":2}\n{\"title\":\"B\"}\n", to: "1.ndjson"),
      try home.write("{\"S\": [{\"title\":\"A\",\"weight\":2}, \"B\"]}", to: "2.json"),
      try home.write("title,weight\nA,2\nB,\n", to: "3.csv"),
      try home.write("title\tweight\nA\t2\nB\t\n", to: "4.tsv"),
      try home.write("[{\"title\":\"A\",\"weight\":2}, \"B\"]", to: "5"),
    ]
    for file in files {
      let database = file + ".sqlite"
      #expect(
        try shortlist.run("import", file, "--section", "S", "--database", database).status == 0)
      #expect(
        try shortlist.run("list", "--json", "--database", database).lines == [
          #"{"id":"S/A","section":"S","title":"A","weight":2}"#,
          #"{"id":"S/B","section":"S","title":"B"}"#,
        ])
    }
  }

  @Test("Importing what list --json printed gives the same list")
  func roundTrip() throws {
    let item =
      #"{"id":"1","section":"S","title":"T\u001b","subtitle":"U","keywords":["k;","l"],"#
      + #""body":"B\nC","weight":0.5,"payload":{"a":[1,"x"]}}"# + "\n"
    #expect(try shortlist.run("import", "-", input: item).status == 0)
    #expect(try shortlist.run("list", "--json").output == item)
  }

  @Test("Other columns and keys become attributes, and the summary says which")
  func attributes() throws {
    let path = try home.write(
      "title,continent,year\nLima,America,1535\nBern,Europe,1191\n", to: "in.csv")
    let outcome = try shortlist.run("import", path)
    #expect(outcome.status == 0)
    #expect(outcome.errors.split(separator: "\n").dropFirst() == ["Attributes: continent, year."])
    let again = try shortlist.run("import", "--replace", path, "--attributes", "year")
    #expect(again.errors.contains("Attributes: year.\n"))
    #expect(
      try shortlist.run("export").lines.last?.hasSuffix(#","attributes":{"year":1191}}"#) == true)
    let none = try shortlist.run("import", path, "--attributes", "none")
    #expect(none.errors.hasSuffix(": 2 updated.\n"))
  }

  @Test("--replace makes the named sections what the file says, and leaves the others")
  func replace() throws {
    #expect(try shortlist.run("import", "--sample").status == 0)
    let path = try home.write(
      #"{"Countries visited": ["Japan", "India", "Perú", "India"], "New": [], "Newer": ["Fiji"]}"#,
      to: "in.json")
    #expect(try shortlist.run("import", "--replace", path).status == 0)
    #expect(
      try shortlist.run("sections").lines == [
        "Countries to visit  8", "Countries visited  4", "New  0", "Newer  1",
      ])
    #expect(
      try shortlist.run("list", "--section", "Countries visited").lines.dropFirst()
        == ["  Japan", "  India", "  Perú", "  India"])
    #expect(try shortlist.run("search", "usa").status == 1)
    // An import that cannot be read to its end replaces nothing.
    let bad = try home.write("name\nA\n", to: "bad.csv")
    #expect(try shortlist.run("import", "--replace", "--section", "Newer", bad).status == 2)
    let cut = try home.write(#"{"Newer": ["Tonga""#, to: "cut.json")
    #expect(try shortlist.run("import", "--replace", cut).status == 2)
    #expect(try shortlist.run("search", "fiji").status == 0)
  }

  @Test("What export writes is read back from standard input, whatever the list")
  func exported() throws {
    let odd = home.path("odd.sqlite")
    let repository = try ItemRepository(path: odd).blocking
    for id in ["a", "b", "empty", "[1]"] {
      try repository.createSection(ItemSection(id: ItemSection.ID(id), title: "Same"))
    }
    try repository.upsert([
      Item(id: "{}", section: "b", title: "[", keywords: ["", ";"], weight: 0.1),
      Item(id: " ", section: "a", title: "x", subtitle: "\n", payload: Data([0, 255])),
      Item(id: "a/Rome", section: "b", title: "Rome"), Item(section: "[1]", title: "Rome"),
    ])
    repository.close()
    let none = home.path("none.sqlite")
    try ItemRepository(path: none).blocking.close()
    let sections = home.path("sections.sqlite")
    let empty = try ItemRepository(path: sections).blocking
    try empty.createSection(ItemSection(id: "only"))
    empty.close()
    for list in [odd, none, sections] {
      for format in ["ndjson", "csv"] {
        let lines = try shortlist.run("export", "--format", format, "--database", list).output
        let copy = list + "." + format
        let outcome = try shortlist.run("import", "-", "--database", copy, input: lines)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let copied = try shortlist.run("export", "--format", format, "--database", copy).output
        // A table has no separate sections, and no keyword with a semicolon.
        if format == "ndjson" || list != odd { #expect(copied == lines) }
        #expect(try shortlist.run("check", "--database", copy).status == 0)
      }
    }
  }

  @Test(
    "One bad first line loses that line alone",
    arguments: ["{\"titel\":\"A\"}", "{\"title\":\"A", "?"])
  func badFirstLine(line: String) throws {
    let outcome = try shortlist.run("import", "-", input: line + "\n{\"title\":\"B\"}\n")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("Skipped 1 bad record.\n"))
    #expect(try shortlist.run("list").lines == ["Items  1", "  B"])
  }

  @Test("Rows with one title are all there, and are found again")
  func equalTitles() throws {
    let path = try home.write(
      "title,section,subtitle\nSpringfield,US,IL\nSpringfield,US,MA\nSpringfield,US,MO\n",
      to: "in.csv")
    for expected in ["3 new", "3 unchanged"] {
      let outcome = try shortlist.run("import", path)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.first?.hasSuffix(": \(expected).") == true)
      #expect(lines.last?.hasPrefix("2 items had the section and title of another one") == true)
    }
    #expect(try shortlist.run("list").lines.first == "US  3")
    let ids = try shortlist.run("list", "--json").lines
    #expect(ids[1].hasPrefix(#"{"id":"US/Springfield#2","#))
    // Several files count as separate imports.
    let both = try shortlist.run("import", path, path)
    #expect(both.errors.contains(": 6 unchanged.\n"))
    #expect(try shortlist.run("import", path, path, "--replace").status == 0)
    #expect(try shortlist.run("list", "--json").lines == ids)
    let keyed = home.path("keyed.sqlite")
    #expect(
      try shortlist.run("import", "--key", "subtitle", path, "--database", keyed).errors
        .hasSuffix(": 3 new.\n"))
    #expect(try shortlist.run("list", "--json", "--database", keyed).output.contains(#""id":"MA""#))
  }

  @Test("An id that comes again is one item, the last, and is counted")
  func repeatedIDs() throws {
    let path = try home.write("id,title\n1,A\n2,B\n1,C\n", to: "in.csv")
    let outcome = try shortlist.run("import", path)
    #expect(outcome.errors.contains("Imported 2 items into 1 section in "))
    #expect(outcome.errors.contains("\n1 record repeated an id"))
    #expect(try shortlist.run("list").lines == ["Items  2", "  C", "  B"])
    #expect(try shortlist.run("import", "--replace", path).errors.contains("\n1 record repeated"))
    #expect(try shortlist.run("list").lines == ["Items  2", "  C", "  B"])
  }

  @Test("An item that was moved stays there when its file is imported again, or it is added again")
  func moved() throws {
    let path = try home.write(#"{"A": ["Rome", "Oslo"]}"#, to: "in.json")
    #expect(try shortlist.run("import", path).status == 0)
    #expect(try shortlist.run("move", "Rome", "--to", "B").status == 0)
    #expect(try shortlist.run("import", path).errors.contains(": 2 unchanged.\n"))
    let added = try shortlist.run("add", "--section", "A", "Rome", "Bern")
    #expect(
      added.errors
        == "“Rome” was moved to “B” before and stays there; "
        + "use shortlist move to move it again.\n")
    #expect(try shortlist.run("add", "--section", "B", "Rome").errors == "")
    #expect(try shortlist.run("list").lines == ["A  2", "  Oslo", "  Bern", "B  1", "  Rome"])
  }

  @Test("Text in another encoding is repaired with a hint, and a database is named as one")
  func otherFiles() throws {
    let bytes = Array("title;x\nZ".utf8) + [0xFC] + Array("rich;1\n".utf8)
    let latin = try home.write(bytes, to: "latin.csv")
    let outcome = try shortlist.run("import", latin)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("iconv -f WINDOWS-1252 -t UTF-8"))
    let database = try shortlist.run("import", home.path("list.sqlite"))
    #expect(database.status == 2)
    #expect(
      database.errors.contains("is a database; to copy the items of a list, use shortlist export"))
  }

  @Test("A search without words says so", arguments: [["search"], ["search", " "]])
  func noWords(arguments: [String]) throws {
    #expect(try shortlist.run("import", "--sample").status == 0)
    let outcome = try shortlist.run(arguments)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors == "There are no words to search for.\n")
  }

  @Test("Files that are not there, folders and other encodings are one clear sentence")
  func unreadable() throws {
    let utf16 = try home.write([0xFF, 0xFE, 0x41, 0x00], to: "utf16.csv")
    for path in ["/nonexistent/x.csv", home.path, utf16] {
      let outcome = try shortlist.run("import", path)
      #expect(outcome.status == 2)
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    #expect(try shortlist.run("import", "/dev/null").status == 0)
    #if os(Linux)
      #expect(try shortlist.run("import", "/dev/zero").status == 2)
    #endif
  }

  @Test("Progress is shown when asked for")
  func progress() throws {
    let lines = (1...25_000).map { "{\"title\":\"Item \($0)\"}\n" }.joined()
    let path = try home.write(lines, to: "in.ndjson")
    let outcome = try shortlist.run("import", "--progress", path)
    #expect(outcome.errors.contains("Importing: 10,000 items, "))
    #expect(outcome.errors.contains("Imported 25,000 items into 1 section in "))
    #expect(!(try shortlist.run("import", path).errors.contains("Importing")))
  }

  #if os(Linux)
    @Test("Memory does not grow with the file, or with its lines")
    func memory() throws {
      // 40 MB in lines of ordinary length and of 15 MiB, some of them far too long.
      var text = ""
      let long = String(repeating: "long line ", count: 1_500_000)
      for number in 1...20_000 { text += "{\"title\":\"Item \(number)\"}\n" }
      text += "{\"bad\":\"\(long)\"}\n{\"bad\":\"\(long)\(long)\"}\n"
      let path = try home.write(text, to: "in.ndjson")
      let process = shortlist.process(["import", path])
      process.standardError = FileHandle.nullDevice
      var peak = 0
      try process.run()
      while process.isRunning {
        peak = max(peak, MemoryFigures.peak(of: process.processIdentifier) ?? 0)
        usleep(2_000)
      }
      #expect(process.terminationStatus == 0)
      #expect(peak > 0 && peak < 100 << 20, "\(peak >> 20) MiB")
    }
  #endif
}
