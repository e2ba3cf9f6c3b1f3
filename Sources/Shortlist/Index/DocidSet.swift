import CShortlist
import CShortlistIndex

/// DocidSet that were read at once, in order.
final class DocidSet {
  private let array: UnsafeMutablePointer<Int64>?
  let count: Int

  var isEmpty: Bool { count == 0 }

  /// Reads those of an expression; `nil` when FTS5 must be asked, or too many items may match.
  init?(
    _ expression: PostingsQuery, in table: String, on connection: Connection
  ) throws(ShortlistError) {
    guard let index = try connection.pages(of: table) else { return nil }
    var array: UnsafeMutablePointer<Int64>?
    var count: Int32 = 0
    let code = expression.withParts(in: table) {
      shortlist_materialise(index.handle, $0, Int32($0.count), &array, &count)
    }
    if code == SQLITE_NOTFOUND || code == SQLITE_TOOBIG { return nil }
    guard code == SQLITE_OK else { throw Postings.error(code) }
    self.array = array
    self.count = Int(count)
  }

  deinit { sqlite3_free(array) }

  /// Whether one of them is as `condition` says.
  func contains(where condition: (Int64) -> Bool) -> Bool {
    withExtendedLifetime(self) {
      UnsafeBufferPointer(start: array, count: count).contains(where: condition)
    }
  }

  /// What stands for them in an expression; it borrows them, so they must be kept alive meanwhile.
  var part: shortlist_query_node {
    shortlist_query_node(
      kind: Int32(SHORTLIST_POSTINGS_DOCIDS), length: Int32(count),
      bytes: UnsafeRawPointer(array)?.assumingMemoryBound(to: CChar.self), count: -1)
  }
}
