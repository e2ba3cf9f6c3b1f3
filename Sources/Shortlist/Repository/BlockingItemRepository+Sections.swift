extension BlockingItemRepository {
  /// See ``ItemRepository/sections()``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func sections() throws(ShortlistError) -> [SectionSummary] {
    try database.read { (transaction) throws(ShortlistError) in
      try SectionTable(transaction.connection, revision: 0).rows.map {
        SectionSummary(section: $0.section, count: $0.items)
      }
    }
  }

  /// See ``ItemRepository/createSection(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/duplicateID`` if the id is taken,
  ///   ``ShortlistError/Code/invalidItem`` if it is empty, or a write error (see
  ///   ``ItemRepository``).
  public func createSection(_ section: ItemSection) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in _ = try writer.createSection(section) }
  }

  /// See ``ItemRepository/ensureSection(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem`` if the id is empty, or a write error (see
  ///   ``ItemRepository``).
  @discardableResult
  public func ensureSection(_ section: ItemSection) throws(ShortlistError) -> ItemSection {
    // An existing section is no change to write or announce.
    let known = try database.read { (transaction) throws(ShortlistError) in
      try SectionTable.section(of: section.id, on: transaction.connection)
    }
    if let known { return known }
    return try write { (writer) throws(ShortlistError) in
      // Another writer may have been faster.
      if let known = try SectionTable.section(of: section.id, on: writer.connection) {
        return known
      }
      try writer.createSection(section)
      return section
    }
  }

  /// See ``ItemRepository/renameSection(_:to:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a write error (see ``ItemRepository``).
  public func renameSection(_ id: ItemSection.ID, to title: String) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in try writer.renameSection(id, to: title) }
  }

  /// See ``ItemRepository/reorderSections(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a write error (see ``ItemRepository``).
  public func reorderSections(_ ids: [ItemSection.ID]) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in try writer.reorderSections(ids) }
  }

  /// See ``ItemRepository/removeSection(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a write error (see ``ItemRepository``).
  public func removeSection(_ id: ItemSection.ID) throws(ShortlistError) {
    try write { (writer) throws(ShortlistError) in try writer.removeSection(id) }
  }
}
