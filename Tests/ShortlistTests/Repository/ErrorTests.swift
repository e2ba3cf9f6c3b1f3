import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Errors")
struct ErrorTests {
  // With `catch where error.code == .busy`, Swift 6.3.1 crashes.

  // snippet: retry
  /// Adds a title, trying up to three times if the file is locked.
  func add(_ title: String, to countries: ItemRepository) async throws -> Item {
    for _ in 0..<2 {
      do {
        return try await countries.add(title, to: "Countries")
      } catch {
        guard error.code == .busy else { throw error }
      }
    }
    return try await countries.add(title, to: "Countries")
  }
  // end

  // snippet: open
  /// Opens the list of an app that can build it again.
  func open(_ path: String) throws -> ItemRepository {
    do {
      return try ItemRepository(path: path)
    } catch {
      switch error.code {
      case .damaged, .notAnIndex:
        // Keep the old file for a look at it, and begin with an empty list.
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.moveItem(atPath: path + suffix, toPath: path + ".old" + suffix)
        }
        return try ItemRepository(path: path)
      default:
        throw error  // Show its message.
      }
    }
  }
  // end

  @Test("lead to a new list when the file holds something else")
  func opening() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "no list ", count: 1_000), to: "list.sqlite")
    let list = try open(path)
    try await list.add("Greece", to: "Countries")
    await list.close()
    let old = try String(contentsOfFile: path + ".old", encoding: .utf8)
    #expect(old.hasPrefix("no list"))
    #expect(throws: ShortlistError.self) { try open(folder.path("nowhere/list.sqlite")) }
  }

  @Test("are told apart by their codes, in a loop as well")
  func loop() async throws {
    let countries = try ItemRepository(path: ":memory:")
    #expect(try await add("Greece", to: countries).title == "Greece")
    await countries.close()
    await #expect {
      try await add("Rome", to: countries)
    } throws: {
      ($0 as? ShortlistError)?.code == .closed
    }
  }

  @Test("may be switched over, with room for codes that are added")
  func choice() {
    let countries = Result { () throws(ShortlistError) in
      try ItemRepository(path: "/nowhere/list.sqlite")
    }
    do throws(ShortlistError) {
      _ = try countries.get()
    } catch {
      switch error.code {
      case .cannotOpen, .readOnly: #expect(!error.message.isEmpty)
      default: Issue.record(error)
      }
    }
  }
}
