import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("A file with numbers at their limits")
final class HostileNumbersTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("list.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    let repository = try ItemRepository(path: folder.path("sound.sqlite")).blocking
    for title in Self.titles {
      try repository.upsert([
        Item(
          section: title < "P" ? "a" : "b", title: title, keywords: ["place"],
          body: title.count > 4 ? "\(title) is a place, and its body says so." : "", weight: 3)
      ])
    }
    try repository.createSection(ItemSection(id: "empty"))
    try repository.rememberSearch("place")
    try repository.optimize()
    repository.close()
  }

  private static let titles = [
    "Iceland", "India", "Oslo", "Peru", "New Zealand", "Rome", "Romania",
  ]

  /// Opens the file; `nil` if it is rejected with an expected error.
  private func opened(
    isUntrusted: Bool = false, _ name: Comment
  ) throws -> BlockingItemRepository? {
    var options = ItemRepository.Options()
    options.isUntrusted = isUntrusted
    options.reindexesInBackground = false
    do {
      return try ItemRepository(path: path, options: options).blocking
    } catch {
      #expect(Self.codes.contains(error.code), "\(name): \(error)")
      return nil
    }
  }

  /// Makes a changed copy of the sound file; `false` if SQLite itself rejects the number.
  private func make(_ change: (RawDatabase) throws -> Void) throws -> Bool {
    for suffix in ["", "-wal", "-shm", "-lock"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try FileManager.default.copyItem(atPath: folder.path("sound.sqlite"), toPath: path)
    return (try? change(RawDatabase(path))) != nil
  }

  // MARK: Everything that is done with a file

  private typealias Failures = [(action: String, error: ShortlistError)]

  private static func attempt(
    _ action: String, _ failures: inout Failures, _ work: () throws -> Void
  ) throws {
    do {
      try work()
    } catch let error as ShortlistError {
      failures.append((action, error))
    }
  }

  private static func read(_ repository: BlockingItemRepository) throws -> Failures {
    var failures: Failures = []
    for text in ["rome", "r", "new zea", "omania", "romee", "-rome place", "body:is"] {
      for layout in [SearchQuery.Layout.grouped, .flat] {
        for order in [SearchQuery.Order.rank, .list] {
          try attempt("search \(text)", &failures) {
            var query = SearchQuery(text, limit: 2, layout: layout, order: order)
            query.explains = true
            query.totals = text == "rome" ? .exact : .bounded(2)
            let results = try repository.search(query)
            query.after = results.groups.first?.next ?? results.next
            _ = try repository.search(query)
          }
        }
      }
      try attempt("question", &failures) {
        _ = try repository.search(SearchQuery(text, match: .any))
      }
      try attempt("search in a section", &failures) {
        _ = try repository.search(SearchQuery(text, in: ["b", "empty"]))
      }
      try attempt("complete", &failures) { _ = try repository.completions(for: text) }
    }
    try attempt("list", &failures) {
      for section in try repository.sections() {
        _ = try repository.items(in: section.section.id)
      }
    }
    try attempt("export", &failures) { try repository.export { _ in } }
    try attempt("item", &failures) { _ = try repository.item("b/Rome") }
    try attempt("why", &failures) { _ = try repository.why("b/Rome", SearchQuery("rom")) }
    try attempt("statistics", &failures) { _ = try repository.statistics() }
    try attempt("recent", &failures) { _ = try repository.recentSearches() }
    return failures
  }

  private static func write(
    _ repository: BlockingItemRepository, loads: Bool = true
  ) throws -> Failures {
    var failures: Failures = []
    for section in ["a", "b", "empty", "new"] {
      try attempt("add to \(section)", &failures) {
        try repository.add("Added", to: .init(section))
      }
    }
    try attempt("move", &failures) { try repository.move(["b/Rome", "a/Oslo"], to: "a", at: 1) }
    try attempt("move to the end", &failures) { try repository.move(["a/Oslo"], to: "b") }
    try attempt("reweigh", &failures) { try repository.reweigh("b/Romania", to: 9) }
    try attempt("reorder", &failures) { try repository.reorder("b", by: []) }
    try attempt("reorder sections", &failures) { try repository.reorderSections(["empty"]) }
    try attempt("remember", &failures) { try repository.rememberSearch("peru") }
    try attempt("load", &failures) {
      guard loads else { return }
      try repository.load((0..<1_000).map { Item(section: "b", title: "Number \($0)") })
      try repository.remove((0..<1_000).map { Item.ID("b/Number \($0)") })
    }
    try attempt("remove", &failures) {
      try repository.remove(["a/Added", "b/Added", "empty/Added", "new/Added"])
      try repository.removeSection("new")
    }
    try attempt("optimize", &failures) { try repository.optimize() }
    try attempt("reindex", &failures) { try repository.reindex() }
    return failures
  }

  /// The expected errors for such a file.
  private static let codes: Set<ShortlistError.Code> = [.damaged, .newerVersion, .full]

  /// Whether to try a value of a number. Different numbers get different values, and all of them in
  /// the long run.
  private static func tried(of place: HostileNumbers, _ index: Int) -> Bool {
    guard !Rounds.isLong, !place.isKey else { return true }
    let number = HostileNumbers.all.firstIndex { $0.name == place.name } ?? 0
    return (index + number).isMultiple(of: Int(9 / min(Rounds.factor, 1)))
  }

  @Test(
    "is answered or refused with a sentence, told by the check, and repaired",
    arguments: HostileNumbers.all)
  func numbers(place: HostileNumbers) throws {
    for (index, (number, change)) in place.changes.enumerated() {
      guard Self.tried(of: place, index), try make(change) else { continue }
      let name: Comment = "\(place.name): \(number)"
      // An untrusted file is searched in a separate copy, once that is found sound.
      if let untrusted = try opened(isUntrusted: true, name) {
        #expect(try Self.read(untrusted).isEmpty, name)
      }
      guard let repository = try opened(name) else { continue }
      defer { repository.close() }
      let report = try repository.check()
      let failures = try Self.read(repository) + Self.write(repository)
      for (offset, (action, error)) in failures.enumerated() {
        // An item that was not added cannot be found.
        if offset > 0, [.unknownItem, .unknownSection].contains(error.code) { continue }
        // FTS5 allocates memory for as many segments as its structure record claims.
        let isList = place.name.hasPrefix("the list of segments") && error.code == .outOfMemory
        #expect(isList || Self.codes.contains(error.code), "\(name): \(action): \(error)")
        // A full file is sound, and so is one that needs a newer SQLite. FTS5 does not verify the
        // total number of words.
        guard error.code == .damaged, !place.name.hasPrefix("the totals") else { continue }
        #expect(report.status != .sound, "\(name): \(action): \(error)")
      }
      try repository.repair()
      let findings = try repository.check().findings
      #expect(findings.isEmpty, "\(name): \(findings.map(\.message))")
      #expect(try Self.read(repository).isEmpty, name)
      #expect(try Self.write(repository, loads: false).isEmpty, name)
      let found = try repository.search(SearchQuery("place", limit: 99)).hits.map(\.item.title)
      #expect(Set(found).isSuperset(of: Self.titles), "\(name): \(found)")
    }
  }

  private func expectDamage(_ work: () throws -> Void) {
    let error = #expect(throws: ShortlistError.self) { try work() }
    #expect(error?.code == .damaged)
  }

  @Test("is neither searched nor changed where a section has a number that reaches the last docid")
  func sectionNumber() throws {
    #expect(
      try make {
        try $0.runUnguarded("UPDATE section SET number = 34359738367 WHERE id = 'empty'")
      })
    let repository = try #require(try opened("the number of a section"))
    defer { repository.close() }
    expectDamage { _ = try repository.search(SearchQuery("rome")) }
    expectDamage { _ = try repository.completions(for: "rom") }
    expectDamage { try repository.add("Added", to: "empty") }
    expectDamage { try repository.add("Added", to: "new") }
    #expect(try repository.check().status == .damaged)
  }

  @Test(
    "is not changed at an item without a possible place",
    arguments: ["position = -1", "weight = 9e999"])
  func place(change: String) throws {
    #expect(
      try make {
        try $0.runUnguarded(
          "UPDATE item SET \(change) WHERE title = 'Rome';" + HostileNumbers.rebuilding)
      })
    let repository = try #require(try opened("\(change)"))
    defer { repository.close() }
    expectDamage { try repository.move(["b/Rome"], to: "a") }
    #expect(try repository.check().status == .damaged)
  }

  @Test("is a sound one where only checksums and the index were made again")
  func control() throws {
    #expect(
      try make {
        try $0.runUnguarded("UPDATE section SET shuffled = 1;" + HostileNumbers.rebuilding)
      })
    let repository = try #require(try opened("control"))
    defer { repository.close() }
    #expect(try repository.check().findings == [])
    #expect(try Self.read(repository).isEmpty)
    #expect(try Self.write(repository).isEmpty)
    #expect(HostileNumbers.all.reduce(0) { $0 + $1.changes.count } > 64)
  }
}
