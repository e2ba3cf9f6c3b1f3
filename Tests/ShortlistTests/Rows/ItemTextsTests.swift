import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("The texts of an item")
struct ItemTextsTests {
  @Test("are those of its fields, in the order of the columns", arguments: Rounds.seeds(10))
  func columns(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 15_000_000)
    func text() -> String { generator.once(in: 3) ? "" : generator.text(words: 3) }
    let keywords = (0..<generator.number(0...3)).map { _ in text().replacing("\u{1F}", with: "") }
    let item = Item(
      section: "s", title: text(), subtitle: text(), keywords: keywords, body: text())
    let texts = ItemTexts(item)
    let expected = Field.columns.map { item[column: $0] }
    #expect(Field.columns.indices.map { texts[$0] } == expected)
    #expect(texts == ItemTexts(all: expected))
    #expect(texts.title == item.title)
    #expect(texts.count == expected.reduce(0) { $0 + $1.utf8.count })
    #expect(
      texts.isIn(IndexTable.texts, hasStems: false) == !(item.subtitle + item.body).isEmpty)
    #expect(texts.isIn(IndexTable.titles, hasStems: false))
    #expect(texts.isIn(IndexTable.texts, hasStems: true))
  }

  @Test("are equal only byte by byte")
  func equality() {
    let composed = ItemTexts(all: ["\u{E9}", "", "", ""])
    let decomposed = ItemTexts(all: ["e\u{301}", "", "", ""])
    #expect(composed != decomposed)
    #expect(ItemTexts(all: ["ab", "c", "", ""]) != ItemTexts(all: ["a", "bc", "", ""]))
  }

  @Test("give an item of a load back as it was")
  func loadItem() throws {
    var item = Item(
      id: "7", section: "s", title: "Łódź", subtitle: "city", keywords: ["Lodz", "Lodsch"],
      body: "in Poland", weight: 3, attributes: ["country": "Poland"])
    item.positionInSection = 2_048
    let loaded = LoadItem(item)
    #expect(loaded.isValid)
    #expect(loaded.whole == item)
    #expect(loaded.whole.positionInSection == 2_048)
    let bad = Item(section: "s", title: "x", keywords: ["a\u{1F}b"])
    #expect(!LoadItem(bad).isValid)
    #expect(LoadItem(bad).whole == bad)
  }
}
