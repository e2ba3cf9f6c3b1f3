extension BlockingItemRepository {
  /// See ``ItemRepository/recentSearches(from:limit:)``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func recentSearches(
    from text: String = "", limit: Int = .max
  ) throws(ShortlistError) -> [String] {
    let typed = try Tokens.key(of: text)
    return try database.read { (transaction) throws(ShortlistError) in
      try RecentSearch.all(on: transaction.connection)
        .filter { $0.key != typed && $0.key.hasPrefix(typed.dropLast()) }
        .prefix(max(0, limit)).map(\.text)
    }
  }

  /// See ``ItemRepository/rememberSearch(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/busy`` or another write error (see ``ItemRepository``).
  public func rememberSearch(_ text: String) throws(ShortlistError) {
    guard !database.isReadOnly, let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace }),
      text.count <= RecentSearch.longest
    else { return }
    let text = String(text[first...last])
    let key = try Tokens.key(of: text)
    guard !key.isEmpty else { return }
    try database.write { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      let all = try RecentSearch.all(on: connection)
      let last = all.first?.number ?? 0
      guard Limits.counters.contains(last) else {
        throw .damaged("a recent search has the number \(last), which none can have")
      }
      let others = all.filter { $0.key != key }
      for search in all where search.key == key { try search.delete(on: connection) }
      for search in others.dropFirst(RecentSearch.kept - 1) { try search.delete(on: connection) }
      try RecentSearch.insert(text, number: last + 1, on: connection)
    }
  }

  /// See ``ItemRepository/removeRecentSearch(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func removeRecentSearch(_ text: String) throws(ShortlistError) {
    let key = try Tokens.key(of: text)
    try database.write { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      for search in try RecentSearch.all(on: connection) where search.key == key {
        try search.delete(on: connection)
      }
    }
  }

  /// See ``ItemRepository/removeRecentSearches()``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func removeRecentSearches() throws(ShortlistError) {
    try database.write { (transaction) throws(ShortlistError) in
      try transaction.connection.execute("DELETE FROM recent_search")
    }
  }
}
