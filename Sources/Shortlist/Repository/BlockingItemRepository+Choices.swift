#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BlockingItemRepository {
  /// See ``ItemRepository/rememberChoice(of:for:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownItem``, ``ShortlistError/Code/busy`` or another write
  ///   error (see ``ItemRepository``).
  public func rememberChoice(of id: Item.ID, for text: String) throws(ShortlistError) {
    try rememberChoice(of: id, for: text, at: LearnedChoiceRow.now)
  }

  /// Records a choice made at a time, in seconds since 1970.
  func rememberChoice(
    of id: Item.ID, for text: String, at now: Double
  ) throws(ShortlistError) {
    guard !database.isReadOnly else { return }
    let key = try LearnedChoiceRow.key(of: text)
    guard !key.isEmpty else { return }
    try database.write { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      _ = try ItemWriter(transaction).existingRow(id)
      let known = try LearnedChoiceRow.all(
        where: "text = ?1 AND item = ?2", [key, id.rawValue], on: connection)
      let strength = known.reduce(0) { $0 + $1.strength(at: now) }
      try LearnedChoiceRow(text: key, item: id, strength: strength + 1, time: now)
        .write(with: connection.statement(LearnedChoiceRow.insertion))
      try LearnedChoiceRow.removeWeakest(at: now, on: connection)
    }
  }

  /// See ``ItemRepository/learnedChoices()``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func learnedChoices() throws(ShortlistError) -> [LearnedChoice] {
    let now = LearnedChoiceRow.now
    return try database.read { (transaction) throws(ShortlistError) in
      try LearnedChoiceRow.all(on: transaction.connection)
        .map { row in
          LearnedChoice(
            text: row.text, item: row.item, strength: row.strength(at: now),
            date: Date(timeIntervalSince1970: row.time.isFinite ? row.time : 0))
        }
        .sorted { ($1.strength, $0.text) < ($0.strength, $1.text) }
    }
  }

  /// See ``ItemRepository/forgetChoices(of:)``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func forgetChoices(of id: Item.ID) throws(ShortlistError) {
    try database.write { (transaction) throws(ShortlistError) in
      let statement = try transaction.connection.statement(
        "DELETE FROM learned_choice WHERE item = ?1")
      try statement.bind(id.rawValue, at: 1)
      try statement.run()
    }
  }

  /// See ``ItemRepository/forgetChoices()``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  public func forgetChoices() throws(ShortlistError) {
    try database.write { (transaction) throws(ShortlistError) in
      try transaction.connection.execute("DELETE FROM learned_choice")
    }
  }
}
