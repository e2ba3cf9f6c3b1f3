/// A row of the table `recent_search`.
struct RecentSearch {
  let number: Int64
  let text: String
  /// The key that searches with the same words share.
  let key: String

  /// The maximum number of searches stored.
  static let kept = 50
  /// The maximum length of a stored text, in characters.
  static let longest = 1_000

  /// Returns all searches, newest first.
  static func all(on connection: Connection) throws(ShortlistError) -> [RecentSearch] {
    let statement = try connection.statement(
      "SELECT number, text FROM recent_search ORDER BY number DESC")
    defer { statement.reset() }
    var searches: [RecentSearch] = []
    while try statement.step() {
      let text = statement.text(1)
      let key = try Tokens.key(of: text)
      searches.append(RecentSearch(number: statement.int64(0), text: text, key: key))
    }
    return searches
  }

  static func insert(_ text: String, number: Int64, on connection: Connection)
    throws(ShortlistError)
  {
    let statement = try connection.statement(
      "INSERT INTO recent_search(number, text) VALUES(?1, ?2)")
    statement.bind(number, at: 1)
    try statement.bind(text, at: 2)
    try statement.run()
  }

  func delete(on connection: Connection) throws(ShortlistError) {
    let statement = try connection.statement("DELETE FROM recent_search WHERE number = ?1")
    statement.bind(number, at: 1)
    try statement.run()
  }
}
