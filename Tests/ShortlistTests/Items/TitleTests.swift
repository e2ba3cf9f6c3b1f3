import Shortlist
import Testing

@Suite("Titles of items and sections")
struct TitleTests {
  @Test(
    "A blank title is refused, and nothing is changed", arguments: ["", " ", "\t\n", "\u{3000}"])
  func blankTitles(title: String) throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    func expectRefusal(_ change: () throws -> Void) {
      #expect {
        try change()
      } throws: {
        ($0 as? ShortlistError)?.code == .invalidItem
      }
    }
    let good = Item(section: "Countries", title: "Greece")
    let blank = Item(id: "blank", section: "Countries", title: title, body: "A text")
    expectRefusal { _ = try repository.add(title, to: "Countries") }
    expectRefusal { try repository.upsert([good, blank]) }
    expectRefusal { _ = try repository.load([good, blank]) }
    expectRefusal {
      try repository.replaceSection(ItemSection(id: "Countries"), with: [good, blank])
    }
    #expect(try repository.sections().isEmpty)
  }

  @Test(
    "A title of symbols alone is kept and found again", arguments: ["!!!", "–", "\u{0}", "\u{301}"])
  func symbols(title: String) throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    let item = try repository.add(title, to: "Symbols")
    #expect(try repository.items(in: "Symbols") == [item])
  }

  @Test("To move nothing makes no section")
  func movingNothing() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.add("Greece", to: "Countries")
    try repository.move([], to: "Elsewhere")
    try repository.move([], to: "Elsewhere", at: 0)
    #expect(try repository.sections().map(\.section.title) == ["Countries"])
  }
}
