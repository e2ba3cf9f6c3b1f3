import CShortlist
import CShortlistFaults
import Foundation
import Testing

@testable import Shortlist

@Suite("A connection")
struct ConnectionTests {
  /// Prepares a database without our functions, and returns the code of registering them.
  private func code(after prepare: (OpaquePointer) -> Void) throws -> Int32 {
    var opened: OpaquePointer?
    #expect(sqlite3_open(":memory:", &opened) == SQLITE_OK)
    let handle = try #require(opened)
    defer { sqlite3_close_v2(handle) }
    prepare(handle)
    return shortlist_register(handle)
  }

  @Test("tells a SQLite without FTS5 from one that fails for another reason")
  func missingFTS5() throws {
    #expect(try code { _ in } == SQLITE_OK)
    let missing = try code { handle in
      sqlite3_create_function_v2(handle, "fts5", 1, SQLITE_UTF8, nil, nil, nil, nil, nil)
    }
    #expect(missing == SQLITE_NOTFOUND)
    let forbidden = try code { handle in
      sqlite3_set_authorizer(handle, { _, _, _, _, _, _ in SQLITE_DENY }, nil)
    }
    #expect(forbidden == SQLITE_AUTH)
  }

  /// The library given to `Scripts/test-with-sqlite`.
  private static let askedFor = ProcessInfo.processInfo.environment["SHORTLIST_SQLITE"]

  @Test("uses the SQLite that the tests are run with", .enabled(if: askedFor != nil))
  func library() async {
    #expect(shortlist_path_of_sqlite().map { String(cString: $0) } == Self.askedFor)
    await #expect(processExitsWith: .success) {
      #expect(shortlist_path_of_sqlite().map { String(cString: $0) } == Self.askedFor)
    }
  }
}
