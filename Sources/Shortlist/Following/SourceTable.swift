/// A description of the rows of another database that a repository follows.
///
/// The query yields one row for each item, with the columns of the key, `title` and, if wanted,
/// `section`, `subtitle`, `keywords` (separated by semicolons), `body`, `weight` and `payload`; other
/// columns are ignored. A row with a blank title, or with `NULL` in the key, is no item.
///
/// ```swift
/// let countries = try SourceTable(
///   "SELECT country.id, name AS title, region.name AS section FROM country JOIN region USING (region_id)",
///   key: "country.id", tracking: ["region.region_id = country.region_id"])
/// ```
///
/// `key` names the columns that identify an item: `country.id`, or `visit.country, visit.year`. The
/// items get the ids `country/7`, or `visit/JP/2024`.
///
/// `tracking` says for each other table of the query how its rows lead to items, as in the query's
/// join: `region.region_id = country.region_id`. The right side is a column of the table with the key, or
/// of another tracked table. A join over two columns is two such pairs, separated by a comma. A
/// table without any (`settings`) makes the whole query run again when it changes.
public struct SourceTable: Sendable, Hashable, Codable {
  /// Some columns of a table.
  struct Columns: Sendable, Hashable, Codable {
    let table: String
    let names: [String]
  }

  /// The way from the rows of a table to those of another, and so to items.
  struct Link: Sendable, Hashable, Codable {
    let from: Columns
    let to: Columns
  }

  /// The query, without a semicolon at its end.
  public let query: String
  /// The table with the key.
  public var table: String { key.table }
  /// The columns of the key.
  public var keyColumns: [String] { key.names }
  /// The beginning of the ids of all items; by default, the name of the table and a slash. When all
  /// rows are compared, items whose ids begin like this and that the query does not yield are
  /// removed.
  public var idPrefix: String
  /// The name under which the source keeps how far this follower has read. Two repositories that
  /// follow the same table must have different names.
  public var follower: String
  let key: Columns
  let links: [Link]

  /// Makes a description.
  ///
  /// - Throws: ``ShortlistError/Code/invalidQuery`` if `key` or `tracking` cannot be read.
  public init(
    _ query: String, key: String, tracking: [String] = [], idPrefix: String? = nil,
    follower: String = "shortlist"
  ) throws(ShortlistError) {
    var query = query[...]
    while let last = query.last, last == ";" || last.isWhitespace { query.removeLast() }
    self.query = String(query)
    let key = try Columns(parsing: key)
    var links: [Link] = []
    for text in tracking { links.append(try Link(parsing: text, key: key)) }
    guard !key.names.isEmpty else {
      throw .invalid("The key has the form table.column, such as country.id.")
    }
    self.key = key
    self.links = links
    self.idPrefix = idPrefix ?? "\(key.table)/"
    self.follower = follower
    for link in links where !link.from.names.isEmpty {
      guard link.to.table == key.table || links.contains(where: { $0.from.table == link.to.table })
      else {
        throw .invalid(
          "\(link.from.table) leads to “\(link.to.table)”, which is neither the table with the key nor tracked."
        )
      }
    }
  }

  /// The checkpoint in the repository.
  public var checkpointName: String { "table \(idPrefix)" }

  /// The part of the repository that holds the items.
  public var scope: ReconciliationScope {
    idPrefix.isEmpty ? .everything : .ids(prefix: idPrefix)
  }

  /// Returns the id of the item with a key; `nil` if a part of the key is `NULL`.
  ///
  /// Several parts are separated by slashes. Slashes and backslashes in them are escaped with a
  /// backslash. Bytes are written in hexadecimal digits.
  public func id(of key: [SourceValue]) -> Item.ID? {
    guard !key.contains(.null) else { return nil }
    let parts = key.map { part in
      if case .blob = part { return String(part.literal.dropFirst(2).dropLast()) }
      return part.text
    }
    guard parts.count > 1 else { return Item.ID(idPrefix + parts.joined()) }
    return Item.ID(
      idPrefix
        + parts.map { $0.replacing("\\", with: "\\\\").replacing("/", with: "\\/") }
        .joined(separator: "/"))
  }
}

// MARK: - Parsing

extension SourceTable.Columns {
  /// Parses `country.id`, `visit.country, visit.year` or `region`.
  fileprivate init(parsing text: String) throws(ShortlistError) {
    var table: Substring?
    var names: [String] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let trimmed = part.drop(while: \.isWhitespace)
      let word = trimmed.prefix { !$0.isWhitespace }
      let pieces = word.split(separator: ".", omittingEmptySubsequences: false)
      guard trimmed[word.endIndex...].allSatisfy(\.isWhitespace), (1...2).contains(pieces.count),
        !pieces.contains(where: \.isEmpty), table ?? pieces[0] == pieces[0]
      else {
        throw .invalid("“\(text)” is not of the form table.column, or names two tables.")
      }
      table = pieces[0]
      if pieces.count == 2 { names.append(String(pieces[1])) }
    }
    self.init(table: String(table ?? ""), names: names)
  }
}

extension SourceTable.Link {
  /// Parses `region.id = country.region_id`, or `settings`.
  fileprivate init(parsing text: String, key: SourceTable.Columns) throws(ShortlistError) {
    var from: [Substring] = []
    var to: [Substring] = []
    let pairs = text.split(separator: ",", omittingEmptySubsequences: false)
    for pair in pairs {
      let sides = pair.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2 || (sides.count == 1 && pairs.count == 1) else {
        throw .invalid("“\(text)” is not of the form table.column = table.column.")
      }
      from.append(sides[0])
      if sides.count == 2 { to.append(sides[1]) }
    }
    let left = try SourceTable.Columns(parsing: from.joined(separator: ","))
    guard !to.isEmpty else {
      guard left.names.isEmpty else {
        throw .invalid("“\(text)” does not say which column of which table it equals.")
      }
      self.init(from: left, to: key)
      return
    }
    let right = try SourceTable.Columns(parsing: to.joined(separator: ","))
    guard left.names.count == pairs.count, right.names.count == pairs.count else {
      throw .invalid("“\(text)” is not of the form table.column = table.column.")
    }
    // In the order of the key, so that its rows need not be looked up.
    if right.table == key.table, Set(right.names) == Set(key.names) {
      let pairs = Dictionary(zip(right.names, left.names)) { first, _ in first }
      self.init(
        from: SourceTable.Columns(table: left.table, names: key.names.compactMap { pairs[$0] }),
        to: key)
    } else {
      self.init(from: left, to: right)
    }
  }
}

extension ShortlistError {
  /// Returns the error for a description that does not fit.
  static func invalid(_ sentence: String) -> ShortlistError {
    ShortlistError(.invalidQuery, sentence)
  }
}
