/// Which indexes a transaction has to write its changes to: the one in use, another that is built
/// beside it, or both.
struct IndexTargets {
  /// Whether the index in use is left as it is, because it has tokens of an older version, or was
  /// written by a SQLite that this one must not write after.
  let isFrozen: Bool
  /// The last docid in the new index, which holds all items up to it; `nil` when none is built.
  let rebuilt: Int64?

  /// Finds out, and claims what will be written.
  ///
  /// An index of older tokens is frozen, and building another is begun, as it is for `rebuilds`.
  init(_ transaction: WriteTransaction, rebuilds: Bool = false) throws(ShortlistError) {
    let connection = transaction.connection
    let own = Meta.tokenizerVersion
    let version = try Meta.number("tokenizer", on: connection) ?? 0
    let nextVersion = try Meta.number("rebuild_tokenizer", on: connection) ?? own
    guard max(version, nextVersion) <= own else {
      throw ShortlistError(
        .newerVersion,
        "The index is used by a newer Shortlist (tokens of version \(max(version, nextVersion)), "
          + "this one makes \(own)).")
    }
    var isFrozen = try Meta.number("frozen", on: connection) == 1
    if !isFrozen, version == own {
      let reason = try Meta.reasonNotToWrite("last_writer", on: connection)
      if let reason, !rebuilds { throw ShortlistError(.newerVersion, reason) }
      isFrozen = reason != nil
    }
    isFrozen = isFrozen || version < own

    var rebuilt = try Meta.number("rebuild_docid", on: connection)
    if rebuilt != nil {
      let reason = try Meta.reasonNotToWrite("rebuild_writer", on: connection)
      if let reason, !rebuilds { throw ShortlistError(.newerVersion, reason) }
      if reason != nil || nextVersion < own {
        try IndexTable.dropNext(on: connection)
        rebuilt = nil
      }
    }
    if rebuilt == nil, rebuilds || isFrozen {
      try IndexRebuild.begin(on: connection)
      rebuilt = 0
    }
    try Meta.claim("frozen", isFrozen ? 1 : 0, on: connection)
    let sqlite = Database.sqliteVersionNumber
    if !isFrozen { try Meta.claim("last_writer", sqlite, on: connection) }
    if rebuilt != nil { try Meta.claim("rebuild_writer", sqlite, on: connection) }
    self.isFrozen = isFrozen
    self.rebuilt = rebuilt
  }
}
