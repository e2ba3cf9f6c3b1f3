import CShortlistFaults
import Foundation
import Testing

@testable import Shortlist

@Suite("In a fork, a repository")
struct ForkTests {
  /// Uses an inherited repository in a fork. Returns 0, or a number for the failure.
  private static let useInFork: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
    guard let context else { return 1 }
    let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
    guard let repository = box.repository else { return 1 }
    func isRefused(_ work: () throws(ShortlistError) -> Void) -> Bool {
      do { try work() } catch { return error.code == .closed }
      return false
    }
    guard isRefused({ () throws(ShortlistError) in _ = try repository.search(SearchQuery("gre")) })
    else { return 2 }
    guard isRefused({ () throws(ShortlistError) in try repository.add("Rome", to: "Countries") })
    else { return 3 }
    repository.close()
    box.repository = nil
    return 0
  }

  private final class Box {
    var repository: BlockingItemRepository?
    init(_ repository: BlockingItemRepository) { self.repository = repository }
  }

  private static func statusOfFork(using repository: BlockingItemRepository) -> Int32 {
    let box = Box(repository)
    return withExtendedLifetime(box) {
      shortlist_in_fork(useInFork, Unmanaged.passUnretained(box).toOpaque())
    }
  }

  /// A fork has only one thread, so the test runs in its own process with little else in it.
  @Test(
    "is closed, also in the middle of a change, and the one it came from is not harmed")
  func refused() async throws {
    await #expect(processExitsWith: .success) {
      let database = try TemporaryDatabase()
      let repository = try ItemRepository(path: database.path).blocking
      try repository.add("Greece", to: "Countries")
      #expect(Self.statusOfFork(using: repository) == 0)
      let gate = try WriteGate(besideDatabase: database.path)
      try repository.database.write { (transaction) throws(ShortlistError) in
        try ItemWriter(transaction).createSection(ItemSection(id: "Cities"))
        #expect(Self.statusOfFork(using: repository) == 0)
        #expect(throws: ShortlistError.self) { try gate.enter(timeout: .zero) }
      }
      #expect(try repository.sections().map(\.id) == ["Countries", "Cities"])
      repository.close()
      #expect(try Soundness.problems(at: database.path) == [])
    }
  }
}
