import ArgumentParser
import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Arguments")
struct ArgumentTests {
  private func parse<Command: ParsableCommand>(
    _ type: Command.Type, _ arguments: [String]
  ) throws -> Command {
    try #require(try ShortlistProgram.parseAsRoot(arguments) as? Command)
  }

  @Test("Words are words, even with a minus before them, and options may stand among them")
  func searchWords() throws {
    let command = try parse(
      SearchCommand.self,
      ["search", "new", "-zealand", "--section", "A", "--section", "B", "--limit", "3", "x y "])
    #expect(command.asked.typed.words == ["new", "-zealand", "x y "])
    #expect(command.asked.typed.section == ["A", "B"])
    #expect(command.asked.limit == 3)
  }

  @Test("Choices are read by their names")
  func choices() throws {
    let command = try parse(
      SearchCommand.self, ["search", "--order", "list", "--match", "any", "--color", "never"])
    #expect(command.asked.results.order == .list && command.asked.match == .any)
    #expect(command.color == .never)
    #expect(command.asked.typed.words.isEmpty)
  }

  @Test(
    "Mistakes are refused",
    arguments: [
      ["serch"], ["search", "--bogus", "x"], ["search", "--limit", "0", "x"],
      ["search", "--limit", "x"], ["search", "--order", "best", "x"], ["search", "--groups", "-1"],
      ["import"], ["import", "--sample", "f"], ["import", "--strict", "--skip-bad", "f"],
      ["import", "-", "-"], ["import", "f", "--key", "a", "--untrusted"],
      ["import", "--format", "xml", "f"], ["add", "A"],
      ["add", "--section", "S"], ["add", "--section", "S", ""],
      ["add", "--section", "S", "--id", "1", "A", "B"],
      ["add", "--section", "S", "--weight", "-1", "A"],
      ["add", "--section", "S", "--weight", "nan", "A"], ["move", "A"],
      ["move", "A", "--to", "S", "--at", "0"], ["remove"], ["show"], ["show", "a", "b"],
      ["sections", "create"], ["sections", "create", ""], ["sections", "rename", "a"], ["tokens"],
    ])
  func mistakes(arguments: [String]) {
    #expect(throws: (any Error).self) { try ShortlistProgram.parseAsRoot(arguments) }
  }

  @Test(
    "A number below 0 is refused for what it is",
    arguments: [
      (
        ["add", "--section=S", "--weight", "-1", "A"],
        "--weight must be a finite number, 0 or more."
      ),
      (["move", "A", "--to", "S", "--at", "-1"], "--at must be 1 or more."),
      (["search", "--groups", "-1", "a"], "--groups must be 1 or more."),
      (["search", "--limit", "-1", "a"], "--limit must be 1 or more."),
      (["complete", "--limit", "-1", "a"], "--limit must be 1 or more."),
      (["browse", "--limit", "-1"], "--limit must be 1 or more."),
    ])
  func negativeNumbers(arguments: [String], message: String) {
    #expect {
      try ShortlistProgram.parseAsRoot(arguments)
    } throws: {
      ShortlistProgram.message(for: $0) == message
    }
  }

  @Test(
    "--untrusted is an option of the commands that only read",
    arguments: [
      (["add", "--section", "S", "A"], false), (["move", "A", "--to", "S"], false),
      (["import", "f"], false), (["remove", "A"], false), (["optimize"], false),
      (["reindex"], false), (["sections", "create", "S"], false), (["check", "--repair"], false),
      (["sections", "list"], true), (["check"], true), (["search", "a"], true), (["list"], true),
      (["export"], true), (["backup", "f"], true), (["stats"], true), (["why", "A", "a"], true),
    ] as [([String], Bool)])
  func untrusted(arguments: [String], isThere: Bool) {
    #expect(throws: Never.self) { try ShortlistProgram.parseAsRoot(arguments) }
    let isTaken = (try? ShortlistProgram.parseAsRoot(arguments + ["--untrusted"])) != nil
    #expect(isTaken == isThere)
  }

  @Test("sections lists by default")
  func sections() throws {
    #expect(try parse(SectionsListCommand.self, ["sections", "--json"]).json)
  }
}
