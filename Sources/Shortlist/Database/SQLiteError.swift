import CShortlist

extension ShortlistError {
  /// What a result code of SQLite means for a caller.
  init(sqliteCode code: Int32, detail: String) {
    let (kind, sentence): (Code, String) =
      switch code & 0xff {
      case SQLITE_ERROR where detail.contains("invalid fts5 file format"):
        (
          .newerVersion,
          "The index was written by a newer SQLite, in a format that this one does not know."
        )
      case SQLITE_BUSY, SQLITE_LOCKED:
        (.busy, "Another program keeps the index locked; try again.")
      case SQLITE_FULL: (.full, "The disk is full; nothing of this change was kept.")
      case SQLITE_IOERR, SQLITE_NOLFS: (.storage, "Reading or writing the index failed.")
      // Ours were all there when the file was opened, or it says that they are.
      case SQLITE_ERROR where detail.hasPrefix("no such table"):
        (.damaged, "The index is damaged.")
      // No statement of ours meets a constraint while the numbers in the file fit together.
      case SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_CONSTRAINT, SQLITE_MISMATCH:
        (.damaged, "The index is damaged.")
      case SQLITE_NOTADB: (.notAnIndex, "The file is not an index of Shortlist.")
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
        (.readOnly, "The index may not be written.")
      case SQLITE_CANTOPEN: (.cannotOpen, "The index cannot be opened.")
      case SQLITE_INTERRUPT: (.cancelled, "The work was cancelled.")
      case SQLITE_NOMEM: (.outOfMemory, "Memory ran out.")
      case SQLITE_TOOBIG: (.invalidItem, "A text is too large: an item may hold 16 MiB.")
      default: (.storage, "The index cannot be used.")
      }
    self.init(kind, "\(sentence) (SQLite: \(detail))", sqliteCode: code)
  }
}

extension ShortlistError {
  /// Whether the disk failed, and not what is on it.
  var isOfDisk: Bool { sqliteCode.map { $0 & 0xff == SQLITE_IOERR } ?? false }
}
