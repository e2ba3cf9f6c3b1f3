import Foundation
@_spi(SearchEngines) import Shortlist

/// A change of the list on a server, inside a transaction.
struct ServerChange {
  private let connection: PostgresConnection
  private let revision: Int64
  private let terms: TermChanges
  /// The numbers of sections by id.
  private(set) var numbers: [ItemSection.ID: Int64] = [:]
  private var counts: [Int64: SectionCounts] = [:]

  private struct SectionCounts {
    var items = 0
    var texts = 0
    var words = 0
  }

  /// The distance of new items and sections.
  private static let step: Int64 = 1_024

  /// Locks the list.
  init(_ connection: PostgresConnection) throws(ShortlistError) {
    self.connection = connection
    terms = try TermChanges()
    let state = try connection.query(
      "UPDATE shortlist.state SET revision = revision + 1 RETURNING revision")
    guard state.count == 1 else {
      throw ShortlistError(.notAnIndex, "There is no list in this database.")
    }
    revision = state.integer(0, 0)
    let rows = try connection.query("SELECT number, id FROM shortlist.section")
    for row in 0..<rows.count {
      numbers[ItemSection.ID(rows.text(row, 1))] = rows.integer(row, 0)
    }
  }

  // MARK: Sections

  /// Returns the number of a section, and creates it at the end of the list if it is missing.
  mutating func number(of section: ItemSection) throws(ShortlistError) -> Int64 {
    if let number = numbers[section.id] { return number }
    let rows = try connection.query(
      """
      INSERT INTO shortlist.section(number, id, title, position)
      SELECT coalesce(max(number), 0) + 1, $1::text, $2::text, coalesce(max(position), 0) + $3::bigint
      FROM shortlist.section RETURNING number
      """,
      [
        PostgresValue(section.id.rawValue), PostgresValue(section.title), PostgresValue(Self.step),
      ])
    let number = rows.integer(0, 0)
    numbers[section.id] = number
    return number
  }

  /// Makes the sections those of a list: with its titles and in its order. Others stay behind them.
  mutating func arrange(_ sections: [ItemSection]) throws(ShortlistError) {
    for (place, section) in sections.enumerated() {
      let number = try number(of: section)
      _ = try connection.query(
        """
        UPDATE shortlist.section SET title = $2::text, position = $3::bigint
        WHERE number = $1::int AND (title, position) IS DISTINCT FROM ($2::text, $3::bigint)
        """,
        [
          PostgresValue(number), PostgresValue(section.title),
          PostgresValue(Int64(place + 1) * Self.step),
        ])
    }
    let others = Set(numbers.keys).subtracting(sections.map(\.id))
      .sorted { $0.rawValue < $1.rawValue }
    for (place, id) in others.enumerated() {
      _ = try connection.query(
        "UPDATE shortlist.section SET position = $2::bigint WHERE id = $1::text",
        [
          PostgresValue(id.rawValue), PostgresValue(Int64(sections.count + place + 1) * Self.step),
        ])
    }
  }

  /// Removes the empty sections that are not in a list.
  mutating func removeSections(except kept: [ItemSection.ID]) throws(ShortlistError) {
    _ = try connection.query(
      "DELETE FROM shortlist.section WHERE items = 0 AND NOT id = ANY($1::text[])",
      [PostgresValue(kept.map(\.rawValue))])
  }

  // MARK: Items

  /// Applies the items and removals of a change set.
  mutating func apply(_ changes: ChangeSet) throws(ShortlistError) {
    for item in changes.upserts { try Self.check(item) }
    let upserted = Set(changes.upserts.map(\.id))
    let removals = changes.removals.filter { !upserted.contains($0) }
    let old = try remove(Array(upserted) + removals)
    var placed = old
    var last: [Int64: Int64] = [:]
    // One after the other: of several items with one id, the last counts.
    for item in changes.upserts {
      let number = try number(of: ItemSection(id: item.section))
      var row = PlacedRow(item: item, section: number, position: 0)
      if let known = placed[item.id], known.section == number {
        row.position = known.position
      } else {
        let position: Int64
        if let known = last[number] {
          position = known
        } else {
          position = try lastPosition(in: number, old)
        }
        row.position = position + Self.step
        last[number] = row.position
      }
      placed[item.id] = row
    }
    try insert(placed.filter { upserted.contains($0.key) }.map(\.value))
  }

  private func lastPosition(
    in number: Int64, _ removed: [Item.ID: PlacedRow]
  ) throws(ShortlistError) -> Int64 {
    let rows = try connection.query(
      "SELECT max(position) FROM shortlist.item WHERE section = $1::int", [PostgresValue(number)])
    let kept = removed.values.filter { $0.section == number }.map(\.position).max() ?? 0
    return max(rows.integer(0, 0), kept)
  }

  /// Inserts items that are not there.
  mutating func insert(_ rows: [PlacedRow]) throws(ShortlistError) {
    guard !rows.isEmpty else { return }
    var copied = CopyRows()
    for var row in rows {
      row.item.removeNulls()
      let indexed = try copied.append(row)
      try terms.add(row.item)
      count(row.section, indexed.texts != nil, words: indexed.bodyLength, by: 1)
    }
    try copy(copied.bytes)
  }

  private func copy(_ bytes: [UInt8]) throws(ShortlistError) {
    do {
      try connection.copy(into: "shortlist.item(\(CopyRows.columns))") { send in
        var start = 0
        while start < bytes.count {
          let end = min(start + 1 << 20, bytes.count)
          try send(Array(bytes[start..<end]))
          start = end
        }
      }
    } catch let error as ShortlistError {
      throw error
    } catch {
      throw ShortlistError(.storage, "Copying items to the server failed: \(error)")
    }
  }

  /// Removes items, and returns those that were there, without payloads and attributes.
  @discardableResult
  mutating func remove(_ ids: [Item.ID]) throws(ShortlistError) -> [Item.ID: PlacedRow] {
    guard !ids.isEmpty else { return [:] }
    let rows = try connection.query(
      """
      DELETE FROM shortlist.item WHERE id = ANY($1::text[])
      RETURNING section, id, position, title, subtitle, keywords, body, texts IS NOT NULL, words
      """, [PostgresValue(ids.map(\.rawValue))])
    var removed: [Item.ID: PlacedRow] = [:]
    for row in 0..<rows.count {
      let id = Item.ID(rows.text(row, 1))
      let item = Item(
        id: id, section: "", title: rows.text(row, 3), subtitle: rows.text(row, 4),
        keywords: PostgresValue.texts(ofArray: rows.bytes(row, 5)), body: rows.text(row, 6))
      try terms.remove(item)
      let section = rows.integer(row, 0)
      count(
        section, rows.text(row, 7) == "t", words: Int(rows.integer(row, 8)), by: -1)
      removed[id] = PlacedRow(item: item, section: section, position: rows.integer(row, 2))
    }
    return removed
  }

  private static func check(_ item: Item) throws(ShortlistError) {
    guard !item.id.rawValue.isEmpty, !item.section.rawValue.isEmpty,
      !item.title.allSatisfy(\.isWhitespace), item.weight >= 0, item.weight.isFinite
    else {
      throw ShortlistError(
        .invalidItem,
        "The item “\(item.id)” needs an id, a section, a title, and a weight of 0 or more.")
    }
  }

  private mutating func count(_ section: Int64, _ hasTexts: Bool, words: Int, by step: Int) {
    counts[section, default: SectionCounts()].items += step
    counts[section]?.texts += hasTexts ? step : 0
    counts[section]?.words += step * words
  }

  // MARK: Statistics

  /// Writes the statistics. Call it at the end of the transaction.
  mutating func finish() throws(ShortlistError) {
    let changed = counts.sorted { $0.key < $1.key }
    _ = try connection.query(
      """
      UPDATE shortlist.section s
      SET items = s.items + c.items, texts = s.texts + c.texts, words = s.words + c.words
      FROM unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[]) c(number, items, texts, words)
      WHERE s.number = c.number
      """,
      [
        PostgresValue(changed.map(\.key)), PostgresValue(changed.map(\.value.items)),
        PostgresValue(changed.map(\.value.texts)), PostgresValue(changed.map(\.value.words)),
      ])
    let differences = try terms.take()
    guard !differences.isEmpty else { return }
    _ = try connection.query(
      """
      INSERT INTO shortlist.term AS t
      SELECT term, items, titles, $4::bigint
      FROM unnest($1::text[], $2::bigint[], $3::bigint[]) c(term, items, titles)
      ON CONFLICT (term) DO UPDATE
      SET items = t.items + excluded.items, titles = t.titles + excluded.titles, revision = $4::bigint
      """,
      [
        PostgresValue(differences.map(\.term)), PostgresValue(differences.map(\.items)),
        PostgresValue(differences.map(\.titles)), PostgresValue(revision),
      ])
  }
}

extension Item {
  /// Puts U+FFFD in place of U+0000, which no text in PostgreSQL can hold.
  fileprivate mutating func removeNulls() {
    title = title.withoutNulls
    subtitle = subtitle.withoutNulls
    keywords = keywords.map(\.withoutNulls)
    body = body.withoutNulls
  }
}
