extension ItemRepository {
  /// Returns the sections in list order, with their numbers of items.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func sections() async throws(ShortlistError) -> [SectionSummary] {
    try await read { (blocking) throws(ShortlistError) in try blocking.sections() }
  }

  /// Creates a section at the end of the list.
  ///
  /// - Throws: ``ShortlistError/Code/duplicateID`` if the id is taken,
  ///   ``ShortlistError/Code/invalidItem`` if it is empty, or a write error (see
  ///   ``ItemRepository``).
  public func createSection(_ section: ItemSection) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.createSection(section) }
  }

  /// Creates a section at the end of the list unless its id exists; an existing section keeps its
  /// title and place.
  ///
  /// - Returns: the section as it is in the list.
  /// - Throws: ``ShortlistError/Code/invalidItem`` if the id is empty, or a write error (see
  ///   ``ItemRepository``).
  /// - Complexity: O(log *n*) for *n* sections, if the section exists.
  @discardableResult
  public func ensureSection(
    _ section: ItemSection
  ) async throws(ShortlistError) -> ItemSection {
    try await write { (blocking) throws(ShortlistError) in try blocking.ensureSection(section) }
  }

  /// Changes the title of a section.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a write error (see ``ItemRepository``).
  public func renameSection(
    _ id: ItemSection.ID, to title: String
  ) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in
      try blocking.renameSection(id, to: title)
    }
  }

  /// Moves the given sections to the front of the list, in this order; the others follow in their
  /// old order.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, leaving the order unchanged, or a write
  ///   error (see ``ItemRepository``).
  public func reorderSections(_ ids: [ItemSection.ID]) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.reorderSections(ids) }
  }

  /// Removes a section and its items.
  ///
  /// - Throws: ``ShortlistError/Code/unknownSection``, or a write error (see ``ItemRepository``).
  public func removeSection(_ id: ItemSection.ID) async throws(ShortlistError) {
    try await write { (blocking) throws(ShortlistError) in try blocking.removeSection(id) }
  }
}
