import CShortlist

extension ShortlistError {
  /// Translates a result code of SQLite into an error.
  init(sqliteCode code: Int32, detail: String) {
    let (kind, sentence): (Code, String) =
      switch code & 0xff {
      case SQLITE_ERROR where detail.contains("invalid fts5 file format"):
        (
          .newerVersion,
          "The index was written by a newer SQLite, in a format that this one does not know."
        )
      case SQLITE_BUSY, SQLITE_LOCKED:
        (.busy, "Another program has locked the index; try again.")
      case SQLITE_FULL: (.full, "The disk is full; nothing of this change was kept.")
      // Apple's SQLite also says "not authorized" of a file that is protected while the device is locked.
      case SQLITE_IOERR, SQLITE_NOLFS, SQLITE_AUTH:
        (.storage, "Reading or writing the index failed.")
      // Our tables all existed when the file was opened, unless its schema lied.
      case SQLITE_ERROR where detail.hasPrefix("no such table"):
        (.damaged, "The index is damaged.")
      // Our statements violate no constraint while the numbers in the file are consistent.
      case SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_CONSTRAINT, SQLITE_MISMATCH:
        (.damaged, "The index is damaged.")
      case SQLITE_NOTADB: (.notAnIndex, "The file is not an index of Shortlist.")
      case SQLITE_READONLY, SQLITE_PERM:
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
  /// The error after waiting in vain for another process that writes.
  static let writtenByOther = ShortlistError(
    .busy, "Another program is writing the index; try again.")

  /// Whether the disk failed, rather than its content.
  var isOfDisk: Bool { sqliteCode.map { $0 & 0xff == SQLITE_IOERR } ?? false }
}
