extension BlockingItemRepository {
  /// See ``ItemRepository/synonyms()``.
  ///
  /// - Throws: ``ShortlistError/Code/closed`` or another read error (see ``ItemRepository``).
  public func synonyms() throws(ShortlistError) -> [SynonymSet] {
    try database.read { (transaction) throws(ShortlistError) in
      try sectionTable(transaction).synonyms.sets
    }
  }

  /// See ``ItemRepository/addSynonyms(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidValue``, or a write error (see ``ItemRepository``).
  @discardableResult
  public func addSynonyms(_ sets: [SynonymSet]) throws(ShortlistError) -> Int {
    let added = try sets.map { (set) throws(ShortlistError) in try CheckedSynonymSet(set) }
    return try changeSynonyms { known in
      var keys = Set(known.map(\.key))
      let new = added.filter { keys.insert($0.key).inserted }
      return (known + new, new.count)
    }
  }

  /// See ``ItemRepository/removeSynonyms(_:)``.
  ///
  /// - Throws: ``ShortlistError/Code/readOnly`` or another write error (see ``ItemRepository``).
  @discardableResult
  public func removeSynonyms(_ sets: [SynonymSet]) throws(ShortlistError) -> Int {
    let removed = Set(sets.map { CheckedSynonymSet(stored: $0).key })
    return try changeSynonyms { known in
      let kept = known.filter { !removed.contains($0.key) }
      return (kept, known.count - kept.count)
    }
  }

  /// See ``ItemRepository/replaceSynonyms(with:)``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidValue``, or a write error (see ``ItemRepository``).
  public func replaceSynonyms(with sets: [SynonymSet]) throws(ShortlistError) {
    var keys: Set<[[UInt8]]> = []
    let new = try sets.map { (set) throws(ShortlistError) in try CheckedSynonymSet(set) }
      .filter { keys.insert($0.key).inserted }
    try write { (writer) throws(ShortlistError) in try writer.replaceSynonyms(with: new.map(\.set))
    }
  }

  /// Applies a change that returns the new sets and the number of changed ones.
  private func changeSynonyms(
    _ change: ([CheckedSynonymSet]) -> (sets: [CheckedSynonymSet], count: Int)
  ) throws(ShortlistError) -> Int {
    func changed(
      on connection: Connection
    ) throws(ShortlistError) -> (sets: [CheckedSynonymSet], count: Int) {
      let sets = try SynonymTable.sets(connection)
      return change(sets.map { CheckedSynonymSet(stored: $0) })
    }
    // No change is nothing to write or announce.
    let wanted = try database.read { (transaction) throws(ShortlistError) in
      try changed(on: transaction.connection).count
    }
    guard wanted > 0 else { return 0 }
    return try write { (writer) throws(ShortlistError) in
      let (sets, count) = try changed(on: writer.connection)
      if count > 0 { try writer.replaceSynonyms(with: sets.map(\.set)) }
      return count
    }
  }
}

extension ItemWriter {
  /// Replaces all sets of synonyms.
  fileprivate func replaceSynonyms(with sets: [SynonymSet]) throws(ShortlistError) {
    guard sets.count <= SynonymSet.maximumSets else {
      throw ShortlistError(
        .invalidValue,
        "A list holds at most \(SynonymSet.maximumSets) sets of synonyms, not \(sets.count).")
    }
    try SynonymTable.write(sets, on: connection)
    try Meta.advance("synonyms", on: connection)
    // Readers look at that counter only after this one has changed.
    sectionsChanged = true
  }
}
