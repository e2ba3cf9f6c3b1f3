import Foundation
import Shortlist
import ShortlistTestSupport

/// A scenario in the life of a file, step by step. Each step can fail and be tried again.
struct FaultyLife {
  enum Step: CaseIterable {
    case open, load, search, move, reweigh, replace, remove, reindex, optimize, list, check, backup
    case close, reopen
  }

  /// The extent of the scenario.
  enum Span: CaseIterable, Codable {
    /// All steps.
    case whole
    /// The steps on an existing file, without a rebuild. They need a seventh of the allocations, so
    /// each one can be made to fail.
    case short
  }

  let steps: [Step]
  private let database: TemporaryDatabase
  private let options: ItemRepository.Options
  private var repository: BlockingItemRepository?
  /// The findings of checks; the file must be sound at all times.
  private var findings: [String] = []

  init(_ span: Span = .whole, options: ItemRepository.Options = .init()) throws {
    database = try TemporaryDatabase()
    self.options = options
    steps = span == .whole ? Step.allCases : Step.allCases.filter { $0 != .reindex }
    guard span == .short else { return }
    try Self.empty.write(to: URL(fileURLWithPath: database.path))
  }

  /// A file without items.
  private static let empty: Data = {
    do {
      let database = try TemporaryDatabase()
      try ItemRepository(path: database.path).blocking.close()
      return try Data(contentsOf: URL(fileURLWithPath: database.path))
    } catch { preconditionFailure("\(error)") }
  }()

  private static let items = {
    var generator = SeededGenerator(seed: 6)
    return (0..<40).map { number in
      Item(
        id: Item.ID("\(number)"), section: ItemSection.ID(generator.pick(["a", "b", "c"])),
        title: generator.title(words: 3), keywords: [generator.text(words: 2)],
        body: generator.text(words: 8), weight: generator.weight())
    }
  }()

  /// Runs a step. If it throws, it has changed nothing, or everything that the step changes.
  mutating func run(_ step: Step) throws(ShortlistError) {
    if step == .open || step == .reopen {
      guard repository == nil else { return }
      repository = try ItemRepository(path: database.path, options: options).blocking
      return
    }
    guard let repository else { preconditionFailure("The file is not open.") }
    switch step {
    case .open, .reopen: break
    case .load: try repository.load(Self.items)
    case .search: try search(repository)
    case .move: try repository.move(["1", "2", "3"], to: "d")
    case .reweigh: try repository.reweigh("4", to: 12)
    case .replace:
      try repository.replaceSection(ItemSection(id: "a", title: "A"), with: Self.replacements)
    case .remove: try repository.remove(["5", "6"])
    case .reindex: try repository.reindex()
    case .optimize: try repository.optimize()
    case .list:
      for section in try repository.sections() { _ = try repository.items(in: section.id) }
    case .check: findings += try repository.check().findings.map(\.message)
    case .backup: try repository.backup(to: database.path + ".backup", replacing: true)
    case .close:
      repository.close()
      self.repository = nil
    }
  }

  private static let replacements = ["Greenland", "Iceland"].map { Item(section: "a", title: $0) }

  /// Searches on all tiers, with misspelt words, and for prose.
  private func search(_ repository: BlockingItemRepository) throws(ShortlistError) {
    for text in ["new", "e", "zzz", "yorkshire -land", "Grenland", "new york title"] {
      _ = try repository.search(SearchQuery(text, totals: .exact, timeBudget: .seconds(600)))
    }
    _ = try repository.search(SearchQuery("green land san", match: .any))
  }

  /// Returns the defects of the file at the end of the scenario.
  func problems() throws -> [String] {
    var model = ModelIndex()
    model.upsert(Self.items)
    model.move(["1", "2", "3"], to: "d", at: nil)
    model.reweigh("4", to: 12)
    model.replaceSection(ItemSection(id: "a", title: "A"), with: Self.replacements)
    model.remove(["5", "6"])
    let repository = try ItemRepository(path: database.path).blocking
    defer { repository.close() }
    if let difference = try model.difference(from: repository) { return [difference] }
    var generator = SeededGenerator(seed: 7)
    return try findings + model.searchProblems(in: repository, &generator)
      + Soundness.problems(at: database.path)
      + Soundness.problems(at: database.path + ".backup")
  }
}
