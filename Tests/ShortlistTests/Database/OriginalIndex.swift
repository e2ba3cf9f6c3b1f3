import Foundation
import Shortlist
import ShortlistTestSupport

/// An index to damage in copies, with its answers while it is sound.
///
/// It never changes, so several tests can use it at the same time.
final class OriginalIndex: Sendable {
  /// The outcome of a damaged copy.
  struct Outcome {
    /// Whether some answer differed or was an error.
    var answersDiffer = false
    /// Whether some answer differed and none was an error.
    var isSilent = false
    /// Whether the check found something, or the file could not be opened.
    var isFound = false
    /// Whether reading changed the file.
    var wasWritten = false
    /// The most processor time that any call took.
    var slowest = Duration.zero
  }

  private let folder: TemporaryFolder
  private let path: String
  private let answers: [String]
  /// The number of items.
  let items: Int

  private static let queries = [
    "a", "b", "s", "e", "al", "the", "zur", "gree", "land", "o", "kra", "東", "x1", "greec",
    "ountr", "new zea", "swizerland", "subtitle:b", "\"a b\"", "-a e", "cool",
  ]

  /// Creates the index in several steps, so that FTS5 has several segments.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("list.sqlite")
    var generator = SeededGenerator(seed: 1)
    let repository = try ItemRepository(path: path).blocking
    let names = ["Greece", "Greenland", "New Zealand", "Switzerland", "Zürich", "Kraków", "東京都"]
    for step in 0..<4 {
      let items = (0..<60).map { number in
        let title = generator.once(in: 3) ? generator.pick(names) + " \(number)" : ""
        return Item(
          id: Item.ID("\(step)-\(number)"), section: .init("Section \(number % 5)"),
          title: title + generator.title(words: 3),
          subtitle: generator.once(in: 4) ? generator.text(words: 4) : "",
          body: generator.once(in: 3) ? generator.text(words: 30) : "",
          weight: generator.weight(),
          payload: generator.once(in: 5) ? Data(generator.text(words: 9).utf8) : nil)
      }
      try repository.upsert(items)
      try repository.remove(items.prefix(5).map(\.id))
    }
    try repository.move(["1-20", "2-30"], to: "Section 0", at: 3)
    answers = try Self.answers(of: repository)
    items = try repository.statistics().items
    // While the repository is open, much of its data is in the log.
    try copy(to: "open.sqlite")
    repository.close()
    try copy(to: "closed.sqlite")
  }

  private func copy(to name: String) throws {
    for suffix in ["", "-wal"] {
      let goal = folder.path(name + suffix)
      try? FileManager.default.removeItem(atPath: goal)
      guard FileManager.default.fileExists(atPath: path + suffix) else { continue }
      try FileManager.default.copyItem(atPath: path + suffix, toPath: goal)
    }
  }

  /// Returns all answers: of searches, the list, and all items.
  private static func answers(of repository: BlockingItemRepository) throws -> [String] {
    var answers: [String] = []
    for text in queries {
      let results = try repository.search(SearchQuery(text))
      let hits = results.hits.map { "\($0.item) \($0.tier) \($0.highlights)" }
      answers.append("\(text) \(results.groups.map(\.section)) \(results.total) \(hits)")
    }
    answers.append("\(try repository.sections())")
    try repository.export { answers.append("\($0)") }
    return answers
  }

  /// Damages a copy, and compares all its answers.
  func outcome(of damage: Damage, seed: Int) throws -> Outcome {
    try withCopy(damage, seed: seed) { copy, before in
      var outcome = Outcome()
      ask(copy, &outcome)
      outcome.wasWritten = try Data(contentsOf: URL(fileURLWithPath: copy)) != before
      return outcome
    }
  }

  /// Damages a copy and repairs it. Returns the number of items afterwards, or `nil` if that
  /// failed.
  func itemsAfterRepair(of damage: Damage, seed: Int) throws -> Int? {
    try withCopy(damage, seed: seed) { copy, _ in
      do {
        let repository = try ItemRepository(path: copy).blocking
        defer { repository.close() }
        let kept = try repository.repair()
        let report = try repository.check()
        return report.status == .sound && report.items == kept ? kept : -1
      } catch {
        return nil
      }
    }
  }

  private func withCopy<Result>(
    _ damage: Damage, seed: Int, _ work: (String, Data) throws -> Result
  ) throws -> Result {
    var generator = SeededGenerator(
      seed: seed &* 1_000 &+ (Damage.allCases.firstIndex(of: damage) ?? 0))
    let place = try TemporaryFolder()
    let copy = place.path("copy.sqlite")
    let source = damage == .log ? "open.sqlite" : "closed.sqlite"
    for suffix in ["", "-wal"] where folder.files.contains(source + suffix) {
      try FileManager.default.copyItem(atPath: folder.path(source + suffix), toPath: copy + suffix)
    }
    let before = try damage.apply(to: copy, &generator)
    return try work(copy, before)
  }

  /// The processor time so far of this thread, which does all the work.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private func ask(_ path: String, _ outcome: inout Outcome) {
    var options = ItemRepository.Options()
    options.isReadOnly = true
    var start = Self.processorTime
    func lap() {
      let now = Self.processorTime
      outcome.slowest = max(outcome.slowest, now - start)
      start = now
    }
    do {
      let repository = try ItemRepository(path: path, options: options).blocking
      defer { repository.close() }
      lap()
      do {
        outcome.isSilent = try Self.answers(of: repository) != answers
        outcome.answersDiffer = outcome.isSilent
      } catch {
        outcome.answersDiffer = true
      }
      lap()
      outcome.isFound = try repository.check().status != .sound
    } catch {
      outcome.answersDiffer = true
      outcome.isFound = true
    }
    lap()
  }
}
