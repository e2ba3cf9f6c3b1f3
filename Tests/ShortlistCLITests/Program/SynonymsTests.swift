import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The program's synonyms")
struct SynonymsTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    shortlist = ShortlistBinary(home: home)
    _ = try shortlist.run(
      "add", "--section", "s", "United States of America", "USA Today", "Kubernetes")
  }

  @Test("are listed, added and removed, with an exit status that says whether there were any")
  func commands() throws {
    #expect(try shortlist.run("synonyms").status == 1)
    #expect(
      try shortlist.run("synonyms", "add", "usa", "united states", "united states of america")
        .status == 0)
    #expect(try shortlist.run("synonyms", "add", "--one-way", "k8s", "kubernetes").status == 0)
    #expect(
      try shortlist.run("synonyms").lines == [
        "usa, united states, united states of america", "k8s → kubernetes",
      ])
    #expect(
      try shortlist.run("synonyms", "list", "--json").lines == [
        #"{"synonyms":["usa","united states","united states of america"]}"#,
        #"{"synonyms":["kubernetes"],"for":"k8s"}"#,
      ])
    #expect(
      try shortlist.run("search", "usa").lines.dropFirst().map {
        $0.trimmingCharacters(in: .whitespaces)
      } == ["United States of America", "USA Today"])
    let stats = try shortlist.run("stats")
    #expect(stats.lines.contains("Sets of synonyms    2"))
    #expect(try shortlist.run("stats", "--json").output.contains(#""synonyms":2"#))
    #expect(try shortlist.run("synonyms", "remove", "K8S", "usa").status == 1)
    #expect(try shortlist.run("synonyms", "remove", "K8S").status == 0)
    #expect(try shortlist.run("synonyms").lines.count == 1)
    #expect(try shortlist.run("synonyms", "clear").status == 0)
    #expect(try shortlist.run("synonyms").status == 1)
  }

  @Test("that cannot be used are refused with a sentence")
  func refused() throws {
    let outcome = try shortlist.run("synonyms", "add", "usa")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "shortlist: A set of synonyms needs at least two different words or phrases.\n")
  }

  @Test("of a hit are in its JSON")
  func json() throws {
    _ = try shortlist.run("synonyms", "add", "--one-way", "k8s", "kubernetes")
    let found = try shortlist.run("search", "--json", "k8s")
    #expect(found.output.contains(#""synonym":true"#))
    #expect(try !shortlist.run("search", "--json", "kubernetes").output.contains("synonym"))
  }

  @Test("travel with the list, as NDJSON or in a JSON array", arguments: [false, true])
  func roundTrip(isArray: Bool) throws {
    _ = try shortlist.run("synonyms", "add", "usa", "united \"states\"", "États-Unis")
    _ = try shortlist.run("synonyms", "add", "--one-way", "k8s", "kubernetes")
    let exported = try shortlist.run("export")
    #expect(
      exported.lines.suffix(2) == [
        #"{"synonyms":["usa","united \"states\"","États-Unis"]}"#,
        #"{"synonyms":["kubernetes"],"for":"k8s"}"#,
      ])
    let (file, copy) = (home.path(isArray ? "list.json" : "list.ndjson"), home.path("copy.sqlite"))
    let text = isArray ? "[\(exported.lines.joined(separator: ",\n"))]" : exported.output
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let imported = try shortlist.run("import", "--strict", "--database", copy, file)
    #expect(imported.errors.contains("Added 2 sets of synonyms."))
    #expect(try shortlist.run("export", "--database", copy).output == exported.output)
    let again = try shortlist.run("import", "--replace", "--database", copy, file)
    #expect(again.status == 0 && !again.errors.contains("synonyms"))
    #expect(try shortlist.run("export", "--database", copy).output == exported.output)
    // A part of the list goes without them.
    #expect(try !shortlist.run("export", "--section", "s").output.contains("synonyms"))
  }

  @Test("are not in a table, which the export says")
  func table() throws {
    #expect(try shortlist.run("export", "--format", "csv").errors == "")
    _ = try shortlist.run("synonyms", "add", "a", "b")
    let table = try shortlist.run("export", "--format", "csv")
    #expect(
      table.errors
        == "Left out 1 set of synonyms: a table cannot hold them, NDJSON can.\n")
    #expect(!table.output.contains("synonym"))
  }

  @Test("that are not valid are bad records, and an item may have such a key")
  func badRecords() throws {
    let file = home.path("list.ndjson")
    let lines = [
      #"{"synonyms":["a"]}"#, #"{"synonyms":["a","b"],"title":"T","section":"s","for":"x"}"#,
      #"{"synonyms":["c","d"],"for":null,"more":1}"#, #"{"synonyms":"e"}"#,
    ]
    try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let outcome = try shortlist.run("import", file)
    #expect(outcome.status == 0)
    for line in [
      "\(file):1: A set of synonyms needs at least two different words or phrases.",
      "\(file):4: there is no title", "Added 1 set of synonyms.", "Skipped 2 bad records.",
    ] {
      #expect(outcome.errors.contains(line), "\(outcome.errors)")
    }
    #expect(try shortlist.run("synonyms").lines == ["c, d"])
    #expect(try shortlist.run("show", "s/T").status == 0)
  }
}
