import GRDB
import Shortlist

extension ShortlistError {
  /// Translates an error of GRDB.
  init(_ error: DatabaseError) {
    let reason = error.message.map { ": \($0)" } ?? ""
    let (code, sentence): (Code, String) =
      switch error.resultCode {
      case .SQLITE_NOTADB: (.notADatabase, "The file to follow is not a SQLite database.")
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        (.busy, "The followed database is locked; try again.")
      case .SQLITE_ABORT, .SQLITE_INTERRUPT:
        // GRDB refuses everything while the database is suspended.
        (.busy, "The followed database is suspended, or was interrupted; try again.")
      case .SQLITE_CORRUPT: (.damaged, "The followed database is damaged\(reason).")
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
        (.readOnly, "The followed database may not be written\(reason).")
      case .SQLITE_CANTOPEN: (.cannotOpen, "The followed database cannot be opened\(reason).")
      case .SQLITE_FULL: (.full, "The disk is full; the followed database was not changed.")
      case .SQLITE_NOMEM: (.outOfMemory, "Memory ran out.")
      case .SQLITE_ERROR where error.message?.hasPrefix("no such table") == true:
        (.unknownTable, "The followed database does not fit the query\(reason).")
      case .SQLITE_ERROR:
        (.invalidQuery, "The query does not work in the followed database\(reason).")
      default: (.storage, "Reading or writing the followed database failed\(reason).")
      }
    self.init(code, sentence, sqliteCode: error.extendedResultCode.rawValue)
  }
}
