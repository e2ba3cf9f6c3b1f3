/// What may be done with the pages of an index of FTS5 without asking FTS5 itself.
enum IndexSupport {
  /// Nothing: another version of FTS5 has marked the index as one of its own format.
  case none
  /// They may be read and written.
  case readAndWrite

  /// What FTS5 marks the format with that this library knows.
  private static let knownVersion: Int64 = 4

  init(of table: String, on connection: Connection) throws(ShortlistError) {
    let version = try connection.number("SELECT v FROM \(table)_config WHERE k = 'version'")
    self = version == Self.knownVersion ? .readAndWrite : .none
  }
}
