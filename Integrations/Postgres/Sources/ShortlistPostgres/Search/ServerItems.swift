import Foundation
@_spi(SearchEngines) import Shortlist

/// Reads items from a server.
enum ServerItems {
  private static let columns =
    "section, id, title, subtitle, keywords, body, weight, payload, attributes"

  /// Returns the items with some ids.
  static func items(
    _ ids: [String], in sections: [Int64], _ list: ServerList, _ connection: PostgresConnection
  ) throws(ShortlistError) -> [Item.ID: Item] {
    guard !ids.isEmpty else { return [:] }
    let rows = try connection.query(
      "SELECT \(columns) FROM shortlist.item WHERE id = ANY($1::text[]) AND section = ANY($2::int[])",
      [PostgresValue(ids), PostgresValue(sections)])
    var items: [Item.ID: Item] = [:]
    items.reserveCapacity(rows.count)
    for item in read(rows, list) { items[item.id] = item }
    return items
  }

  /// Returns the item with an id; `nil` if the list has no such item.
  static func item(
    _ id: Item.ID, _ list: ServerList, _ connection: PostgresConnection
  ) throws(ShortlistError) -> Item? {
    let rows = try connection.query(
      "SELECT \(columns) FROM shortlist.item WHERE id = $1::text", [PostgresValue(id.rawValue)])
    return read(rows, list).first
  }

  /// Returns the items with a title, at most `limit`.
  static func items(
    titled title: String, limit: Int, _ list: ServerList, _ connection: PostgresConnection
  ) throws(ShortlistError) -> [Item] {
    guard let indexed = try? IndexedItem(Item(id: "x", section: "x", title: title)) else {
      return []
    }
    var statement = Statement()
    let words = Set(indexed.titles.map(\.text)).sorted().map {
      TokenQuery.phrase([$0], isPrefix: false, field: nil)
    }
    let condition = Condition.titles(.all(words)).sql(&statement)
    let sql =
      "SELECT \(columns) FROM shortlist.item WHERE \(words.isEmpty ? "true" : condition) AND title = "
      + "\(statement.add(PostgresValue(title), "text")) LIMIT \(limit)"
    return read(try connection.query(sql, statement.parameters), list)
  }

  /// Returns items of a section in list order.
  static func items(
    of section: Int64, from index: Int, limit: Int, _ list: ServerList,
    _ connection: PostgresConnection
  ) throws(ShortlistError) -> [Item] {
    let rows = try connection.query(
      "SELECT \(columns) FROM shortlist.item WHERE section = $1::int ORDER BY position, id "
        + "LIMIT $2::bigint OFFSET $3::bigint",
      [PostgresValue(section), PostgresValue(limit), PostgresValue(index)])
    return read(rows, list)
  }

  private static func read(_ rows: PostgresResult, _ list: ServerList) -> [Item] {
    let decoder = JSONDecoder()
    return (0..<rows.count).compactMap { row in
      guard let place = list.order[rows.integer(row, 0)] else { return nil }
      var item = Item(
        id: Item.ID(rows.text(row, 1)), section: list.sections[place].section.id,
        title: rows.text(row, 2), subtitle: rows.text(row, 3),
        keywords: PostgresValue.texts(ofArray: rows.bytes(row, 4)), body: rows.text(row, 5),
        weight: rows.double(row, 6))
      if !rows.isNull(row, 7) {
        item.payload = PostgresValue.data(ofHexadecimal: rows.bytes(row, 7))
      }
      if !rows.isNull(row, 8) {
        item.attributes =
          (try? decoder.decode(
            [String: AttributeValue].self, from: Data(buffer: rows.bytes(row, 8)))) ?? [:]
      }
      return item
    }
  }
}
