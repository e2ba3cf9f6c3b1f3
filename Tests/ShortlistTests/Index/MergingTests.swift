import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Merging segments")
struct MergingTests {
  @Test(
    "keeps what FTS5 finds, and FTS5 goes on with what was begun",
    arguments: Rounds.seeds(1), SegmentTexts.allCases)
  func agreement(seed: Int, texts: SegmentTexts) throws {
    var generator = SeededGenerator(seed: seed + 24_000_000)
    for table in IndexTable.searched {
      var index = try MadeIndex(of: table, texts: texts, &generator)
      for _ in 0..<(texts.count > 900 ? 12 : 18) {
        try change(&index, texts, &generator)
        try index.transaction { (index) throws(ShortlistError) in try index.check() }
      }
      let whole = Merging(segments: 1, pages: generator.number(1...50))
      while try index.transaction({ (index) throws(ShortlistError) in
        try index.check()
        return try Self.merge(whole, index.connection, &generator)
      }) {}
      try expectOneSegment(index.connection)
      try index.transaction { (index) throws(ShortlistError) in
        try index.remove(20, &generator)
        try index.check()
      }
    }
  }

  private func change(
    _ index: inout MadeIndex, _ texts: SegmentTexts, _ generator: inout SeededGenerator
  ) throws {
    let merging = Merging(segments: generator.number(1...4), pages: generator.pick([1, 9, 1_000]))
    switch generator.number(0...5) {
    case 0:
      _ = try index.addSegment(generator.number(1...texts.count), &generator)
    case 1, 2:
      try index.transaction { (index) throws(ShortlistError) in
        if generator.once(in: 2) { try index.add(generator.number(1...20), &generator) }
        try index.remove(generator.number(1...40), &generator)
        if generator.once(in: 2) {
          try merging.mergeAfterFTS5("made", on: index.connection)
          // FTS5 continues in the same transaction.
          try index.add(2, &generator)
        }
      }
    case 3:
      try index.transaction { (index) throws(ShortlistError) in
        // Continues a merge, or otherwise merges a level of four segments or more.
        try index.merge(1_000_000)
      }
    default:
      try index.transaction { (index) throws(ShortlistError) in
        for _ in 0..<generator.number(1...4) {
          _ = try Self.merge(merging, index.connection, &generator)
        }
      }
    }
  }

  /// Merges at once, or first in memory. Returns `false` if there was nothing to merge.
  private static func merge(
    _ merging: Merging, _ connection: Connection, _ generator: inout SeededGenerator
  ) throws(ShortlistError) -> Bool {
    guard generator.once(in: 2) else { return try merging.merge("made", on: connection) }
    // Make one part, or all before the first is stored.
    let merger = try SegmentMerger(merging, of: "made", on: connection)
    var parts: [PreparedMerge] = []
    while let part = try merger.next() {
      parts.append(part)
      if generator.once(in: 3) { break }
    }
    for part in parts { try part.store(on: connection) }
    return !parts.isEmpty
  }

  /// Expects that nothing is left of merged segments.
  private func expectOneSegment(_ connection: Connection) throws {
    #expect(try connection.number("SELECT count(DISTINCT segid) FROM made_idx") ?? 0 <= 1)
    #expect(
      try connection.number("SELECT count(DISTINCT id >> 37) FROM made_data WHERE id > 10") ?? 0
        <= 1)
  }

  @Test("may leave nothing, and its segment may be another then")
  func nothing() throws {
    var generator = SeededGenerator(seed: 24_400_000)
    var index = try MadeIndex(of: "item_titles", texts: .manyWords, &generator)
    for _ in 0..<3 {
      try index.transaction { (index) throws(ShortlistError) in
        try index.add(9, &generator)
        try Merging.optimizing.mergeAfterFTS5("made", on: index.connection)
        try index.removeAll()
        try Merging.optimizing.mergeAfterFTS5("made", on: index.connection)
        try index.check()
      }
      #expect(try index.connection.number("SELECT count(*) FROM made_idx") == 0)
    }
  }

  @Test(
    "of pages whose bytes are wrong ends, with an error or not", arguments: Rounds.seeds(2),
    [SegmentTexts.fewWords, .manyWords, .long])
  func damage(seed: Int, texts: SegmentTexts) throws {
    var generator = SeededGenerator(seed: seed + 24_300_000)
    var index = try MadeIndex(of: "item_texts", texts: texts, &generator)
    for _ in 0..<3 {
      _ = try index.addSegment(texts.count, &generator)
      try index.transaction { (index) throws(ShortlistError) in
        try index.remove(30, &generator)
      }
    }
    let connection = index.connection
    var refused = 0
    for _ in 0..<Rounds.of(60) {
      do {
        try index.transaction { (index) throws(ShortlistError) in
          try index.damage(generator.number(1...4), &generator)
          let merging = Merging(segments: 1, pages: generator.pick([1, 9, 1_000]))
          for _ in 0..<9 where try Self.merge(merging, connection, &generator) {}
          // Rolls back.
          throw ShortlistError(.cancelled, "")
        }
      } catch {
        if error.code != .cancelled { refused += 1 }
      }
    }
    #expect(refused > 0)
    try index.transaction { (index) throws(ShortlistError) in
      while try Merging.optimizing.merge("made", on: connection) {}
    }
    try index.transaction { (index) throws(ShortlistError) in try index.check() }
  }

  @Test("leaves fewer large segments than small ones")
  func fewLargeSegments() throws {
    var generator = SeededGenerator(seed: 24_600_000)
    var index = try MadeIndex(of: "item_titles", texts: .manyWords, &generator)
    let merging = Merging(segments: 8, largeSegments: 4, pages: 1_000_000)
    var most = (segments: Int64(0), large: Int64(0))
    for _ in 0..<60 {
      let count = generator.once(in: 3) ? generator.number(2_500...5_000) : generator.number(1...99)
      #expect(try index.addSegment(count, &generator))
      try index.transaction { (index) throws(ShortlistError) in
        while try Self.merge(merging, index.connection, &generator) {}
        let pages = "SELECT count(*) AS pages FROM made_data WHERE id > 10 GROUP BY id >> 37"
        let segments = try index.connection.number("SELECT count(*) FROM (\(pages))") ?? 0
        let large =
          try index.connection.number("SELECT count(*) FROM (\(pages)) WHERE pages > 32") ?? 0
        most = (max(most.segments, segments), max(most.large, large))
      }
    }
    #expect(most == (8, 4))
    try index.transaction { (index) throws(ShortlistError) in try index.check() }
  }

  @Test("leaves few segments after many small changes", .writesPages, arguments: Rounds.seeds(2))
  func fewSegments(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 24_500_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert(
      (0..<3_000).map { Item(id: Item.ID("\($0)"), section: "s", title: "Item \($0)") })
    for round in 0..<60 {
      let changed = (0..<generator.number(1...30)).map { _ in
        Item(id: Item.ID("\(generator.number(0...4_000))"), section: "s", title: "Other \(round)")
      }
      try repository.upsert(changed)
      if generator.once(in: 3) { try repository.remove(changed.prefix(5).map(\.id)) }
      let segments = try repository.database.read { (transaction) throws(ShortlistError) in
        try transaction.connection.number("SELECT count(DISTINCT segid) FROM item_titles_idx")
      }
      #expect(segments ?? 0 <= Merging.afterFewChanges.segments)
    }
    #expect(try repository.check().findings == [])
  }
}
