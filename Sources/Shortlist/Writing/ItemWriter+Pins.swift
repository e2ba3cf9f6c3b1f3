// Items pinned for a text. A change of them counts as one of the sections, with which readers keep
// the table.
extension ItemWriter {
  static let pinInsertion =
    "INSERT OR REPLACE INTO pinned_item(text, item, place) VALUES(?1, ?2, ?3)"

  /// Pins items for a text, after those pinned for it before.
  func pin(_ ids: [Item.ID], for text: String) throws(ShortlistError) {
    let key = try LearnedChoiceRow.key(of: text)
    guard !key.isEmpty else {
      throw ShortlistError(.invalidValue, "Items can be pinned only for a text with a word.")
    }
    guard !ids.isEmpty else { return }
    let last = try connection.statement("SELECT max(place) FROM pinned_item WHERE text = ?1")
    try last.bind(key, at: 1)
    var place = try last.step() ? max(0, min(last.int64(0), .max / 2)) : 0
    last.reset()
    let insert = try connection.statement(Self.pinInsertion)
    for id in ids {
      _ = try existingRow(id)
      place += 1
      try insert.bind(key, at: 1)
      try insert.bind(id.rawValue, at: 2)
      insert.bind(place, at: 3)
      try insert.run()
    }
    sectionsChanged = true
  }

  /// Removes the pins of a text, or those of some items; returns the number of those that existed.
  func unpin(_ ids: [Item.ID]?, for text: String) throws(ShortlistError) -> Int {
    let key = try LearnedChoiceRow.key(of: text)
    let before = connection.totalChanges
    if let ids {
      let delete = try connection.statement(
        "DELETE FROM pinned_item WHERE text = ?1 AND item = ?2")
      for id in ids {
        try delete.bind(key, at: 1)
        try delete.bind(id.rawValue, at: 2)
        try delete.run()
      }
    } else {
      let delete = try connection.statement("DELETE FROM pinned_item WHERE text = ?1")
      try delete.bind(key, at: 1)
      try delete.run()
    }
    let count = connection.totalChanges - before
    if count > 0 { sectionsChanged = true }
    return count
  }

  /// Removes the pins of items that are gone.
  func removeLostPins() throws(ShortlistError) {
    guard try connection.number("SELECT EXISTS(SELECT 1 FROM pinned_item)") == 1 else { return }
    let before = connection.totalChanges
    try connection.execute("DELETE FROM pinned_item WHERE item NOT IN (SELECT id FROM item)")
    if connection.totalChanges > before { sectionsChanged = true }
  }
}
