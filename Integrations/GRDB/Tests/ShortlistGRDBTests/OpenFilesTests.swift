#if os(Linux)
  import Foundation
  import GRDB
  import Shortlist
  import ShortlistGRDB
  import Testing

  /// When one of two copies of SQLite in a process closes a file, the other loses its locks. On Linux,
  /// both are usually the same library, so nothing would go wrong; these tests count descriptors
  /// instead.
  @Suite("The file of an app")
  struct OpenFilesTests {
    @Test(
      "is opened by GRDB only", arguments: [AppDatabase.Kind.queue, .pool])
    func descriptors(kind: AppDatabase.Kind) async throws {
      let (app, descriptors) = try observedDatabase(kind)
      let path = try #require(app.path)
      let own = try Self.descriptors(of: path)
      descriptors.withLock { $0 = [] }
      try await follow(app.source, in: app) {
        #expect($0 == own)
      }
      // At each statement that followed the table, too.
      #expect(descriptors.withLock { $0 } == [own])
    }

    @Test("would be opened once more by a SQLiteFile", arguments: [AppDatabase.Kind.queue, .pool])
    func control(kind: AppDatabase.Kind) async throws {
      let (app, _) = try observedDatabase(kind)
      let path = try #require(app.path)
      let own = try Self.descriptors(of: path)
      let source = TableSource(try AppDatabase.table(), in: SQLiteFile(path: path))
      try await follow(source, in: app) {
        #expect($0 > own)
      }
    }

    /// Follows a table in all ways there are, and passes the number of descriptors to `look` after
    /// each step.
    private func follow(
      _ source: TableSource, in app: AppDatabase, look: (Int) -> Void
    ) async throws {
      let path = try #require(app.path)
      func check() throws { look(try Self.descriptors(of: path)) }
      let repository = try ItemRepository(path: ":memory:")
      try source.install()
      try check()
      try app.write("INSERT INTO country(id, name) VALUES(1, 'Iceland')")
      try await repository.catchUp(with: source)
      try check()
      let following = Task { try await repository.follow(source) }
      try app.write("UPDATE country SET name = 'Ireland'")
      let isFound = try await eventually {
        try check()
        return try await repository.item("country/1")?.title == "Ireland"
      }
      #expect(isFound)
      following.cancel()
      try await following.value
      #expect(try await repository.verify(source).isEqual)
      try check()
      try source.remove()
      try check()
    }

    /// Returns a database with as many connections as it will ever have, and the numbers of
    /// descriptors during its statements.
    private func observedDatabase(
      _ kind: AppDatabase.Kind
    ) throws -> (AppDatabase, Box<Set<Int>>) {
      let descriptors = Box<Set<Int>>([])
      let path = Box<String?>(nil)
      var configuration = Configuration()
      configuration.maximumReaderCount = 1
      configuration.prepareDatabase { db in
        db.trace { _ in
          guard let path = path.withLock({ $0 }), let count = try? Self.descriptors(of: path) else {
            return
          }
          descriptors.withLock { _ = $0.insert(count) }
        }
      }
      let app = try AppDatabase(kind, configuration: configuration)
      _ = try app.strings("SELECT 'a reader'")
      path.withLock { $0 = app.path }
      return (app, descriptors)
    }

    /// Returns the number of descriptors of this process that have a file open.
    private static func descriptors(of path: String) throws -> Int {
      let file = try #require(realpath(path, nil))
      defer { free(file) }
      let folder = "/proc/self/fd"
      return try FileManager.default.contentsOfDirectory(atPath: folder).filter { descriptor in
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "\(folder)/\(descriptor)")
        return target == String(cString: file)
      }.count
    }
  }
#endif
