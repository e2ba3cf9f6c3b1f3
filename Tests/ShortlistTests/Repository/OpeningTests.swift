import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Opening a repository")
struct OpeningTests {
  @Test("A file URL opens the file at its path, whatever its name")
  func urls() async throws {
    let folder = try TemporaryFolder()
    for name in ["list.sqlite", "a b%20ü?.sqlite"] {
      let url = URL(fileURLWithPath: folder.path(name))
      let repository = try ItemRepository(url: url)
      try await repository.add("Greece", to: "Countries")
      await repository.close()
      let again = try BlockingItemRepository(url: url)
      #expect(try again.search(SearchQuery("gre")).hits.map(\.item.title) == ["Greece"])
      again.close()
      #expect(folder.files.contains(name))
    }
  }

  @Test("A URL of anything but a file is refused")
  func otherURLs() throws {
    let url = try #require(URL(string: "https://example.com/list.sqlite"))
    #expect {
      try ItemRepository(url: url)
    } throws: {
      ($0 as? ShortlistError)?.code == .cannotOpen
    }
  }

  @Test("A blocking repository needs no other one")
  func blocking() throws {
    let file = try TemporaryDatabase()
    let repository = try BlockingItemRepository(path: file.path)
    try repository.add("Greece", to: "Countries")
    #expect(try repository.search(SearchQuery("gre")).total == .exactly(1))
    repository.close()
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let reader = try BlockingItemRepository(path: file.path, options: options)
    #expect(try reader.sections().map(\.count) == [1])
    reader.close()
  }

  @Test("A section is made once, and given as it is from then on")
  func ensuredSections() async throws {
    let repository = try ItemRepository(path: ":memory:")
    let visited = ItemSection(id: "visited", title: "Countries visited")
    #expect(try await repository.ensureSection(visited) == visited)
    let before = try await repository.statistics().sections
    var changes = repository.changes.makeAsyncIterator()
    #expect(try await repository.ensureSection(ItemSection(id: "visited")) == visited)
    #expect(try await repository.ensureSection(ItemSection(id: "other")).title == "other")
    #expect(await changes.next() != nil)
    #expect(try await repository.sections().map(\.section.title) == ["Countries visited", "other"])
    #expect(try await repository.statistics().sections == before + 1)
    await #expect {
      try await repository.ensureSection(ItemSection(id: ""))
    } throws: {
      ($0 as? ShortlistError)?.code == .invalidItem
    }
  }

  @Test("A section that is there is no change, and can be asked for in a file that is only read")
  func readOnlySection() throws {
    let file = try TemporaryDatabase()
    let repository = try BlockingItemRepository(path: file.path)
    try repository.add("Greece", to: "Countries")
    repository.close()
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let reader = try BlockingItemRepository(path: file.path, options: options)
    #expect(try reader.ensureSection(ItemSection(id: "Countries")).title == "Countries")
    #expect {
      try reader.ensureSection(ItemSection(id: "Other"))
    } throws: {
      ($0 as? ShortlistError)?.code == .readOnly
    }
  }
}
