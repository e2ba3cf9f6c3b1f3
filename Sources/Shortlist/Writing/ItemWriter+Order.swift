/// The order of the items of a section.
extension ItemWriter {
  /// Moves items, in the order of `ids`, to a section: before the item at `index`, counted without
  /// the moved ones, or to the end.
  func move(
    _ ids: [Item.ID], to id: ItemSection.ID, at index: Int?
  ) throws(ShortlistError) {
    // Moving nothing creates no section.
    guard !ids.isEmpty else { return }
    let target = try section(id)
    var moved: [ItemRow] = []
    var known: Set<Int64> = []
    for id in ids {
      let row = try existingRow(id)
      if known.insert(row.docid).inserted { moved.append(row) }
    }
    let positions = try makeRoom(for: moved, in: target, at: index)
    for (id, position) in zip(moved.map(\.id), positions) {
      var row = try existingRow(id)
      let docid: Int64
      if row.section == target.number {
        docid = row.docid
        movedDocids.append(docid)
        target.isShuffled = true
      } else {
        let rankClass = RankClass(weight: row.weight, length: Tokens.length(row.texts.title))
        docid = try freeDocid(in: target, rankClass: rankClass)
        row = try asMoved(row)
        if position <= target.lastPosition { target.isShuffled = true }
        try section(number: row.section).newItems -= 1
        target.newItems += 1
        changes.delete(row.texts, at: row.docid)
        changes.insert(row.texts, at: docid)
      }
      target.lastPosition = max(target.lastPosition, position)
      try set(docid: docid, section: target.number, position: position, of: row.docid)
      if row.section != target.number {
        try renewAlias(of: row.id, title: row.texts.title, in: target.id)
      }
    }
  }

  /// Returns ascending free positions, one for each moved item. The moved items do not count as
  /// neighbours.
  private func makeRoom(
    for moved: [ItemRow], in section: WrittenSection, at index: Int?
  ) throws(ShortlistError) -> [Int64] {
    try makeRoomAtEnd(of: section, for: Int64(moved.count))
    guard let index else {
      return moved.indices.map { section.lastPosition + Self.positionStep * Int64($0 + 1) }
    }
    let count = Int64(moved.count)
    let (before, after) = try neighbours(of: index, in: section, without: moved)
    guard let after else {
      return (1...max(count, 1)).prefix(moved.count).map { before + Self.positionStep * $0 }
    }
    if after - before > count {
      return (0..<count).map { before + (after - before) / (count + 1) * ($0 + 1) }
    }
    let stepped = (count + 1) * Self.positionStep
    try renumber(section, by: rows(in: section).map(\.docid), step: stepped)
    return try makeRoom(for: moved, in: section, at: index)
  }

  /// Renumbers the items of a section when no positions are left after the last one.
  func makeRoomAtEnd(
    of section: WrittenSection, for count: Int64
  ) throws(ShortlistError) {
    guard section.lastPosition > Limits.positions.upperBound - count * Self.positionStep else {
      return
    }
    try writePendingRows()
    try renumber(section, by: rows(in: section).map(\.docid), step: Self.positionStep)
  }

  private func neighbours(
    of index: Int, in section: WrittenSection, without moved: [ItemRow]
  ) throws(ShortlistError) -> (before: Int64, after: Int64?) {
    let skipped = Set(moved.map(\.docid))
    let statement = try connection.statement(
      "SELECT docid, position FROM item WHERE section = ?1 ORDER BY position, docid")
    statement.bind(section.number, at: 1)
    defer { statement.reset() }
    var before: Int64 = 0
    var passed = 0
    while try statement.step() {
      guard !skipped.contains(statement.int64(0)) else { continue }
      let position = statement.int64(1)
      guard Limits.positions.contains(position) else { throw Self.impossiblePosition(position) }
      if passed == max(index, 0) { return (before, position) }
      before = position
      passed += 1
    }
    return (before, nil)
  }

  /// Puts the given items first, in this order; the others follow in their old order.
  func reorder(_ id: ItemSection.ID, by ids: [Item.ID]) throws(ShortlistError) {
    let section = try existingSection(id)
    var docids: [Int64] = []
    var named: Set<Int64> = []
    for id in ids {
      let row = try existingRow(id)
      guard row.section == section.number else {
        throw ShortlistError(.unknownItem, "The item “\(id)” is in another section.")
      }
      if named.insert(row.docid).inserted { docids.append(row.docid) }
    }
    docids += try rows(in: section).map(\.docid).filter { !named.contains($0) }
    try renumber(section, by: docids, step: Self.positionStep)
    section.isShuffled = true
  }

  private func renumber(
    _ section: WrittenSection, by docids: [Int64], step: Int64
  ) throws(ShortlistError) {
    let statement = try connection.statement("UPDATE item SET position = ?2 WHERE docid = ?1")
    for (index, docid) in docids.enumerated() {
      statement.bind(docid, at: 1)
      statement.bind(Int64(index + 1) * step, at: 2)
      try statement.run()
    }
    movedDocids += docids
    section.lastPosition = Int64(docids.count) * step
  }

  private func set(
    docid: Int64, section: Int64, position: Int64, of old: Int64
  ) throws(ShortlistError) {
    let statement = try connection.statement(
      "UPDATE item SET docid = ?2, section = ?3, position = ?4 WHERE docid = ?1")
    statement.bind(old, at: 1)
    statement.bind(docid, at: 2)
    statement.bind(section, at: 3)
    statement.bind(position, at: 4)
    try statement.run()
  }
}
