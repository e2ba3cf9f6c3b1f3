import Shortlist
import Testing

@Suite("The rows of a search session", .timeLimit(.minutes(30)))
struct SearchSessionRowsTests {
  private let repository: ItemRepository

  init() throws {
    repository = try ItemRepository(path: ":memory:")
    try repository.blocking.upsert(
      ["Iceland", "Greece", "Ireland"].map { Item(id: Item.ID($0), section: "Wanted", title: $0) }
        + [Item(id: "India", section: "Visited", title: "India")])
  }

  /// Returns the titles of sections and items, as a table would ask for them.
  private func table(_ rows: SearchSessionRows) async throws -> [String] {
    var lines: [String] = []
    for section in 0..<rows.numberOfSections {
      lines.append("# \(rows.title(of: section) ?? "")")
      for row in 0..<rows.numberOfRows(in: section) {
        let path = ItemPath(section: section, row: row)
        let item = try #require(try await rows.item(at: path))
        lines.append(item.title + (rows.hit(at: path).map { " (\($0.tier.name))" } ?? ""))
      }
    }
    return lines
  }

  @Test("are the list, then what was found, then the list again")
  func contents() async throws {
    let session = SearchSession(repository)
    let list = ["# Wanted", "Iceland", "Greece", "Ireland", "# Visited", "India"]
    #expect(try await table(session.rows()) == list)
    await session.send(.text("i"))
    _ = await session.state { $0.phase == .answered }
    #expect(
      try await table(session.rows()) == [
        "# Visited", "India (prefix)", "# Wanted", "Iceland (prefix)", "Ireland (prefix)",
      ])
    await session.send(.cancel)
    #expect(try await table(session.rows()) == list)
  }

  @Test("are in one section without a title when results are flat")
  func flat() async throws {
    let configuration = SearchSessionConfiguration(query: SearchQuery("", layout: .flat))
    let session = SearchSession(repository, configuration: configuration)
    await session.send(.text("ind"))
    _ = await session.state { $0.phase == .answered }
    #expect(try await table(session.rows()) == ["# ", "India (prefix)"])
    await session.send(.text("no such"))
    _ = await session.state { $0.phase == .answered && $0.text == "no such" }
    #expect(try await table(session.rows()) == ["# "])
  }

  @Test("are read page by page, and may be gone")
  func pages() async throws {
    let rows = try await SearchSession(repository).rows()
    #expect(try await rows.items(in: 0, from: 1, limit: 5).map(\.title) == ["Greece", "Ireland"])
    try await repository.remove(["Ireland"])
    #expect(try await rows.item(at: ItemPath(section: 0, row: 2)) == nil)
    #expect(ItemPath(section: 0, row: 9) < ItemPath(section: 1, row: 0))
  }
}
