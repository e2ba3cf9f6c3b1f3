import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Collecting sections")
struct SectionCollectorTests {
  @Test("Items keep their order, and the last of two with one id counts")
  func order() {
    var collector = SectionCollector()
    collector.add(Item(id: "1", section: "B", title: "one"))
    collector.add(Item(id: "2", section: "A", title: "two"))
    collector.add(Item(id: "3", section: "B", title: "three"))
    collector.add(Item(id: "1", section: "B", title: "uno"))
    collector.add(Item(id: "3", section: "A", title: "tres"))
    collector.add("C")
    #expect(collector.sections == ["B", "A", "C"])
    #expect(collector.items(in: "B").map(\.title) == ["uno"])
    #expect(collector.items(in: "A").map(\.title) == ["two", "tres"])
    #expect(collector.items(in: "C").isEmpty)
  }

  @Test("Items of one file without an id are different items, and the same ones in another")
  func derivedIDs() {
    var collector = SectionCollector()
    for file in ["first", "second"] {
      collector.add(Item(section: "A", title: "Same", subtitle: file))
      collector.add(Item(section: "A", title: "Same", subtitle: file))
      if file == "second" { collector.add(Item(section: "A", title: "Same", subtitle: "third")) }
      collector.endFile()
    }
    #expect(collector.items(in: "A").map(\.subtitle) == ["second", "second", "third"])
    #expect(collector.repeated == 2)
  }
}
