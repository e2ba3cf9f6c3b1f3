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

  @Test("may share an array")
  func shared() {
    let items = [
      Item(section: "s", title: "Łódź", subtitle: "city"),
      Item(section: "s", title: "Rome", keywords: ["Roma"], body: "eternal"),
      Item(section: "s", title: ""),
    ]
    var bytes: [UInt8] = [0x1F]
    let starts = items.map { item in
      defer { ItemTexts.append(item, to: &bytes) }
      return bytes.count
    }
    for (item, start) in zip(items, starts) {
      let texts = ItemTexts(in: bytes, at: start)
      #expect(texts == ItemTexts(item))
      #expect(texts.count == ItemTexts(item).count)
      #expect(Field.columns.indices.map { texts[$0] } == Field.columns.map { item[column: $0] })
    }
    #expect(ItemTexts(in: bytes, at: starts[0]) != ItemTexts(in: bytes, at: starts[1]))
  }
}
