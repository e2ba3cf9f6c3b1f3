import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// A change set writes its rows last and in another order, which nobody may notice.
@Suite("Rows written at the end of a change set")
struct PendingRowsTests {
  private static func item(_ generator: inout SeededGenerator) -> Item {
    let section = ItemSection.ID(generator.pick(["a", "b", "c"]))
    // Weights and lengths of titles decide where a row stands.
    let weight = generator.pick([0, 0, 1, 3, 100, 1e6])
    let payload = generator.once(in: 3) ? Data([UInt8(generator.number(0...2))]) : nil
    guard generator.once(in: 4) else {
      return Item(
        id: Item.ID("\(generator.number(0...40))"), section: section,
        title: generator.title(words: generator.number(1...4)), weight: weight, payload: payload)
    }
    return Item(
      section: section, title: generator.pick(["Rome", "Oslo", "Bern", "Łódź"]), weight: weight,
      payload: payload)
  }

  @Test("are those that one upsert after the other leaves", arguments: Rounds.seeds(10))
  func same(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 7_000_000)
    let applied = try ItemRepository(path: ":memory:").blocking
    let upserted = try ItemRepository(path: ":memory:").blocking
    defer {
      applied.close()
      upserted.close()
    }
    for _ in 0..<8 {
      let items = (0..<generator.number(1...60)).map { _ in Self.item(&generator) }
      let removals = (0..<generator.number(0...3)).map { _ in
        Item.ID("\(generator.number(0...40))")
      }
      let counts = try applied.apply(ChangeSet(upserts: items, removals: removals))
      let kept = Set(items.map(\.id))
      try upserted.remove(removals.filter { !kept.contains($0) })
      for item in items { try upserted.upsert([item]) }
      #expect(counts.inserted + counts.updated + counts.unchanged == items.count)
      if generator.once(in: 2), let here = try applied.item(generator.pick(items).id)?.id {
        for repository in [applied, upserted] { try repository.move([here], to: "c", at: 0) }
      }
      #expect(try applied.sections() == upserted.sections())
      for section in try applied.sections().map(\.id) {
        #expect(try applied.items(in: section) == upserted.items(in: section))
      }
    }
    #expect(try applied.check().findings == [])
  }
}
