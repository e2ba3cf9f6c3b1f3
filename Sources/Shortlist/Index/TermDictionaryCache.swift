/// A cache of a repository's dictionary. After a change by any process, the terms that it changed are
/// read.
final class TermDictionaryCache: Sendable {
  private let known = Condition<TermDictionary?>(nil)

  /// Returns the dictionary as of the connection's transaction, if it is cached or only has to be
  /// brought up to date.
  func known(_ connection: Connection) throws(ShortlistError) -> TermDictionary? {
    guard let known = known.withLock({ $0 }) else { return nil }
    let revision = try connection.meta().terms
    guard known.revision != revision else { return known }
    return try keep(TermDictionary(known, updatedTo: revision, on: connection))
  }

  /// Returns the dictionary as of the connection's transaction; `nil` when the time runs out.
  func dictionary(_ connection: Connection) throws(ShortlistError) -> TermDictionary? {
    if let known = try known(connection) { return known }
    let revision = try connection.meta().terms
    return try keep(Self.read(revision: revision, connection))
  }

  /// Frees the dictionary, once no search uses it.
  func removeAll() { known.withLock { $0 = nil } }

  private func keep(_ dictionary: TermDictionary?) -> TermDictionary? {
    if let dictionary { known.withLock { $0 = dictionary } }
    return dictionary
  }

  private static func read(
    revision: Int64, _ connection: Connection
  ) throws(ShortlistError) -> TermDictionary? {
    if let copy = try TermDictionary.copy(of: revision, on: connection) { return copy }
    return try TermDictionary(connection, revision: revision)
  }
}
