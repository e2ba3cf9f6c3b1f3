import Foundation
import Queries
import Shortlist

/// The same places in a file of Shortlist's and in one for hand-written FTS5, with the queries for
/// them.
///
/// Each benchmark runs in its own process, so the first one saves the files in the temporary
/// folder. They are reused until this program is rebuilt.
struct Fixture: Sendable {
  /// The fixture of this process.
  static let shared = Result { try Fixture() }

  /// The number of places: `SHORTLIST_ITEMS`, or 100,000.
  static let count =
    ProcessInfo.processInfo.environment["SHORTLIST_ITEMS"].flatMap { Int($0) } ?? 100_000

  let shortlist: BlockingItemRepository
  let fts5: HandWrittenFTS5
  let queries: QueryLog
  private let repository: ItemRepository

  private init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shortlist-benchmarks-\(Self.count)", isDirectory: true)
    if !Self.isNewerThanProgram(folder.appendingPathComponent("queries.json")) {
      try Self.make(folder)
    }
    var options = ItemRepository.Options()
    options.isReadOnly = true
    repository = try ItemRepository(
      path: folder.appendingPathComponent("shortlist.sqlite").path, options: options)
    shortlist = repository.blocking
    fts5 = try HandWrittenFTS5(path: folder.appendingPathComponent("fts5.sqlite").path)
    queries = try JSONDecoder().decode(
      QueryLog.self, from: Data(contentsOf: folder.appendingPathComponent("queries.json")))
  }

  private static func isNewerThanProgram(_ file: URL) -> Bool {
    func date(_ url: URL?) -> Date? {
      try? url?.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
    }
    guard let made = date(file), let built = date(Bundle.main.executableURL) else { return false }
    return made > built
  }

  private static func make(_ folder: URL) throws {
    FileHandle.standardError.write(Data("Making two lists of \(count) items.\n".utf8))
    let files = FileManager.default
    if files.fileExists(atPath: folder.path) { try files.removeItem(at: folder) }
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    let places = Places.make(count)
    let path = folder.appendingPathComponent("shortlist.sqlite").path
    let repository = try ItemRepository(path: path)
    try repository.blocking.load(places.lazy.map(\.item))
    repository.blocking.close()
    try HandWrittenFTS5.make(places, at: folder.appendingPathComponent("fts5.sqlite").path)
    // Written last: it marks the fixture as complete.
    try JSONEncoder().encode(QueryLog(places))
      .write(to: folder.appendingPathComponent("queries.json"))
  }
}
