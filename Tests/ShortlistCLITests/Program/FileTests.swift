import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The program and its files")
struct FileTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary
  private let database: String

  init() throws {
    home = try TemporaryFolder()
    database = home.path("list.sqlite")
    var shortlist = ShortlistBinary(home: home)
    shortlist.environment["SHORTLIST_DATABASE"] = database
    self.shortlist = shortlist
  }

  @Test("A file that is not there is one clear sentence and status 2, and is not made")
  func missingFile() throws {
    let nowhere = try shortlist.run("search", "--database", "/nonexistent/x", "land")
    #expect(nowhere.status == 2)
    #expect(nowhere.errors == "shortlist: There is no database at /nonexistent/x.\n")
    for command in [["search", "land"], ["list"], ["remove", "x"], ["optimize"], ["reindex"]] {
      let process = shortlist.process(command)
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 2)
    }
    #expect(home.files == [])
  }

  @Test("What is no database is left alone")
  func otherFile() throws {
    let path = try home.write("Dear diary,\n", to: "diary.txt")
    for command in ["search", "list", "import"] {
      let outcome = try shortlist.run(command, "--sample", "--database", path)
      #expect(outcome.status == 2)
    }
    #expect(try shortlist.run("import", "--sample", "--database", path).status == 2)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "Dear diary,\n")
  }

  @Test("add makes the default file with its folder, for the user alone")
  func defaultFile() throws {
    let plain = ShortlistBinary(home: home)
    #expect(try plain.run("add", "--section", "Countries", "Perú", "Japan").status == 0)
    let outcome = try plain.run("search", "peru")
    #expect(outcome.lines == ["Countries  1", "  Perú"])
    #expect(outcome.errors == "")
    #if os(Linux)
      let folder = home.path(".local/share/shortlist")
      let attributes = try FileManager.default.attributesOfItem(atPath: folder)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    #endif
  }

  @Test("An imported item that is moved is found in its new section by the next search")
  func importAndMove() throws {
    #expect(try shortlist.run("import", "--sample").status == 0)
    #expect(try shortlist.run("search", "greece").lines == ["Countries to visit  1", "  Greece"])
    #expect(try shortlist.run("move", "Greece", "--to", "Countries visited").status == 0)
    #expect(try shortlist.run("search", "greece").lines == ["Countries visited  1", "  Greece"])
    #expect(
      try shortlist.run("list", "--section", "Countries visited").lines == [
        "Countries visited  3", "  India", "  U.S.A", "  Greece",
      ])
    #expect(
      try shortlist.run("move", "Greece", "--to", "Countries visited", "--at", "1").status == 0)
    #expect(
      try shortlist.run("list", "--section", "Countries visited").lines.dropFirst()
        == ["  Greece", "  India", "  U.S.A"])
    #expect(try shortlist.run("remove", "Greece").status == 0)
    #expect(try shortlist.run("search", "greece").status == 1)
  }

  @Test("A move by the program changes the live results of another process")
  func liveMove() async throws {
    #expect(try shortlist.run("import", "--sample").status == 0)
    let repository = try ItemRepository(path: database)
    var results = repository.results(for: SearchQuery("greece")).makeAsyncIterator()
    #expect(try await results.next()?.groups.map(\.section.title) == ["Countries to visit"])
    for section in ["Countries visited", "Countries to visit"] {
      #expect(try shortlist.run("move", "Greece", "--to", section).status == 0)
      #expect(try await results.next()?.groups.map(\.section.title) == [section])
    }
    await repository.close()
  }

  @Test("A title that two items have must be told apart by id")
  func ambiguousTitles() throws {
    #expect(try shortlist.run("add", "--section", "A", "Paris").status == 0)
    #expect(try shortlist.run("add", "--section", "B", "Paris").status == 0)
    let outcome = try shortlist.run("remove", "Paris")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("A/Paris") && outcome.errors.contains("B/Paris"))
    #expect(try shortlist.run("remove", "A/Paris").status == 0)
    #expect(try shortlist.run("show", "Paris").lines[0] == "Paris")
    #expect(try shortlist.run("show", "Atlantis").status == 2)
  }

  @Test("An item is shown with all its fields")
  func show() throws {
    let added = try shortlist.run(
      "add", "--section", "S", "Zürich", "--id", "zrh", "--subtitle", "City", "--keyword", "Zurigo",
      "--keyword", "Turitg", "--body", "On the lake.\nIn the north.", "--weight", "421878")
    #expect(added.status == 0)
    let outcome = try shortlist.run("show", "zrh")
    #expect(
      outcome.output == """
        Zürich
        City
          id        zrh
          section   S
          weight    421,878
          keyword   Zurigo
          keyword   Turitg

        On the lake.
        In the north.

        """)
    let line = try shortlist.run("show", "Zürich", "--json").output
    #expect(try shortlist.run("list", "--json").output == line)
  }

  @Test("Sections can be created, renamed, ordered and removed")
  func sections() throws {
    #expect(try shortlist.run("sections", "create", "b", "--title", "Bees").status == 0)
    #expect(try shortlist.run("sections", "create", "b").status == 2)
    #expect(try shortlist.run("add", "--section", "Ants", "Fire ant").status == 0)
    #expect(try shortlist.run("add", "--section", "Bees", "Bumblebee").status == 0)
    #expect(try shortlist.run("sections").lines == ["Bees  1", "Ants  1"])
    #expect(try shortlist.run("sections", "reorder", "Ants").status == 0)
    #expect(try shortlist.run("sections", "rename", "Bees", "Wild bees").status == 0)
    #expect(
      try shortlist.run("sections", "--json").lines == [
        #"{"id":"Ants","title":"Ants","count":1}"#, #"{"id":"b","title":"Wild bees","count":1}"#,
      ])
    #expect(try shortlist.run("sections", "remove", "Ants").status == 0)
    #expect(try shortlist.run("sections", "remove", "Ants").status == 2)
    #expect(try shortlist.run("sections").lines == ["Wild bees  1"])
  }

  @Test("Upkeep keeps what can be found")
  func upkeep() throws {
    #expect(try shortlist.run("import", "--sample").status == 0)
    #expect(try shortlist.run("optimize").status == 0)
    #expect(try shortlist.run("reindex", "--progress").status == 0)
    #expect(try shortlist.run("search", "land").lines.count == 6)
    let stats = try #require(try Answer(shortlist.run("stats", "--json").output)).json
    #expect(stats["items"] as? Int == 10)
    #expect(stats["sections"] as? Int == 2)
    #expect(try shortlist.run("stats").lines[0] == "Items               10")
  }

  @Test("An index that was left half built answers, and is gone on with before the next change")
  func killedReindex() throws {
    let items = (0..<12_000).map { Item(section: "Lands", title: "Land \($0)") }
    let repository = try ItemRepository(path: database).blocking
    try repository.load(items)
    var attempts = 0
    repeat {
      attempts += 1
      let process = shortlist.process(["reindex", "--progress"])
      let progress = Pipe()
      process.standardError = progress
      try process.run()
      // The first progress line comes after 10,000 items.
      _ = progress.fileHandleForReading.availableData
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    } while try !repository.needsReindex() && attempts < 20
    #expect(try repository.needsReindex())
    #expect(try shortlist.run("check").status == 0)
    #expect(try shortlist.run("search", "land 11999").errors == "")
    let added = try shortlist.run("add", "--section", "Lands", "Land of Cockaigne")
    #expect(added.status == 0)
    #expect(added.errors == "The index is out of date. Rebuilding it first.\n")
    #expect(try !repository.needsReindex())
    #expect(try shortlist.run("search", "cockaigne").lines.last == "  Land of Cockaigne")
    #expect(try shortlist.run("check").status == 0)
    repository.close()
  }

  @Test("What cannot be written is an error, unless nobody reads on")
  func fullOutput() throws {
    guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
    #expect(try shortlist.run("import", "--sample").status == 0)
    let process = shortlist.process(["list"])
    process.standardOutput = full
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)

    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let unheard = shortlist.process(["list"])
    unheard.standardOutput = pipe
    try unheard.run()
    unheard.waitUntilExit()
    #expect(unheard.terminationReason == .exit)
    #expect(unheard.terminationStatus == 0)
  }

  @Test("Titles cannot act on a terminal")
  func hostileTitles() throws {
    let titles = "{\"title\":\"evil \\u001b]0;owned\\u0007\\u009b31m\\u202e\\nx\"}\n"
    #expect(try shortlist.run("import", "-", input: titles).status == 0)
    for command in [
      ["search", "evil"], ["search", "evil", "--json"], ["list"], ["list", "--json"],
    ] {
      let process = shortlist.process(command)
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = String(
        decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(output.contains("evil"))
      #expect(
        !output.unicodeScalars.contains {
          $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
        })
    }
  }

  @Test("Mistakes in the arguments are status 2, help is 0")
  func usage() throws {
    #expect(try shortlist.run("serch").status == 2)
    #expect(try shortlist.run("search", "--bogus").status == 2)
    #expect(try shortlist.run("add", "Japan").status == 2)
    #expect(try shortlist.run("--help").output.contains("search"))
    #expect(try shortlist.run("help", "import").output.contains("--replace"))
    #expect(try shortlist.run("--generate-completion-script", "bash").output.contains("shortlist"))
  }
}
