import CShortlist
import Foundation
import Shortlist
import Testing

@Suite("Stems")
struct StemmingTests {
  static let items = [
    RelevanceTests.item("Heat", subtitle: "transfer", body: "The cooled wings were heated twice."),
    RelevanceTests.item("Cooling"),
  ]

  @Test("find other forms of whole words, behind those in titles")
  func otherForms() throws {
    let repository = try RelevanceTests.repository(Self.items, stemming: .english)
    let hits = try repository.search(SearchQuery("cooling ", layout: .flat)).hits
    #expect(hits.map(\.item.title) == ["Cooling", "Heat"])
    #expect(hits.map(\.tier) == [.title, .text])
    let marked = hits[1].highlights.map { String(hits[1].item.body[$0.range]) }
    #expect(marked == ["cooled"])
    #expect(try repository.search(SearchQuery("cools", layout: .flat)).hits.count == 2)
    #expect(try repository.search(SearchQuery("\"cools\"", layout: .flat)).hits.isEmpty)
    #expect(try repository.search(SearchQuery("coo", layout: .flat)).hits.count == 2)
  }

  @Test("are not there unless they were asked for")
  func off() throws {
    let repository = try RelevanceTests.repository(Self.items)
    #expect(try repository.search(SearchQuery("cools ", layout: .flat)).hits.isEmpty)
  }

  @Test("stay as the file was made, and are no terms")
  func fixed() throws {
    let path = NSTemporaryDirectory() + "stems-\(UUID().uuidString).sqlite"
    defer { for end in ["", "-wal", "-shm", "-lock"] { unlink(path + end) } }
    var options = ItemRepository.Options()
    options.stemming = .english
    let first = try ItemRepository(path: path, options: options).blocking
    try first.upsert([Item(section: "s", title: "Cooling")])
    #expect(try first.statistics().terms == 1)
    first.close()
    let second = try ItemRepository(path: path).blocking
    #expect(second.stemming == .english)
    #expect(try second.search(SearchQuery("cools ")).hits.count == 1)
    try second.reindex()
    #expect(try second.search(SearchQuery("cools ")).hits.count == 1)
    try second.remove(second.search(SearchQuery("cools ")).hits.map(\.id))
    #expect(try second.search(SearchQuery("cools ")).hits.isEmpty)
    second.close()
  }

  @Test(
    "are those of Porter's paper",
    arguments: [
      ("caresses", "caress"), ("ponies", "poni"), ("feed", "feed"), ("agreed", "agre"),
      ("plastered", "plaster"), ("motoring", "motor"), ("conflated", "conflat"), ("hopping", "hop"),
      ("falling", "fall"), ("filing", "file"), ("happy", "happi"), ("sky", "sky"),
      ("relational", "relat"), ("vietnamization", "vietnam"), ("triplicate", "triplic"),
      ("hopefulness", "hope"), ("adoption", "adopt"), ("probate", "probat"), ("rate", "rate"),
      ("controll", "control"), ("roll", "roll"), ("generalizations", "gener"), ("is", ""),
      ("été", ""),
    ])
  func paper(word: String, stem: String) {
    var bytes = [CChar](repeating: 0, count: 80)
    let length = word.withCString { shortlist_stem($0, Int32(word.utf8.count), &bytes) }
    let found = bytes.prefix(Int(length)).map { UInt8(bitPattern: $0) }
    #expect(String(decoding: found, as: UTF8.self) == stem)
  }
}
