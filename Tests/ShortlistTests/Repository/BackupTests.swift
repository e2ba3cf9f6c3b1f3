import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("A backup of a repository")
final class BackupTests {
  private let folder: TemporaryFolder
  private let repository: BlockingItemRepository
  private let path: String
  private let goal: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("list.sqlite")
    goal = folder.path("backup.sqlite")
    repository = try ItemRepository(path: path).blocking
    try repository.upsert(["Greece", "Iceland"].map { Item(section: "Countries", title: $0) })
  }

  deinit { repository.close() }

  private func titles(at path: String) throws -> [String] {
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let repository = try ItemRepository(path: path, options: options).blocking
    defer { repository.close() }
    #expect(try repository.check().findings == [])
    return try repository.items(in: "Countries").map(\.title)
  }

  private func code(of work: () throws -> Void) -> ShortlistError.Code? {
    do {
      try work()
      return nil
    } catch {
      return (error as? ShortlistError)?.code
    }
  }

  @Test("is a whole file of one moment, for its owner alone")
  func file() async throws {
    try repository.backup(to: goal)
    try repository.add("Peru", to: "Countries")
    #expect(
      folder.files == [
        "backup.sqlite", "list.sqlite", "list.sqlite-lock", "list.sqlite-shm",
        "list.sqlite-wal",
      ])
    let attributes = try FileManager.default.attributesOfItem(atPath: goal)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // It can be read without a log or shared memory.
    #expect(try Data(contentsOf: URL(fileURLWithPath: goal))[18..<20] == Data([1, 1]))
    #expect(try titles(at: goal) == ["Greece", "Iceland"])
    let memory = try ItemRepository(path: ":memory:")
    try await memory.add("Rome", to: "Countries")
    try await memory.backup(to: folder.path("memory.sqlite"))
    #expect(try titles(at: folder.path("memory.sqlite")) == ["Rome"])
  }

  @Test("can be changed like any repository")
  func changes() throws {
    try repository.backup(to: goal)
    let copy = try ItemRepository(path: goal).blocking
    try copy.add("Peru", to: "Countries")
    copy.close()
    #expect(try titles(at: goal) == ["Greece", "Iceland", "Peru"])
  }

  @Test("for reading is merged and checked, for all to read, and keeps no recent searches")
  func forReading() throws {
    // Small changes, which leave several segments.
    for number in 0..<3 { try repository.add("Place \(number)", to: "Countries") }
    try repository.rememberSearch("gre")
    try repository.backup(to: folder.path("plain.sqlite"))
    try repository.backup(to: goal, forReading: true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: goal))[18..<20] == Data([1, 1]))
    let attributes = try FileManager.default.attributesOfItem(atPath: goal)
    #expect(attributes[.posixPermissions] as? Int == 0o644)
    #expect(try repository.recentSearches() == ["gre"])
    for (path, isMerged) in [(folder.path("plain.sqlite"), false), (goal, true)] {
      let raw = try RawDatabase(path)
      let segments = try raw.rows("SELECT DISTINCT segid FROM item_titles_idx")
      #expect((segments.count == 1) == isMerged, "\(segments)")
    }
    let before = folder.files
    chmod(goal, 0o444)
    let copy = try ItemRepository(url: URL(fileURLWithPath: goal)).blocking
    #expect(try copy.search(SearchQuery("pla")).hits.count == 3)
    #expect(try copy.recentSearches().isEmpty)
    #expect(try copy.check().findings == [])
    copy.close()
    #expect(folder.files == before)
  }

  @Test("for reading of a damaged list is an error, and no file")
  func damagedForReading() throws {
    let raw = try RawDatabase(path)
    try raw.runUnguarded("UPDATE section SET items = 7")
    #expect(code { try repository.backup(to: goal, forReading: true) } == .damaged)
    #expect(!folder.files.contains { $0.hasPrefix("backup") })
    try repository.backup(to: goal)
  }

  @Test("takes the place of a file only when it is told to")
  func replacing() throws {
    try repository.backup(to: goal)
    try repository.add("Peru", to: "Countries")
    #expect(code { try repository.backup(to: goal) } == .fileExists)
    #expect(try titles(at: goal).count == 2)
    try repository.backup(to: goal, replacing: true)
    #expect(try titles(at: goal).count == 3)
  }

  @Test("takes the place of nothing that is in use, no regular file, or the repository itself")
  func places() throws {
    let link = folder.path("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
    let hardLink = folder.path("hard.sqlite")
    try FileManager.default.linkItem(atPath: path, toPath: hardLink)
    _ = try folder.write("a log", to: "used.sqlite-wal")
    _ = try folder.write("a list", to: "used.sqlite")
    for place in [link, hardLink, path, folder.path, folder.path("used.sqlite")] {
      #expect(code { try repository.backup(to: place, replacing: true) } == .fileExists, "\(place)")
    }
    let missing = folder.path("missing/backup.sqlite")
    #expect(code { try repository.backup(to: missing) } == .cannotOpen)
    #expect(folder.files.allSatisfy { !$0.contains(".new-") })
  }
}
