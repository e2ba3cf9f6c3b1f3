import Foundation
import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("The items of a load")
struct LoadItemsTests {
  /// An item of which any part may be missing or unusual.
  private static func item(_ generator: inout SeededGenerator) -> Item {
    func text(_ generator: inout SeededGenerator) -> String {
      generator.once(in: 4) ? "" : generator.text(words: 3)
    }
    let sections: [ItemSection.ID] = ["s", "\u{E9}", "e\u{301}", "", "Countries to visit"]
    let payloads: [Data?] = [nil, Data(), Data([0, 0xFF]), Data(repeating: 7, count: 300)]
    let keywords = (0..<generator.number(0...2)).map { _ in text(&generator) }
    let id: Item.ID? = generator.once(in: 3) ? nil : .init(text(&generator))
    var item = Item(
      id: id, section: sections[generator.number(0...4)], title: text(&generator),
      subtitle: text(&generator), keywords: keywords, body: text(&generator),
      weight: [0, 1, 2.5, -1, .nan, 1e12][generator.number(0...5)],
      payload: payloads[generator.number(0...3)])
    if generator.once(in: 3) { item.attributes = ["size": 3, "kind": "x"] }
    if generator.once(in: 3) { item.positionInSection = Int64(generator.number(0...9_999)) }
    if generator.once(in: 3), item.hasDerivedID { item.setNumber(3, of: item.id) }
    return item
  }

  @Test("are given back as they were", arguments: Rounds.seeds(10))
  func items(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 19_000_000)
    let items = (0..<60).map { _ in Self.item(&generator) }
    var loaded = LoadItems()
    for (index, item) in items.enumerated() {
      loaded.append(item, isRepeated: index.isMultiple(of: 7))
    }
    #expect(loaded.count == items.count)
    for (index, item) in items.enumerated() {
      let again = loaded.item(at: index)
      // A weight that is no number does not equal itself.
      #expect(again == item || item.weight.isNaN)
      #expect(again.section.rawValue.utf8.elementsEqual(item.section.rawValue.utf8))
      #expect(again.id.rawValue.utf8.elementsEqual(item.id.rawValue.utf8))
      #expect(again.number == item.number)
      #expect(again.positionInSection == item.positionInSection)
      #expect(loaded.id(at: index) == item.id)
      #expect(loaded.attributes(at: index) == item.attributes)
      #expect(loaded[index].isValid == ((try? item.validate()) != nil))
      #expect(loaded[index].isRepeated == index.isMultiple(of: 7))
      #expect(loaded[index].hasDerivedName == item.hasDerivedName)
      let texts = ItemTexts(item)
      #expect(loaded.texts(at: index) == texts)
      let size = texts.count + 16 * item.keywords.count + (item.payload?.count ?? 0)
      #expect(loaded[index].size == Int32(size))
      #expect(loaded[index].checksum == ItemChecksum.value(of: item, texts))
      if loaded[index].isValid { #expect(loaded[index].rankClass == item.rankClass) }
      loaded.withBytes(at: index, [0, 3]) { id, payload, columns in
        #expect(id.elementsEqual(item.id.rawValue.utf8))
        #expect(payload.map { Data($0) } == item.payload)
        #expect(columns.map { String(decoding: $0, as: UTF8.self) } == [texts[0], texts[3]])
      }
    }
    #expect(loaded.emptied().count == 0)
  }

  @Test("keep a keyword with a separator, so that its error names it")
  func separator() {
    let bad = Item(section: "s", title: "x", keywords: ["a\u{1F}b"])
    let loaded = LoadItems([bad])
    #expect(!loaded[0].isValid)
    #expect(loaded.item(at: 0) == bad)
  }
}
