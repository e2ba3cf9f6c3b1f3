import Shortlist
import Testing

@Suite("Errors")
struct ErrorTests {
  /// The example of the documentation. With `catch where error.code == .busy`, Swift 6.3.1 crashes.
  ///
  /// Adds a title, with up to three attempts while the file is locked.
  private func add(_ title: String, to countries: ItemRepository) async throws -> Item {
    for _ in 0..<2 {
      do {
        return try await countries.add(title, to: "Countries")
      } catch {
        guard error.code == .busy else { throw error }
      }
    }
    return try await countries.add(title, to: "Countries")
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
