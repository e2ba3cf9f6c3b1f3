import Foundation
import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Many tasks and processes")
struct ConcurrencyTests {
  /// Errors (including "busy"), answers that match no committed state, and a log that keeps growing
  /// end the process. `SHORTLIST_ROUNDS=40` takes a minute, and prints how long readers waited.
  @Test("see one committed state after the other, and never wait in vain")
  func twoProcesses() async throws {
    let database = try TemporaryDatabase()
    try ContendingProcess.prepare(at: database.path)
    await withTaskGroup { group in
      for name in ContendingProcess.names {
        group.addTask { [path = database.path] in
          await #expect(processExitsWith: .success) {
            [name = name as String, path = path as String] in
            try await ContendingProcess(
              name: name, path: path, generations: Rounds.of(25)
            ).run()
          }
        }
      }
    }
    #expect(try Soundness.problems(at: database.path) == [])
    guard Rounds.isLong else { return }
    for name in ContendingProcess.names {
      print(try ContendingProcess.report(of: name, at: database.path))
    }
  }

  @Test("may search and write while a repository is closed", arguments: Rounds.seeds(10))
  func closing(seed: Int) async throws {
    let database = try TemporaryDatabase()
    let repository = try ItemRepository(path: database.path)
    try await repository.add("Land 0", to: "Lands")
    var generator = SeededGenerator(seed: seed)
    let searches = generator.number(0...40)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<12 {
        group.addTask {
          var number = 0
          do {
            while true {
              number += 1
              if worker == 0 {
                try await repository.add("Land \(number)", to: "Lands")
              } else {
                _ = try await repository.search(SearchQuery("land"))
              }
            }
          } catch let error as ShortlistError where error.code == .closed {
            // The expected end.
          }
        }
      }
      for _ in 0..<searches { _ = try await repository.search(SearchQuery("l")) }
      await repository.close()
      try await group.waitForAll()
    }
    #expect(try Soundness.problems(at: database.path) == [])
    let count = try ItemRepository(path: database.path).blocking.sections().map(\.count)
    #expect(count.allSatisfy { $0 >= 1 })
  }

  /// Runs in a separate process, where nothing else keeps Swift's threads busy.
  @Test("that wait for a writer elsewhere leave Swift's threads to others")
  func cooperativeThreads() async throws {
    await #expect(processExitsWith: .success) {
      let database = try TemporaryDatabase()
      let repository = try ItemRepository(path: database.path)
      try await repository.add("Land", to: "Lands")
      let gate = try WriteGate(besideDatabase: database.path)
      try gate.enter(timeout: .seconds(5))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask { try await repository.add("Land \(number)", to: "Lands") }
          group.addTask { _ = try await repository.search(SearchQuery("land")) }
        }
        // If Swift's few threads waited as well, nobody would leave the gate, and the writers would
        // give up.
        await withTaskGroup { others in
          for _ in 0..<100 { others.addTask { await Task.yield() } }
        }
        gate.leave()
        try await group.waitForAll()
      }
      #expect(try await repository.sections().map(\.count) == [51])
      await repository.close()
    }
  }
}
