import CShortlist
import Foundation
import Shortlist
import ShortlistTestSupport

/// A file as each earlier version of the library has left it: the tables that the migrations up to then
/// make, filled as that version did.
///
/// Versions 1 and 2 had no index yet; those up to 5 had tokens of version 1, which this library no longer
/// makes, so that their index is built anew.
struct EarlierFile {
  private static let migrations = {
    var count: Int32 = 0
    let first = shortlist_migrations(&count)
    return UnsafeBufferPointer(start: first, count: Int(count)).map {
      (number: Int($0.number), sql: String(cString: $0.sql))
    }
  }()

  /// The number of the last migration.
  static let latest = migrations.map(\.number).max() ?? 0

  let version: Int
  /// What it holds.
  let model: ModelIndex
  /// Where it is; others copy it.
  private let folder: TemporaryFolder

  init(version: Int) throws {
    self.version = version
    folder = try TemporaryFolder()
    var model = ModelIndex()
    if version >= 2 { model.upsert(Self.items) }
    self.model = model
    try fill(folder.path("old.sqlite"))
  }

  private static let items = {
    var generator = SeededGenerator(seed: 3)
    return (0..<60).map { number in
      Item(
        id: Item.ID("\(number)"), section: ItemSection.ID(generator.pick(["a", "b", "c"])),
        title: generator.title(words: 3), subtitle: generator.once(in: 3) ? "sub" : "",
        keywords: generator.once(in: 3) ? [generator.text(words: 2)] : [],
        body: generator.once(in: 2) ? generator.text(words: 9) : "", weight: generator.weight(),
        payload: generator.once(in: 4) ? Data("\(number)".utf8) : nil)
    }
  }()

  /// Copies it into an empty folder.
  func copy(to path: String) throws {
    try FileManager.default.copyItem(atPath: folder.path("old.sqlite"), toPath: path)
  }

  private func fill(_ path: String) throws {
    let present = folder.path("present.sqlite")
    let repository = try ItemRepository(path: present).blocking
    try repository.upsert(Self.items)
    repository.close()

    let database = try RawDatabase(path)
    try database.run("PRAGMA journal_mode = WAL")
    for migration in Self.migrations where migration.number <= version {
      // Until substrings listed fewer beginnings.
      try database.run(
        migration.sql.replacing(
          "prefix='1 2', tokenize='shortlist_frag", with: "prefix='1 2 3', tokenize='shortlist_frag"
        ))
    }
    try database.run(
      """
      PRAGMA application_id = 0x53687274; PRAGMA user_version = \(version);
      ATTACH '\(present)' AS present;
      INSERT INTO meta SELECT key, value FROM present.meta
      WHERE key IN ('last_writer', 'sections', 'changes', 'terms', 'stemming');
      """)
    guard version >= 2 else { return }
    let columns =
      "docid, id, section, position, weight, title, subtitle, keywords, body, payload"
      + (version >= 5 ? ", checksum" : "")
    try database.runUnguarded(
      """
      INSERT INTO section(number, id, title, position, items, shuffled)
      SELECT number, id, title, position, items, shuffled FROM present.section;
      INSERT INTO item(\(columns)) SELECT \(columns) FROM present.item;
      """)
    guard version >= 3 else { return }
    let counts = version >= 6 ? "term, items, titles" : "term, items"
    try database.run(
      """
      INSERT INTO item_titles(rowid, title, keywords)
      SELECT docid, title, keywords FROM item ORDER BY docid;
      INSERT INTO item_texts(rowid, title, subtitle, keywords, body)
      SELECT docid, title, subtitle, keywords, body FROM item
      WHERE subtitle <> '' OR body <> '' ORDER BY docid;
      INSERT INTO term(\(counts)) SELECT \(counts) FROM present.term;
      INSERT INTO meta VALUES('tokenizer', \(version >= 6 ? 2 : 1));
      """)
    guard version < 8 else { return }
    try database.run(
      """
      INSERT INTO item_fragments(rowid, title, keywords)
      SELECT docid, title, keywords FROM item ORDER BY docid
      """)
  }

  /// What is wrong with a file that was this one once; empty when it holds the same, and answers as the
  /// model does, after its index was built anew if need be.
  func problems(at path: String) throws -> [String] {
    var options = ItemRepository.Options()
    options.reindexesInBackground = false
    let repository = try ItemRepository(path: path, options: options).blocking
    defer { repository.close() }
    if let difference = try model.difference(from: repository) { return [difference] }
    if try repository.needsReindex() { try repository.reindex() }
    var generator = SeededGenerator(seed: version)
    return try model.searchProblems(in: repository, &generator)
      + repository.check().findings.map(\.message)
  }

  /// The number of the last migration of a file.
  static func version(at path: String) throws -> Int {
    try RawDatabase(path).rows("PRAGMA user_version").first.flatMap { Int($0) } ?? -1
  }
}
