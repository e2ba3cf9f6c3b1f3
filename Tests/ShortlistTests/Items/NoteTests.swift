import Foundation
import Testing

@testable import Shortlist

@Suite("A note")
struct NoteTests {
  private static let items = [
    Item(id: "1", section: "s", title: "Rome", body: "A city", note: "Bring an umbrella"),
    Item(id: "2", section: "s", title: "Umbria", note: "umbrella, umbrella"),
    Item(id: "3", section: "s", title: "Paris", body: "umbrella"),
  ]

  @Test("is found, marked, checked and exported like any other text")
  func fields() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert(Self.items)
    let hits = try repository.search(SearchQuery("umbrella", layout: .flat)).hits
    #expect(Set(hits.map(\.id)) == ["1", "2", "3"])
    #expect(hits.first { $0.id == "1" }?.matchedFields == [.note])
    #expect(try repository.search(SearchQuery("note:umbrella")).hits.count == 2)
    let prose = try repository.search(SearchQuery("umbrella city", layout: .flat, match: .any))
    #expect(prose.hits.first?.id == "1")
    var exported: [Item] = []
    try repository.export { element in
      if case .item(let item) = element { exported.append(item) }
    }
    #expect(exported == Self.items)
    let json = try JSONEncoder().encode(Self.items)
    #expect(try JSONDecoder().decode([Item].self, from: json) == Self.items)
    #expect(try repository.check().findings == [])
  }

  @Test(
    "can be added to the items of a file from before there were notes",
    arguments: [RepositoryOptions.Stemming.none, .english])
  func earlierFile(stemming: RepositoryOptions.Stemming) throws {
    let database = try TemporaryDatabase()
    var options = RepositoryOptions()
    options.stemming = stemming
    let first = try ItemRepository(path: database.path, options: options).blocking
    try first.upsert([Item(id: "1", section: "s", title: "Rome", body: "Cities of Italy")])
    first.close()
    try RawDatabase(database.path).runUnguarded(
      """
      DROP TABLE item_texts;
      ALTER TABLE item DROP COLUMN note;
      UPDATE item SET checksum = NULL;
      CREATE VIRTUAL TABLE item_texts USING fts5(
        title, subtitle, keywords, body,
        content='', prefix='1 2 3', tokenize='shortlist\(stemming == .english ? " stem" : "")'
      );
      PRAGMA user_version = 13;
      """)
    let repository = try ItemRepository(path: database.path).blocking
    defer { repository.close() }
    #expect(try repository.search(SearchQuery("italy")).hits.map(\.id) == ["1"])
    #expect(
      try repository.search(SearchQuery("city")).hits.count == (stemming == .english ? 1 : 0))
    try repository.upsert([Item(id: "1", section: "s", title: "Rome", note: "umbrella")])
    #expect(try repository.search(SearchQuery("umbrella")).hits.count == 1)
    #expect(try repository.search(SearchQuery("italy")).hits.isEmpty)
    #expect(try repository.check().findings == [])
  }
}
