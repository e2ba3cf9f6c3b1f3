/// The table `checkpoint`.
enum CheckpointTable {
  /// Returns the checkpoint with a name; `nil` if no such checkpoint was set.
  static func checkpoint(
    _ name: String, on connection: Connection
  ) throws(ShortlistError) -> Checkpoint? {
    let row = try connection.statement("SELECT value FROM checkpoint WHERE name = ?1")
    defer { row.reset() }
    try row.bind(name, at: 1)
    guard try row.step(), let value = row.data(0) else { return nil }
    return Checkpoint(name: name, value: value)
  }

  /// Stores a checkpoint in place of the one with its name.
  static func set(
    _ checkpoint: Checkpoint, on connection: Connection
  ) throws(ShortlistError) {
    let insert = try connection.statement(
      "INSERT OR REPLACE INTO checkpoint(name, value) VALUES(?1, ?2)")
    try insert.bind(checkpoint.name, at: 1)
    try insert.bind(checkpoint.value, at: 2)
    try insert.run()
  }

  /// Removes a checkpoint, if it exists.
  static func remove(_ name: String, on connection: Connection) throws(ShortlistError) {
    let delete = try connection.statement("DELETE FROM checkpoint WHERE name = ?1")
    try delete.bind(name, at: 1)
    try delete.run()
  }
}
