import CShortlist
import Foundation
import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Rebuilding the index")
struct ReindexTests {
  private let file: TemporaryDatabase

  init() throws { file = try TemporaryDatabase() }

  private func open() throws -> BlockingItemRepository {
    var options = ItemRepository.Options()
    options.reindexesInBackground = false
    return try ItemRepository(path: file.path, options: options).blocking
  }

  @Test(
    "can be broken off anywhere, while items change and are searched for",
    arguments: Rounds.seeds(16))
  func interrupted(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 7_000_000)
    var model = ModelIndex()
    var repository = try open()
    let mood = Mood.all[seed % Mood.all.count]
    for _ in 0..<25 { try change(&model, repository, mood, &generator) }
    let isOutdated = seed.isMultiple(of: 2)
    if isOutdated {
      repository.close()
      try OlderTokens.put(into: file.path)
      repository = try open()
    }
    var reindexing = Reindexing(repository.database, maximumItems: 4)
    #expect(try reindexing.step(), "seed \(seed)")
    while true {
      if generator.once(in: 2) {
        try change(&model, repository, mood, &generator)
        let isOutdated = try isOutdated && isReplacedLater()
        try inspect(repository, model, isOutdated: isOutdated, &generator, seed)
      }
      if generator.once(in: 4) {
        repository.close()
        repository = try open()
        reindexing = Reindexing(repository.database, maximumItems: 4)
        // A complete rebuild must not start again.
        guard try repository.needsReindex() else { break }
      }
      guard try reindexing.step() else { break }
    }
    #expect(try !repository.needsReindex())
    try inspect(repository, model, isOutdated: false, &generator, seed)
    #expect(try repository.check().findings == [], "seed \(seed)")
    repository.close()
    #expect(
      try RawDatabase(file.path).rows(
        """
        SELECT docid FROM item_outdated
        UNION ALL SELECT key FROM meta WHERE key GLOB 'rebuild*' OR key = 'previous'
        UNION ALL SELECT name FROM sqlite_schema WHERE name GLOB '*_next*' OR name GLOB '*_previous*'
        """) == [])
  }

  private func previousTables() throws -> [String] {
    try RawDatabase(file.path).rows(
      "SELECT name FROM sqlite_schema WHERE name GLOB '*_previous' ORDER BY name")
  }

  @Test(
    "drops the index before in pieces, and whoever comes next goes on with that",
    arguments: [0, 1, 3, 8])
  func previousIndex(interruption: Int) throws {
    var repository = try open()
    // Several transactions, so that FTS5's tables have several rows.
    for part in 0..<12 {
      try repository.upsert(
        (0..<40).map {
          Item(
            id: .init("\(part) \($0)"), section: "a", title: "Land \(part * 40 + $0) of \(part)",
            body: "body \($0)")
        })
    }
    var reindexing = Reindexing(repository.database, maximumItems: 200, maximumRows: 4)
    while try previousTables() == [] { #expect(try reindexing.step()) }
    #expect(try previousTables().count == IndexTable.all.count)
    var steps = 0
    repeat {
      #expect(try repository.needsReindex())
      #expect(try repository.check().findings == [])
      let titles = try repository.search(SearchQuery("land 147")).hits.map(\.item.title)
      #expect(titles == ["Land 147 of 3"])
      try repository.upsert([Item(id: "new", section: "a", title: "Newland \(steps)")])
      steps += 1
      guard steps == interruption else { continue }
      repository.close()
      repository = try open()
      reindexing = Reindexing(repository.database, maximumItems: 200, maximumRows: 4)
      // It has nothing to drop yet, but finds the old tables.
      #expect(try reindexing.step())
    } while try reindexing.step() && !previousTables().isEmpty
    // More than one step per table: the larger ones were dropped in pieces.
    #expect(steps > IndexTable.all.count)
    #expect(reindexing.indexed == (interruption > 0 && interruption <= steps ? 0 : 480))
    #expect(try !repository.needsReindex())
    #expect(try !reindexing.step())
    #expect(try repository.check().findings == [])
    #expect(try repository.search(SearchQuery("newland \(steps - 1)")).hits.count == 1)
    repository.close()
  }

  @Test("begins again behind what an earlier one left, when that is asked for")
  func forced() throws {
    let repository = try open()
    try repository.upsert((0..<30).map { Item(section: "a", title: "Land \($0)") })
    var reindexing = Reindexing(repository.database)
    while try previousTables() == [] { #expect(try reindexing.step()) }
    reindexing = Reindexing(repository.database, begins: true)
    while try reindexing.step() {}
    #expect(reindexing.indexed == 30)
    #expect(try previousTables() == [])
    #expect(try repository.check().findings == [])
    repository.close()
  }

  @Test("makes room for the index in use before that is set aside, where another one still is")
  func twoPreviousIndexes() throws {
    let repository = try open()
    try repository.upsert((0..<30).map { Item(section: "a", title: "Land \($0)") })
    var first = Reindexing(repository.database, maximumItems: 10)
    #expect(try first.step())
    var second = Reindexing(repository.database)
    while try previousTables() == [] { #expect(try second.step()) }
    try RawDatabase(file.path).run("UPDATE meta SET value = 0 WHERE key = 'tokenizer'")
    try repository.add("Rome", to: "a")
    while try first.step() {}
    while try second.step() {}
    #expect(try previousTables() == [])
    #expect(try !repository.needsReindex())
    #expect(try repository.search(SearchQuery("rome")).notes == [])
    #expect(try repository.check().findings == [])
    repository.close()
  }

  @Test("goes on after its process was killed", arguments: Rounds.seeds(3))
  func killed(seed: Int) async throws {
    var generator = SeededGenerator(seed: seed + 8_000_000)
    var model = ModelIndex()
    let repository = try open()
    while model.items.count < 40 { try change(&model, repository, Mood.all[0], &generator) }
    repository.close()
    var isOutdated = seed.isMultiple(of: 2)
    if isOutdated { try OlderTokens.put(into: file.path) }
    var last = 0
    for _ in 0..<4 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = file.path as String] in
        try Self.reindexUntilKilled(path)
      }
      let repository = try open()
      let done = try indexed()
      if try isReplacedLater() {
        #expect(done >= last)
      } else {
        // The rebuild is complete except for dropping the old index. The next process starts over,
        // but from an index that fits its items.
        isOutdated = false
      }
      last = done
      try change(&model, repository, Mood.all[1], &generator)
      try inspect(repository, model, isOutdated: isOutdated, &generator, seed)
      repository.close()
    }
    let finished = try open()
    try finished.reindex()
    try inspect(finished, model, isOutdated: false, &generator, seed)
    #expect(try finished.check().findings == [], "seed \(seed)")
    finished.close()
  }

  /// Whether the index in use still has to be replaced.
  private func isReplacedLater() throws -> Bool {
    let sql = "SELECT key FROM meta WHERE key = 'rebuild_docid' OR key = 'tokenizer' AND value = 0"
    return try RawDatabase(file.path).rows(sql) != []
  }

  @Test("tells of an error that ended it in the background, and can be gone on with")
  func backgroundFailure() async throws {
    var repository = try open()
    try repository.upsert(["Rome", "Oslo"].map { Item(section: "a", title: $0) })
    repository.close()
    try OlderTokens.put(into: file.path)
    func put(at position: Int) throws {
      try RawDatabase(file.path).runUnguarded(
        "UPDATE item SET position = \(position) WHERE title = 'Rome'")
    }
    try put(at: -1)
    let failing = try ItemRepository(path: file.path)
    // The write waits for the first step.
    try await failing.removeRecentSearches()
    #expect(try await failing.statistics().reindexingFailure?.code == .damaged)
    await #expect(throws: ShortlistError.self) { try await failing.reindex() }
    try put(at: 1)
    try await failing.reindex()
    #expect(try await failing.statistics().reindexingFailure == nil)
    await failing.close()
    repository = try open()
    #expect(try !repository.needsReindex())
    repository.close()
  }

  /// Returns the last docid in the new index; 0 if no index is being built.
  private func indexed() throws -> Int {
    let sql = "SELECT value FROM meta WHERE key = 'rebuild_docid'"
    return try RawDatabase(file.path).rows(sql).first.flatMap { Int($0) } ?? 0
  }

  /// Rebuilds the index in small steps, and is killed at a random moment during or after that.
  private static func reindexUntilKilled(_ path: String) throws -> Never {
    var options = ItemRepository.Options()
    options.reindexesInBackground = false
    let repository = try ItemRepository(path: path, options: options).blocking
    let pause = UInt32.random(in: 0...60_000)
    Thread.detachNewThread {
      usleep(pause)
      kill(getpid(), SIGKILL)
    }
    var reindexing = Reindexing(repository.database, maximumItems: 2)
    while try reindexing.step() {}
    while true { usleep(1_000) }
  }

  /// Makes a random change that leaves the index to us.
  private func change(
    _ model: inout ModelIndex, _ repository: BlockingItemRepository, _ mood: Mood,
    _ generator: inout SeededGenerator
  ) throws {
    let change = generator.change(of: model, mood: mood)
    if case .reindex = change { return }
    change.apply(to: &model)
    try change.apply(to: repository)
  }

  /// Compares a current index with the model. An outdated one must say so, and must not find items
  /// that do not exist.
  private func inspect(
    _ repository: BlockingItemRepository, _ model: ModelIndex, isOutdated: Bool,
    _ generator: inout SeededGenerator, _ seed: Int
  ) throws {
    guard isOutdated else {
      #expect(try model.searchProblems(in: repository, &generator) == [], "seed \(seed)")
      return
    }
    #expect(try model.outdatedProblems(in: repository, &generator) == [], "seed \(seed)")
  }

  @Test("goes on with an old index until the new one is complete")
  func oldIndex() throws {
    var repository = try open()
    try repository.upsert(
      (0..<30).map { Item(id: .init("\($0)"), section: "a", title: "Land \($0)") })
    repository.close()
    try OlderTokens.put(into: file.path)
    repository = try open()
    func found() throws -> Int { try repository.search(SearchQuery("lend")).total.value }
    #expect(try found() == 30)
    var reindexing = Reindexing(repository.database, maximumItems: 10)
    #expect(try reindexing.step())
    #expect(reindexing.indexed == 10)
    try repository.remove(["0"])
    try repository.upsert([Item(id: "1", section: "a", title: "Lend 1")])
    // The old index has both only as they were.
    #expect(try found() == 28)
    while try reindexing.step() {}
    #expect(try found() == 1)
    #expect(try repository.search(SearchQuery("land")).total.value == 28)
    repository.close()
  }

  @Test("happens in the background when an old file is opened, and is heard of")
  func background() async throws {
    let old = try open()
    try old.load((0..<5_000).map { Item(section: "a", title: "Land \($0)") })
    old.close()
    try OlderTokens.put(into: file.path)
    let repository = try ItemRepository(path: file.path)
    for try await results in repository.results(for: SearchQuery("land", totals: .exact)) {
      guard results.notes.isEmpty else { continue }
      #expect(results.total == .exactly(5_000))
      break
    }
    await repository.close()
  }

  @Test("is shared by all who do it at the same time")
  func together() async throws {
    let repository = try open()
    try repository.load((0..<600).map { Item(section: "a", title: "Land \($0)") })
    try await withThrowingTaskGroup(of: Void.self) { [path = file.path] group in
      for _ in 0..<3 {
        group.addTask {
          let another = try ItemRepository(path: path)
          try await another.reindex()
          await another.close()
        }
      }
      try await group.waitForAll()
    }
    #expect(try repository.check().findings == [])
    repository.close()
  }

  @Test("is left to the newer version that has begun it")
  func newer() throws {
    var repository = try open()
    try repository.add("Greece", to: "a")
    repository.close()
    try RawDatabase(file.path).run("INSERT INTO meta VALUES('rebuild_tokenizer', 99)")
    repository = try open()
    #expect { try repository.add("Rome", to: "a") } throws: {
      ($0 as? ShortlistError)?.code == .newerVersion
    }
    #expect(try repository.search(SearchQuery("gre")).total.value == 1)
    repository.close()
  }

  @Test("begins again where an older version has begun it, or the tables are those of one")
  func older() throws {
    let repository = try open()
    try repository.upsert((0..<30).map { Item(section: "a", title: "Land \($0)") })
    var reindexing = Reindexing(repository.database, maximumItems: 10)
    #expect(try reindexing.step())
    try RawDatabase(file.path).run("UPDATE meta SET value = 0 WHERE key = 'rebuild_tokenizer'")
    reindexing = Reindexing(repository.database, maximumItems: 10)
    #expect(try reindexing.step())
    #expect(reindexing.indexed == 10)
    try repository.reindex()
    #expect(try repository.check().findings == [])
    repository.close()
  }

  @Test(
    "lets an old SQLite write again after a new one",
    .enabled(if: sqlite3_libversion_number() < 3_044_000))
  func newerSQLite() throws {
    let repository = try open()
    try repository.upsert((0..<30).map { Item(section: "a", title: "Land \($0)") })
    try RawDatabase(file.path).run("UPDATE meta SET value = 3050000 WHERE key = 'last_writer'")
    #expect { try repository.add("Rome", to: "a") } throws: {
      ($0 as? ShortlistError)?.code == .newerVersion
    }
    var reindexing = Reindexing(repository.database, maximumItems: 10)
    #expect(try reindexing.step())
    try repository.add("Rome", to: "a")
    #expect(try repository.search(SearchQuery("rome")).notes == [.indexOutdated])
    #expect(try repository.check().status == .stale)
    while try reindexing.step() {}
    #expect(try repository.search(SearchQuery("rome")).hits.map(\.item.title) == ["Rome"])
    #expect(try repository.check().findings == [])
    repository.close()
  }
}
