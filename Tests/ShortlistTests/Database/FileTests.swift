import CShortlist
import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The file of a repository")
final class FileTests {
  private let folder: URL
  private var path: String { folder.appendingPathComponent("list.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shortlist-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs SQL as another program would, without our settings.
  private func sqlite(_ sql: String) -> (code: Int32, message: String) {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    guard sqlite3_open(path, &handle) == SQLITE_OK else { return (SQLITE_CANTOPEN, "") }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    return (code, String(cString: sqlite3_errmsg(handle)))
  }

  private func makeList() throws {
    let repository = try ItemRepository(path: path).blocking
    try repository.add("Greece", to: "Countries")
    repository.close()
  }

  private func code(opening path: String, readOnly: Bool = false) -> ShortlistError.Code? {
    do {
      var options = ItemRepository.Options()
      options.isReadOnly = readOnly
      try ItemRepository(path: path, options: options).blocking.close()
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "is searched and rebuilt when it was made with older tokens, and refused when with newer ones"
  )
  func tokenizerVersion() throws {
    try makeList()
    #expect(sqlite("UPDATE meta SET value = 0 WHERE key = 'tokenizer'").code == SQLITE_OK)
    let repository = try ItemRepository(path: path).blocking
    let results = try repository.search(SearchQuery("gre"))
    #expect(results.hits.map(\.item.title) == ["Greece"])
    #expect(results.notes == [.indexOutdated])
    #expect(try repository.needsReindex())
    try repository.reindex()
    #expect(try !repository.needsReindex())
    #expect(try repository.statistics().tokenizerVersion == Int(SHORTLIST_TOKENIZER_VERSION))
    #expect(try repository.search(SearchQuery("gre")).notes == [])
    repository.close()
    #expect(sqlite("UPDATE meta SET value = 99 WHERE key = 'tokenizer'").code == SQLITE_OK)
    #expect(code(opening: path) == .newerVersion)
    #expect(code(opening: path, readOnly: true) == nil)
  }

  @Test(
    "is not changed by programs that would leave the index behind",
    arguments: [
      "UPDATE item SET title = 'Rome'", "DELETE FROM item", "DELETE FROM section",
      "INSERT INTO section(number, id, title, position) VALUES(9, 'x', 'x', 9)",
    ])
  func guards(sql: String) throws {
    try makeList()
    let outcome = sqlite(sql)
    #expect(outcome.code == SQLITE_CONSTRAINT)
    #expect(outcome.message.contains("changed with the library"))
  }

  @Test("can be read by any program that has SQLite")
  func plainSQLite() throws {
    try makeList()
    let sql = "SELECT item.title FROM item JOIN section ON section = number"
    #expect(sqlite(sql).code == SQLITE_OK)
  }

  @Test("is left alone when it is not ours, or newer than we are")
  func foreignFiles() throws {
    #expect(sqlite("CREATE TABLE theirs(x)").code == SQLITE_OK)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(code(opening: path) == .notAnIndex)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    try Data("not a database, but long enough to be one".utf8)
      .write(to: URL(fileURLWithPath: path))
    #expect(code(opening: path) == .notAnIndex)
    try FileManager.default.removeItem(atPath: path)
    try makeList()
    #expect(sqlite("PRAGMA user_version = 1000").code == SQLITE_OK)
    #expect(code(opening: path) == .newerVersion)
  }

  @Test("is a regular file in a folder that is there")
  func paths() throws {
    #expect(code(opening: "") == .cannotOpen)
    #expect(code(opening: folder.path) == .cannotOpen)
    #expect(code(opening: folder.path + "/no/such.sqlite") == .cannotOpen)
    #expect(code(opening: path, readOnly: true) == .cannotOpen)
    #expect(!FileManager.default.fileExists(atPath: path))
    try makeList()
    let link = folder.appendingPathComponent("link.sqlite").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(code(opening: link) == .cannotOpen)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
