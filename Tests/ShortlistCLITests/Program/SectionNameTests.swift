import ShortlistTestSupport
import Testing

@Suite("The program names sections")
struct SectionNameTests {
  @Test("A title that two sections have names neither; their ids do")
  func equalTitles() throws {
    var shortlist = ShortlistBinary(home: try TemporaryFolder())
    let folder = try TemporaryFolder()
    shortlist.environment["SHORTLIST_DATABASE"] = folder.path("list.sqlite")
    for id in ["north", "south"] {
      #expect(try shortlist.run("sections", "create", id, "--title", "Korea").status == 0)
    }
    #expect(try shortlist.run("add", "--section", "Cities", "Seoul").status == 0)
    for command in [
      ["move", "Seoul", "--to", "Korea"], ["add", "--section", "Korea", "Busan"],
      ["search", "--section", "Korea", "seoul"], ["list", "--section", "Korea"],
      ["sections", "remove", "Korea"], ["import", "--section", "Korea", "/dev/null"],
    ] {
      let outcome = try shortlist.run(command)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.hasSuffix(
          "2 sections have the title “Korea”; specify one by its id:\n  north\n  south\n"),
        "\(command): \(outcome.errors)")
    }
    #expect(try shortlist.run("sections").lines == ["Korea  0", "Korea  0", "Cities  1"])
    #expect(try shortlist.run("move", "Seoul", "--to", "south").status == 0)
    #expect(try shortlist.run("sections").lines == ["Korea  0", "Korea  1", "Cities  0"])
  }
}
