import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The guide for users of FTS5, GRDB and Core Spotlight", .timeLimit(.minutes(5)))
struct ComingFromTests {
  private let folder: TemporaryFolder
  private let appPath: String
  private let indexPath: String

  init() throws {
    folder = try TemporaryFolder()
    appPath = folder.path("app.sqlite")
    indexPath = folder.path("index.shortlist")
  }

  @Test("follows the table behind an FTS5 table, which stays as it is")
  func table() async throws {
    let app = try RawDatabase(appPath)
    try app.run(
      """
      CREATE TABLE folder(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE note(id INTEGER PRIMARY KEY, title TEXT, body TEXT, folder INTEGER);
      CREATE VIRTUAL TABLE note_fts USING fts5(title, body, content='note', content_rowid='id');
      CREATE TRIGGER note_added AFTER INSERT ON note BEGIN
        INSERT INTO note_fts(rowid, title, body) VALUES(new.id, new.title, new.body);
      END;
      INSERT INTO folder VALUES(1, 'Travel');
      INSERT INTO note VALUES(1, 'Føroyar', 'Eighteen islands', 1);
      """)
    // snippet: table
    let notes = TableSource(
      try SourceTable(
        "SELECT note.id, note.title, note.body, folder.name AS section"
          + " FROM note LEFT JOIN folder ON folder.id = note.folder",
        key: "note.id", tracking: ["folder.id = note.folder"]),
      in: SQLiteFile(path: appPath))
    let index = try ItemRepository(path: indexPath)
    try await index.catchUp(with: notes)
    // end
    try app.run("INSERT INTO note VALUES(2, 'U.S.A', '', 1)")
    try await index.catchUp(with: notes)
    for (text, found) in [("foroyar", 1), ("usa", 1), ("oyar", 1), ("islands", 1)] {
      #expect(try await index.search(SearchQuery(text)).hits.count == found, "\(text)")
    }
    // The table of FTS5 continues to work, and finds what the guide says that it does.
    func count(_ match: String) throws -> String? {
      try app.rows("SELECT count(*) FROM note_fts WHERE note_fts MATCH '\(match)'").first
    }
    #expect(try count("\"eighteen\" AND \"isl\" *") == "1")
    #expect(try count("\"foroyar\"") == "0")
    #expect(try count("\"usa\"") == "0")
    await index.close()
  }

  @Test("commits items with the position that they lead to")
  func changes() async throws {
    let countries = try ItemRepository(path: ":memory:")
    try await countries.upsert([Item(id: "country/SU", section: "Countries", title: "Soviet Union")]
    )
    // snippet: changes
    let changes = ChangeSet(
      upserts: [
        Item(
          id: "country/IS", section: "Countries", title: "Iceland", keywords: ["Ísland"],
          body: "An island between Europe and North America")
      ],
      removals: ["country/SU"],
      checkpoint: Checkpoint(name: "spotlight", value: Data("change 4711".utf8)))
    try await countries.apply(changes)
    // end
    #expect(try await countries.items(in: "Countries").map(\.title) == ["Iceland"])
    #expect(try await countries.checkpoint("spotlight")?.value == Data("change 4711".utf8))
  }
}
