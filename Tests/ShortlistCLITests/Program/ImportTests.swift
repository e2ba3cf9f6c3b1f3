import Foundation
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
    let good = "{\"title\":\"A\"}\n{\"title\":\"B\"}\n"
    let path = try home.write(good + String(repeating: "x\n", count: 12) + good, to: "in.ndjson")
    let outcome = try shortlist.run("import", path)
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines[0] == "\(path):3: an object was expected (at byte 1 of it)")
    #expect(lines[9].hasPrefix("\(path):12: "))
    #expect(lines[10] == "… and 2 more")
    #expect(lines[11].hasPrefix("Imported 4 items into 1 section in "))
    #expect(lines[12] == "Skipped 12 bad records.")
    #expect(try shortlist.run("list").lines == ["Items  2", "  A", "  B"])
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

  @Test("--replace makes the named sections what the file says, and leaves the others")
  func replace() throws {
    #expect(try shortlist.run("import", "--sample").status == 0)
    let path = try home.write(
      #"{"Countries visited": ["Japan", "India", "Perú", "India"], "New": [], "Newer": ["Fiji"]}"#,
      to: "in.json")
    #expect(try shortlist.run("import", "--replace", path).status == 0)
    #expect(
      try shortlist.run("sections").lines == [
        "Countries to visit  8", "Countries visited  3", "New  0", "Newer  1",
      ])
    #expect(
      try shortlist.run("list", "--section", "Countries visited").lines.dropFirst()
        == ["  Japan", "  India", "  Perú"])
    #expect(try shortlist.run("search", "usa").status == 1)
    // What cannot be read to its end replaces nothing.
    let bad = try home.write("name\nA\n", to: "bad.csv")
    #expect(try shortlist.run("import", "--replace", "--section", "Newer", bad).status == 2)
    let cut = try home.write(#"{"Newer": ["Tonga""#, to: "cut.json")
    #expect(try shortlist.run("import", "--replace", cut).status == 2)
    #expect(try shortlist.run("search", "fiji").status == 0)
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
      // 40 MB in lines of ordinary length and of 15 MiB, some of them too long by far.
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
