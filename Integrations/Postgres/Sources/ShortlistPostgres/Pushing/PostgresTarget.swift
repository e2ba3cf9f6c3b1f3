public import Foundation
@_spi(SearchEngines) public import Shortlist

/// Writes to the list on a server. Every change is one transaction: it is there as a whole, or not at
/// all.
///
/// ```swift
/// let target = try PostgresTarget("postgres://search@localhost/places")
/// try target.apply(ChangeSet(upserts: [Item(section: "Cities", title: "Tbilisi")]))
/// ```
///
/// Its methods block the thread. Use one from one thread at a time.
public final class PostgresTarget {
  let connection: PostgresConnection

  /// Connects to a server, on which ``PostgresSchema/create(at:shards:partitions:)`` has created the
  /// tables.
  ///
  /// - Throws: ``ShortlistError/Code/unreachable``, ``ShortlistError/Code/cannotOpen``,
  ///   ``ShortlistError/Code/notAnIndex`` if the database has no list, or
  ///   ``ShortlistError/Code/newerVersion`` if another version of the library filled it.
  public init(_ url: String) throws(ShortlistError) {
    connection = try PostgresConnection(url)
    let state = try connection.query("SELECT tokenizer FROM shortlist.state")
    guard state.count == 1, state.integer(0, 0) == Int64(EngineTokens.version) else {
      throw ShortlistError(
        .newerVersion, "Another version of Shortlist filled this list. Create it again.")
    }
  }

  /// Applies a change set with its checkpoint. Items keep their places; new ones go to the end of their
  /// sections, which are created if they are missing. Applying it twice changes nothing.
  ///
  /// - Throws: ``ShortlistError/Code/unreachable``, ``ShortlistError/Code/busy``,
  ///   ``ShortlistError/Code/invalidItem``, or ``ShortlistError/Code/storage``; nothing of the change is
  ///   saved then.
  public func apply(_ changes: ChangeSet) throws(ShortlistError) {
    try change { (change) throws(ShortlistError) in
      try change.apply(changes)
      if let checkpoint = changes.checkpoint {
        _ = try connection.query(
          """
          INSERT INTO shortlist.checkpoint VALUES ($1::text, $2::bytea)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value
          """, [PostgresValue(checkpoint.name), PostgresValue(checkpoint.value)])
      }
    }
  }

  /// Returns the value of a checkpoint; `nil` if it was never set.
  ///
  /// - Throws: ``ShortlistError/Code/unreachable`` or ``ShortlistError/Code/storage``.
  public func checkpoint(_ name: String) throws(ShortlistError) -> Data? {
    let rows = try connection.query(
      "SELECT value FROM shortlist.checkpoint WHERE name = $1::text", [PostgresValue(name)])
    return rows.count == 0 ? nil : PostgresValue.data(ofHexadecimal: rows.bytes(0, 0))
  }

  /// Applies everything that a source reports as changed since the checkpoint of this name. When the
  /// source lists all items, those that it does not list are removed.
  ///
  /// - Throws: as ``apply(_:)`` does; ``ShortlistError/Code/input`` for a source that fails.
  public func catchUp(
    with source: some ChangeSource, checkpoint name: String
  ) throws(ShortlistError) {
    var position = try checkpoint(name)
    var listed: Set<Item.ID> = []
    while true {
      let changes: SourceChanges
      do {
        changes = try source.changes(after: position)
      } catch let error as ShortlistError {
        throw error
      } catch {
        throw ShortlistError(.input, "The source of changes failed: \(error)")
      }
      let checkpoint = Checkpoint(name: name, value: changes.position)
      var set = ChangeSet(upserts: changes.upserts, removals: changes.removals)
      switch changes.extent {
      case .changes:
        if changes.upserts.isEmpty, changes.removals.isEmpty { return }
        set.checkpoint = checkpoint
      case .listing(let isFirst, let isLast):
        if isFirst { listed.removeAll() }
        listed.formUnion(changes.upserts.map(\.id))
        if isLast {
          set.removals = try ids().filter { !listed.contains($0) }
          // Within a listing, a position may be too long for a checkpoint.
          set.checkpoint = checkpoint
        }
      }
      try apply(set)
      position = changes.position
    }
  }

  private func ids() throws(ShortlistError) -> [Item.ID] {
    let rows = try connection.execute("SELECT id FROM shortlist.item")
    return (0..<rows.count).map { Item.ID(rows.text($0, 0)) }
  }

  /// Runs `work` in a transaction that no other change runs beside.
  func change<Result>(
    _ work: (inout ServerChange) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    try connection.transaction { () throws(ShortlistError) in
      var change = try ServerChange(connection)
      let result = try work(&change)
      try change.finish()
      return result
    }
  }
}
