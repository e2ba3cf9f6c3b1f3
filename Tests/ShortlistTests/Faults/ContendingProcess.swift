import Foundation
import Shortlist
import Testing

/// One of two processes that write and read one file, each with several tasks.
///
/// Each process has its own section and replaces all its items by those of the next generation.
/// Both move items between two shared sections.
struct ContendingProcess {
  static let names = ["left", "right"]
  private static let readers = 8
  private static let items = 12
  /// The limit of the write-ahead log, in bytes.
  private static let longestLog = 64 << 20
  private static let shared: [ItemSection.ID] = ["here", "there"]

  let name: String
  let path: String
  let generations: Int

  /// Creates the initial state that both processes share.
  static func prepare(at path: String) throws {
    let repository = try ItemRepository(path: path).blocking
    for name in names { try repository.replaceSection(section(name), with: items(name, 0)) }
    try repository.upsert(
      (0..<items).map { Item(id: .init("\($0)"), section: shared[0], title: "Common shared \($0)") }
    )
    repository.close()
  }

  private static func section(_ name: String) -> ItemSection {
    ItemSection(id: ItemSection.ID(name))
  }

  private static func items(_ name: String, _ generation: Int) -> [Item] {
    (0..<items).map { number in
      Item(
        id: .init("\(name) \(number)"), section: ItemSection.ID(name),
        title: "Common \(number) of \(name)", body: "common \(name) \(generation)",
        weight: Double(generation))
    }
  }

  /// Writes all generations while others read; throws on any failure.
  func run() async throws {
    var options = ItemRepository.Options()
    options.readers = Self.readers
    let repository = try ItemRepository(path: path, options: options)
    try await withThrowingTaskGroup(of: Reading.self) { group in
      let writer = Task {
        for generation in 1...generations {
          try await repository.replaceSection(
            Self.section(name), with: Self.items(name, generation))
          let ids = (0..<3).map { _ in Item.ID("\(Int.random(in: 0..<Self.items))") }
          try await repository.move(
            Array(Set(ids)), to: Self.shared[generation % Self.shared.count])
          if generation.isMultiple(of: 40) { try await repository.optimize() }
        }
      }
      for reader in 0..<Self.readers {
        group.addTask { try await read(repository, reader, until: writer) }
      }
      let (waits, longestLog) = try await group.reduce(into: ([Duration](), 0)) {
        $0.0 += $1.waits
        $0.1 = max($0.1, $1.longestLog)
      }
      #expect(longestLog < Self.longestLog)
      try report(waits.sorted(), longestLog)
    }
    await repository.close()
  }

  /// Writes a one-line report into a file for ``report(of:at:)``, because the output of such a
  /// process is not shown.
  private func report(_ waits: [Duration], _ longestLog: Int) throws {
    let middle = waits[waits.count / 2]
    let long = waits[waits.count * 99 / 100]
    let line =
      "\(name): \(waits.count) searches, median \(middle), 99th percentile \(long), "
      + "longest \(waits[waits.count - 1]); log of \(longestLog >> 10) KiB at most"
    try Data(line.utf8).write(to: URL(fileURLWithPath: path + "." + name))
  }

  /// Returns the one-line report of a process.
  static func report(of name: String, at path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path + "." + name)), as: UTF8.self)
  }

  /// The measurements of a reader.
  private struct Reading {
    /// The wait for each answer.
    var waits: [Duration] = []
    /// The largest size of the write-ahead log.
    var longestLog = 0
  }

  /// Searches until the writer is done. Each answer must be one state, and none older than the
  /// last.
  private func read(
    _ repository: ItemRepository, _ reader: Int, until writer: Task<Void, any Error>
  ) async throws -> Reading {
    let (names, items, shared) = (Self.names, Self.items, Self.shared)
    let done = Flag()
    Task {
      _ = await writer.result
      done.set()
    }
    // The whole word, its prefix, a substring, and a misspelling.
    let text = ["common", "com", "ommo", "comnon"][reader % 4]
    let query = SearchQuery(
      text, limit: 1_000, layout: .flat, totals: .exact, timeBudget: .seconds(600))
    var last = names.map { _ in 0 }
    var reading = Reading()
    while !done.isSet {
      let start = ContinuousClock.now
      let hits = try await repository.search(query).hits
      reading.waits.append(.now - start)
      var log = stat()
      if lstat(path + "-wal", &log) == 0 {
        reading.longestLog = max(reading.longestLog, Int(log.st_size))
      }
      try #require(hits.count == (names.count + 1) * items)
      try #require(hits.count { shared.contains($0.item.section) } == items)
      for (index, name) in names.enumerated() {
        let generations = Set(
          hits.filter { $0.item.section.rawValue == name }.map(\.item.weight))
        try #require(generations.count == 1, "\(name): \(generations)")
        let generation = Int(generations.first ?? -1)
        try #require(generation >= last[index], "\(name) went back")
        last[index] = generation
      }
    }
    #expect(!reading.waits.isEmpty)
    try await writer.value
    return reading
  }
}
