import Foundation
@_spi(SearchEngines) import Shortlist

/// The sections of a list on a server, at one revision.
struct ServerList: Sendable {
  /// A section with its numbers.
  struct Section: Sendable {
    let number: Int64
    let section: ItemSection
    let items: Int
  }

  let revision: Int64
  /// In list order.
  let sections: [Section]
  /// The index of each section in ``sections``, by its number.
  let order: [Int64: Int]
  let statistics: TextRanker.Statistics

  /// Reads the sections.
  init(revision: Int64, _ connection: PostgresConnection) throws(ShortlistError) {
    self.revision = revision
    let rows = try connection.query(
      """
      SELECT number, id, title, items, texts, words FROM shortlist.section ORDER BY position, number
      """)
    var sections: [Section] = []
    var order: [Int64: Int] = [:]
    var (items, texts, words) = (0, 0, 0)
    for row in 0..<rows.count {
      let section = Section(
        number: rows.integer(row, 0),
        section: ItemSection(id: .init(rows.text(row, 1)), title: rows.text(row, 2)),
        items: Int(rows.integer(row, 3)))
      order[section.number] = row
      sections.append(section)
      items += section.items
      texts += Int(rows.integer(row, 4))
      words += Int(rows.integer(row, 5))
    }
    self.sections = sections
    self.order = order
    statistics = TextRanker.Statistics(items: items, withTexts: texts, wordsInBodies: words)
  }

  /// Returns the numbers of some sections, and the ids that no section has; all for `nil`.
  func numbers(
    of ids: [ItemSection.ID]?
  ) -> (known: [Int64], unknown: [ItemSection.ID]) {
    guard let ids else { return (sections.map(\.number), []) }
    let numbers = Dictionary(uniqueKeysWithValues: sections.map { ($0.section.id, $0.number) })
    var seen: Set<ItemSection.ID> = []
    let distinct = ids.filter { seen.insert($0).inserted }
    return (distinct.compactMap { numbers[$0] }, distinct.filter { numbers[$0] == nil })
  }
}

/// Remembers what searches of one list share, for as long as the server's revision stays the same.
///
/// `@unchecked Sendable`: the lock guards all properties.
final class ServerCache: @unchecked Sendable {
  private let lock = NSLock()
  private var list: ServerList?
  private var counts: (revision: Int64, known: [QueryTerm: TermStatistics]) = (0, [:])
  private var terms: (revision: Int64, all: [String: TermStatistics], list: TermList)?

  /// The number of terms of queries at which they are forgotten.
  private static let maximumCounts = 8_192

  /// Returns the sections at the revision that the connection's transaction sees.
  func list(_ connection: PostgresConnection) throws(ShortlistError) -> ServerList {
    let state = try connection.query("SELECT revision, tokenizer FROM shortlist.state")
    guard state.count == 1, state.integer(0, 1) == Int64(EngineTokens.version) else {
      throw ShortlistError(
        .newerVersion, "Another version of Shortlist filled this list; its words differ.")
    }
    let revision = state.integer(0, 0)
    if let list = lock.withLock({ list }), list.revision == revision { return list }
    let read = try ServerList(revision: revision, connection)
    lock.withLock { list = read }
    return read
  }

  /// Returns the numbers of items with some terms or beginnings of terms.
  func counts(
    of wanted: Set<QueryTerm>, _ list: ServerList, _ connection: PostgresConnection
  ) throws(ShortlistError) -> [QueryTerm: TermStatistics] {
    var found: [QueryTerm: TermStatistics] = lock.withLock {
      if counts.revision != list.revision || counts.known.count > Self.maximumCounts {
        counts = (list.revision, [:])
      }
      return counts.known.filter { wanted.contains($0.key) }
    }
    let missing = wanted.filter { found[$0] == nil }
    guard !missing.isEmpty else { return found }
    let ordered = Array(missing)
    let rows = try connection.query(
      """
      SELECT n, coalesce(sum(t.items), 0), coalesce(sum(t.titles), 0)
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY q(low, high, n)
      LEFT JOIN shortlist.term t ON t.term >= q.low AND t.term < q.high COLLATE "C" GROUP BY n
      """,
      [
        PostgresValue(ordered.map(\.text)),
        PostgresValue(ordered.map { $0.text + ($0.isPrefix ? "\u{10FFFF}" : "\u{1}") }),
      ])
    for row in 0..<rows.count {
      let term = ordered[Int(rows.integer(row, 0)) - 1]
      found[term] = TermStatistics(
        term: term.text, items: Int(rows.integer(row, 1)), titles: Int(rows.integer(row, 2)))
    }
    lock.withLock {
      if counts.revision == list.revision { counts.known.merge(found) { $1 } }
    }
    return found
  }

  /// Returns all terms. Those that have changed since the last time are read.
  func terms(
    _ list: ServerList, _ connection: PostgresConnection
  ) throws(ShortlistError) -> TermList {
    let known = lock.withLock { terms }
    if let known, known.revision == list.revision { return known.list }
    var all = known?.all ?? [:]
    // A list that was created again begins with a lower revision.
    var since = known?.revision ?? 0
    if since > list.revision {
      all = [:]
      since = 0
    }
    let rows = try connection.query(
      "SELECT term, items, titles FROM shortlist.term WHERE revision > $1::bigint",
      [PostgresValue(since)])
    all.reserveCapacity(all.count + rows.count)
    // Where only numbers have changed, the same terms are found.
    var isSame = since > 0
    for row in 0..<rows.count {
      let term = rows.text(row, 0)
      let new = TermStatistics(
        term: term, items: Int(rows.integer(row, 1)), titles: Int(rows.integer(row, 2)))
      let old = all.updateValue(new, forKey: term)
      isSame =
        isSame && (old?.items ?? 0 > 0) == (new.items > 0)
        && (old?.titles ?? 0 > 0) == (new.titles > 0)
    }
    let made: TermList
    if isSame, let known { made = known.list } else { made = try TermList(all.values) }
    lock.withLock { terms = (list.revision, all, made) }
    return made
  }
}
