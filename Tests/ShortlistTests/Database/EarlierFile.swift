import CShortlist
import Foundation
import Shortlist
import ShortlistTestSupport

/// A file of an earlier version of the library: the tables of the migrations up to that version,
/// filled as that version did.
///
/// Versions 1 and 2 had no index yet. Versions up to 5 had tokens of version 1, which this library
/// no longer produces, so their index is rebuilt.
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
  /// The contents of the file.
  let model: ModelIndex
  /// The folder of the file, which tests copy.
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

  /// Copies the file into an empty folder.
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
      // Files had more prefix indexes for substrings at first.
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

  /// Returns the defects of a file upgraded from this one; empty if it has the same contents and
  /// answers as the model does, after a rebuild if necessary.
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

  /// Returns the number of a file's last migration.
  static func version(at path: String) throws -> Int {
    try RawDatabase(path).rows("PRAGMA user_version").first.flatMap { Int($0) } ?? -1
  }
}
