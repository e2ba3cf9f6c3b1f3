import Foundation
import Shortlist
import Testing

@Suite("A file that is not there yet")
struct CreationTests {
  /// Found by the kill tests: one of two processes saw half of the other's new file and took it for
  /// another program's, or failed because it was locked.
  @Test("can be made by several processes at the same time")
  func together() async {
    await #expect(processExitsWith: .success) {
      for round in 0..<Rounds.of(25) {
        let database = try TemporaryDatabase()
        let forks = (0..<4).map { number in
          Fork { [path = database.path] in
            let repository = try ItemRepository(path: path).blocking
            try repository.add("Land \(number)", to: "Lands")
            repository.close()
          }
        }
        for fork in forks { fork.go() }
        for fork in forks { #expect(fork.end() == 0, "round \(round)") }
        let repository = try ItemRepository(path: database.path).blocking
        #expect(try repository.search(SearchQuery("land")).total == .exactly(4), "round \(round)")
        #expect(try repository.check().findings == [], "round \(round)")
        repository.close()
      }
    }
  }
}
