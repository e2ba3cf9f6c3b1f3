import Shortlist
import Testing

@Suite("Recent searches")
struct RecentSearchesTests {
  @Test("are kept newest first, and each once, however it is written")
  func order() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    for text in ["zürich", "rome", " ZURICH ", "new zealand", "…", "  ", ""] {
      try repository.rememberSearch(text)
    }
    #expect(try repository.recentSearches() == ["new zealand", "ZURICH", "rome"])
    #expect(try repository.recentSearches(limit: 1) == ["new zealand"])
  }

  @Test("are kept up to fifty, and not when they are endless")
  func bounds() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    for number in 1...60 { try repository.rememberSearch("text \(number)") }
    try repository.rememberSearch(String(repeating: "long ", count: 1_000))
    let wanted = (11...60).reversed().map { "text \($0)" }
    #expect(try repository.recentSearches() == wanted)
  }

  @Test("go on from what was typed")
  func prefix() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    for text in ["Greece", "green land", "rome", "green"] { try repository.rememberSearch(text) }
    #expect(try repository.recentSearches(from: "GRÉ") == ["green", "green land", "Greece"])
    #expect(try repository.recentSearches(from: "green") == ["green land"])
  }

  @Test("are forgotten one by one, and all")
  func removal() async throws {
    let repository = try ItemRepository(path: ":memory:")
    for text in ["a", "b", "c"] { try await repository.rememberSearch(text) }
    try await repository.removeRecentSearch("B")
    try await repository.removeRecentSearch("never")
    #expect(try await repository.recentSearches() == ["c", "a"])
    try await repository.removeRecentSearches()
    #expect(try await repository.recentSearches().isEmpty)
  }

  @Test("stay in the file; one that is only read keeps none, and says nothing")
  func file() throws {
    let file = try TemporaryDatabase()
    let writer = try ItemRepository(path: file.path).blocking
    try writer.rememberSearch("rome")
    writer.close()
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let reader = try ItemRepository(path: file.path, options: options).blocking
    try reader.rememberSearch("greece")
    #expect(try reader.recentSearches() == ["rome"])
    reader.close()
  }

  @Test("are suggested, and completions after them")
  func suggestions() async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.upsert(
      ["Greece", "Greenland", "Grenada"].map { Item(section: "s", title: $0) })
    for text in ["rome", "greece"] { try await repository.rememberSearch(text) }
    #expect(try await repository.suggestions(for: "").map(\.text) == ["greece", "rome"])
    #expect(
      try await repository.suggestions(for: "gre").map(\.text) == [
        "greece", "Grenada", "Greenland",
      ])
    for text in ["green", "gr 1", "gr 2", "gr 3"] { try await repository.rememberSearch(text) }
    // Half of each when there are many of both.
    #expect(
      try await repository.suggestions(for: "g", limit: 4).map(\.text) == [
        "gr 3", "gr 2", "Greece", "Grenada",
      ])
  }
}
