import CShortlist
import CShortlistFaults
import Foundation
import ShortlistTestSupport
import Testing

/// A second copy of SQLite in this process, with its own locks, as in a host that bundles one.
final class SecondSQLite {
  /// Whether a second copy is possible: its functions must not mix with those of the first.
  static let isAvailable = shortlist_second_sqlite_is_available() != 0

  private let library: UnsafeMutableRawPointer
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let copy = folder.path("sqlite.so")
    let original = String(cString: try #require(shortlist_path_of_sqlite()))
    try Data(contentsOf: URL(fileURLWithPath: original)).write(to: URL(fileURLWithPath: copy))
    library = try #require(shortlist_second_sqlite_load(copy))
  }

  /// Opens a file, runs SQL, and closes the file unless it is to stay open.
  func use(
    _ path: String, _ sql: String = "SELECT count(*) FROM sqlite_schema", staysOpen: Bool = false
  ) {
    #expect(shortlist_second_sqlite_use(library, path, sql, staysOpen ? 1 : 0) == SQLITE_OK)
  }
}
