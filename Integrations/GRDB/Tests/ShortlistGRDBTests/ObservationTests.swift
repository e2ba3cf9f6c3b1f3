import GRDB
import Shortlist
import Testing

@testable import ShortlistGRDB

@Suite("Following through GRDB", .timeLimit(.minutes(5)))
struct ObservationTests {
  @Test("catches up after each commit", arguments: AppDatabase.Kind.allCases)
  func commits(kind: AppDatabase.Kind) async throws {
    let app = try AppDatabase(kind)
    let repository = try ItemRepository(path: ":memory:")
    let (reports, continuation) = AsyncStream.makeStream(of: CatchUpReport.self)
    let following = Task { try await repository.follow(app.source) { continuation.yield($0) } }
    var report = reports.makeAsyncIterator()
    #expect(await report.next()?.hasListed == true)
    for number in 1...20 {
      try app.write("INSERT INTO country(id, name) VALUES(\(number), 'Country \(number)')")
      #expect(await report.next()?.counts.inserted == 1)
      #expect(try await repository.item(Item.ID("country/\(number)"))?.title == "Country \(number)")
    }
    following.cancel()
    try await following.value
    try app.write("DELETE FROM country WHERE id > 1")
    #expect(try await repository.item("country/2") != nil)
    #expect(try await repository.catchUp(with: app.source).counts.removed == 19)
  }

  @Test("catches up with a table that was dropped and made again")
  func droppedTable() async throws {
    let app = try AppDatabase(.pool)
    let repository = try ItemRepository(path: ":memory:")
    try app.write("INSERT INTO country(id, name) VALUES(1, 'Iceland')")
    let following = Task { try await repository.follow(app.source) }
    let isFound = try await eventually { try await repository.item("country/1") != nil }
    #expect(isFound)
    try await app.writer.write { db in
      try db.execute(
        sql: """
          CREATE TABLE new(id INTEGER PRIMARY KEY, name TEXT, code TEXT, region TEXT);
          DROP TABLE country;
          ALTER TABLE new RENAME TO country
          """)
    }
    let isRemoved = try await eventually { try await repository.item("country/1") == nil }
    #expect(isRemoved)
    following.cancel()
    try await following.value
  }

  @Test("catches up with commits of others when it is notified")
  func notification() async throws {
    let app = try AppDatabase(.pool)
    let repository = try ItemRepository(path: ":memory:")
    let (reports, continuation) = AsyncStream.makeStream(of: CatchUpReport.self)
    let following = Task { try await repository.follow(app.source) { continuation.yield($0) } }
    var report = reports.makeAsyncIterator()
    _ = await report.next()
    // Another connection, as another process would have.
    let other = try DatabaseQueue(path: try #require(app.path))
    try await other.write { try $0.execute(sql: "INSERT INTO country(name) VALUES('Iceland')") }
    try await app.writer.write { try $0.notifyChanges(in: .fullDatabase) }
    #expect(await report.next()?.counts.inserted == 1)
    following.cancel()
    try await following.value
  }

  @Test("ends with the error of the source")
  func failure() async throws {
    let app = try AppDatabase(.queue)
    let repository = try ItemRepository(path: ":memory:")
    let (reports, continuation) = AsyncStream.makeStream(of: CatchUpReport.self)
    let following = Task { try await repository.follow(app.source) { continuation.yield($0) } }
    var report = reports.makeAsyncIterator()
    _ = await report.next()
    try app.write("DROP TABLE country")
    let error = await #expect(throws: ShortlistError.self) { try await following.value }
    #expect(error?.code == .unknownTable)
  }

  @Test("hears of commits that write the log or change the schema, and of no others")
  func elements() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    try changeObservedDatabase(continuation)
    continuation.finish()
    var count = 0
    for await _ in stream { count += 1 }
    // One for the beginning, and one for each of the five commits.
    #expect(count == 6)
  }

  private func changeObservedDatabase(_ continuation: AsyncStream<Void>.Continuation) throws {
    let app = try AppDatabase(.memory)
    try app.write("CREATE TABLE other(id)")
    // Prepared before there are triggers.
    let early = try app.writer.write {
      try $0.makeStatement(sql: "INSERT INTO country(name) VALUES('early')")
    }
    try app.source.install()
    let observer = CommitObserver(continuation)
    app.writer.writeWithoutTransaction { observer.observe($0) }

    try app.write("INSERT INTO other VALUES(1)")
    try app.write("UPDATE shortlist_follower SET seq = seq")
    try app.writer.writeWithoutTransaction { db in
      try db.inTransaction {
        try db.execute(sql: "INSERT INTO country(name) VALUES('rolled back')")
        return .rollback
      }
    }
    _ = try app.strings("SELECT name FROM country")

    try app.writer.write { _ in try early.execute() }
    try app.write("INSERT INTO country(name) VALUES('Iceland'), ('Ireland')")
    try app.write("INSERT INTO region VALUES('e', 'Europe')")
    try app.write("DELETE FROM country")
    try app.write("DROP TABLE alias")
  }

  @Test("no longer looks at the log when the stream is gone")
  func termination() async throws {
    let looks = Box(0)
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.trace { event in
        if "\(event)".contains("FROM shortlist_change") { looks.withLock { $0 += 1 } }
      }
    }
    let app = try AppDatabase(.queue, configuration: configuration)
    try app.source.install()
    do {
      let stream = try #require(GRDBDatabase(app.writer).commits())
      var commits = stream.makeAsyncIterator()
      await commits.next()
      looks.withLock { $0 = 0 }
      try app.write("INSERT INTO country(name) VALUES('Iceland')")
      await commits.next()
      #expect(looks.withLock { $0 } == 1)
    }
    try app.write("INSERT INTO country(name) VALUES('Ireland')")
    #expect(looks.withLock { $0 } == 1)
  }
}
