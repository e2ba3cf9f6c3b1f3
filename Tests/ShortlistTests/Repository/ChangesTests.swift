import Foundation
import Shortlist
import Testing

@Suite("Changes of a repository")
struct ChangesTests {
  private let database: TemporaryDatabase

  init() throws { database = try TemporaryDatabase() }

  private func open(readOnly: Bool = false) throws -> ItemRepository {
    var options = ItemRepository.Options()
    options.isReadOnly = readOnly
    return try ItemRepository(path: database.path, options: options)
  }

  @Test("are heard after each commit, in memory and in a file", arguments: [true, false])
  func own(inMemory: Bool) async throws {
    let repository = inMemory ? try ItemRepository(path: ":memory:") : try open()
    var changes = repository.changes.makeAsyncIterator()
    for number in 0..<20 {
      try await repository.add("Land \(number)", to: "Lands")
      #expect(await changes.next() != nil)
    }
    await repository.close()
    #expect(await changes.next() == nil)
  }

  @Test("are one when nobody waited for them, and none when they failed")
  func coalescing() async throws {
    let repository = try open()
    var changes = repository.changes.makeAsyncIterator()
    for number in 0..<20 { try await repository.add("Land \(number)", to: "Lands") }
    #expect(await changes.next() != nil)
    await #expect(throws: ShortlistError.self) { try await repository.move(["?"], to: "Lands") }
    try await repository.optimize()
    // No change was announced after the first, so only closing ends the wait.
    let closing = Task { await repository.close() }
    #expect(await changes.next() == nil)
    await closing.value
  }

  @Test("of another repository are heard, by one that only reads too", arguments: [true, false])
  func others(readOnly: Bool) async throws {
    let writer = try open()
    try await writer.add("Iceland", to: "Lands")
    let repository = try open(readOnly: readOnly)
    var changes = repository.changes.makeAsyncIterator()
    for land in ["Ireland", "Greenland", "Switzerland"] {
      try await writer.add(land, to: "Lands")
      #expect(await changes.next() != nil)
      #expect(try await repository.item(Item.ID("Lands/\(land)")) != nil)
    }
    try await writer.renameSection("Lands", to: "Countries")
    #expect(await changes.next() != nil)
    await repository.close()
    await writer.close()
  }

  @Test("are one when everything is rebuilt by a repair", arguments: [true, false])
  func repair(inMemory: Bool) async throws {
    let repository = inMemory ? try ItemRepository(path: ":memory:") : try open()
    try await repository.add("Iceland", to: "Lands")
    var changes = repository.changes.makeAsyncIterator()
    #expect(try await repository.repair() == 1)
    #expect(await changes.next() != nil)
    // The count continues from there.
    try await repository.add("Ireland", to: "Lands")
    #expect(await changes.next() != nil)
    await repository.close()
    #expect(await changes.next() == nil)
  }

  @Test("are heard of a repair that could not read how many there were")
  func repairOfCounters() async throws {
    let repository = try open()
    for number in 0..<20 { try await repository.add("Land \(number)", to: "Lands") }
    var changes = repository.changes.makeAsyncIterator()
    try RawDatabase(database.path).run("DELETE FROM meta WHERE key = 'changes'")
    try await repository.repair()
    #expect(await changes.next() != nil)
    try await repository.add("Iceland", to: "Lands")
    #expect(await changes.next() != nil)
    await repository.close()
  }

  @Test("are heard by all who listen, until their task is cancelled")
  func cancelling() async throws {
    let repository = try open()
    let listeners = (0..<5).map { _ in
      let changes = repository.changes.makeAsyncIterator()
      return Task { [changes] in
        var changes = changes
        var heard = 0
        while await changes.next() != nil { heard += 1 }
        return heard
      }
    }
    var changes = repository.changes.makeAsyncIterator()
    try await repository.add("Iceland", to: "Lands")
    #expect(await changes.next() != nil)
    for listener in listeners { listener.cancel() }
    for listener in listeners { #expect(await listener.value <= 1) }
    try await repository.add("Ireland", to: "Lands")
    #expect(await changes.next() != nil)
    await repository.close()
  }

  @Test("end immediately where the repository is closed or the task cancelled before")
  func late() async throws {
    let repository = try open()
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var changes = repository.changes.makeAsyncIterator()
      return await changes.next() == nil
    }
    #expect(await cancelled.value)
    await repository.close()
    var changes = repository.changes.makeAsyncIterator()
    #expect(await changes.next() == nil)
  }

  #if os(Linux)
    /// The number of times that this process has the file open.
    private var connections: Int {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return files.count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0))
          == database.path
      }
    }

    @Test("keep the file open only while somebody listens")
    func connectionsOfListeners() async throws {
      let repository = try open()
      let writer = try open()
      try await writer.add("Iceland", to: "Lands")
      let before = connections
      for number in 0..<4 {
        var changes = repository.changes.makeAsyncIterator()
        try await writer.add("Land \(number)", to: "Lands")
        #expect(await changes.next() != nil)
      }
      // While others hold locks, SQLite keeps the descriptor of a closed connection for the next
      // one.
      #expect(connections <= before + 1)
      await repository.close()
      await writer.close()
      #expect(connections == 0)
    }
  #endif
}
