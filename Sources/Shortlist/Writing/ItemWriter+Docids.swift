extension ItemWriter {
  /// Returns a free docid of a class, after all others. When the class is full, takes one from the
  /// nearest class that has one, first of a lower rank, then of a higher one.
  func freeDocid(
    in section: WrittenSection, rankClass: RankClass
  ) throws(ShortlistError) -> Int64 {
    let below = rankClass.rawValue..<(1 << RankClass.bits)
    for value in below {
      if let docid = try freeDocid(in: section, value) { return docid }
    }
    for value in stride(from: rankClass.rawValue - 1, through: 0, by: -1) {
      if let docid = try freeDocid(in: section, value) { return docid }
    }
    throw ShortlistError(.full, "The section has no place left: it holds 268 million items.")
  }

  /// Returns the docid after the last one of a rank class. When that is the end, but most docids
  /// are free again, closes the gaps first.
  private func freeDocid(
    in section: WrittenSection, _ rankClass: Int
  ) throws(ShortlistError) -> Int64? {
    let range = DocID.range(ofSection: section.number, rankClass: .init(rawValue: rankClass))
    guard !fullClasses.contains(range.lowerBound) else { return nil }
    var next = nextDocids[range.lowerBound]
    if next == nil {
      let last = try number("SELECT max(docid) FROM item WHERE docid BETWEEN ?1 AND ?2", range)
      next = max(last + 1, range.lowerBound)
    }
    if let end = next, end > range.upperBound {
      try writePendingRows()
      let count = try number("SELECT count(*) FROM item WHERE docid BETWEEN ?1 AND ?2", range)
      guard count <= range.count / 2 else {
        fullClasses.insert(range.lowerBound)
        return nil
      }
      next = try close(range)
    }
    guard let next else { return nil }
    nextDocids[range.lowerBound] = next + 1
    return next
  }

  /// Gives the items of a range the first docids of it, in order of their positions.
  ///
  /// - Returns: the first free docid after them.
  private func close(_ range: ClosedRange<Int64>) throws(ShortlistError) -> Int64 {
    let select = try connection.statement(
      "SELECT \(ItemRow.columns) FROM item WHERE docid BETWEEN ?1 AND ?2 ORDER BY position, docid")
    defer { select.reset() }
    select.bind(range.lowerBound, at: 1)
    select.bind(range.upperBound, at: 2)
    var rows: [ItemRow] = []
    while try select.step() { rows.append(try ItemRow(select)) }
    // Move all of them to docids below any section's first, so that none collides with another.
    let update = try connection.statement("UPDATE item SET docid = ?2 WHERE docid = ?1")
    for (index, row) in rows.enumerated() {
      update.bind(row.docid, at: 1)
      update.bind(-Int64(index) - 1, at: 2)
      try update.run()
      changes.delete(row.texts, at: row.docid)
    }
    for (index, row) in rows.enumerated() {
      update.bind(-Int64(index) - 1, at: 1)
      update.bind(range.lowerBound + Int64(index), at: 2)
      try update.run()
      changes.insert(row.texts, at: range.lowerBound + Int64(index))
    }
    closedRanges.append(range)
    return range.lowerBound + Int64(rows.count)
  }

  /// Returns a row that was read before a docid was looked for, which may have moved it.
  func asMoved(_ row: ItemRow) throws(ShortlistError) -> ItemRow {
    closedRanges.contains { $0.contains(row.docid) } ? try existingRow(row.id) : row
  }

  private func number(
    _ sql: String, _ range: ClosedRange<Int64>
  ) throws(ShortlistError) -> Int64 {
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    statement.bind(range.lowerBound, at: 1)
    statement.bind(range.upperBound, at: 2)
    return try statement.step() ? statement.int64(0) : 0
  }
}
