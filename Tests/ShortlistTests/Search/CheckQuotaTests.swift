import Testing

@testable import Shortlist

@Suite("A search that checks one item after the other")
struct CheckQuotaTests {
  /// Three large sections and a small one. No word begins with a letter that is searched for, and each
  /// of a thousand words holds one or the other.
  private static func repository(
    _ title: (Int) -> String
  ) throws(ShortlistError) -> BlockingItemRepository {
    let repository = try ItemRepository(path: ":memory:").blocking
    let items = (0..<60_000).map { number in
      // The lower its number, the higher an item ranks.
      Item(
        id: .init("\(number)"), section: .init("\(number % 3)"), title: title(number),
        weight: Double(100_000 - number))
    }
    try repository.load(items + [Item(id: "small", section: "small", title: "zab")])
    return repository
  }

  /// Returns five letters that no query has.
  private static func letters(_ number: Int) -> String {
    String(decoding: "\(10_000 + number % 1_000)".utf8.map { $0 + 55 }, as: UTF8.self)
  }

  /// Returns the query for some letters, without corrections.
  private static func query(
    _ text: String, _ layout: SearchQuery.Layout = .grouped,
    totals: SearchQuery.Totals = .bounded(100)
  ) -> SearchQuery {
    SearchQuery(text, layout: layout, totals: totals, typos: .off)
  }

  /// Both letters are in half of the titles each, and together in eight of each section.
  private static func rareTitle(_ number: Int) -> String {
    if number % 8_000 < 3 { return "z\(letters(number))ab" }
    return "z\(letters(number))\(number.isMultiple(of: 2) ? "a" : "b")"
  }

  @Test("stops after the best of each section, and says so")
  func stopping() throws {
    let repository = try Self.repository(Self.rareTitle)
    defer { repository.close() }
    let found = try repository.search(Self.query("a b"))
    #expect(found.groups.count == 4)
    #expect(found.groupTotal == .atLeast(4))
    #expect(found.total == .atLeast(found.hits.count))
    let exact = try repository.search(Self.query("a b", totals: .exact))
    #expect(exact.total == .exactly(25))
    for group in found.groups {
      let all = exact.groups.first { $0.section == group.section }?.hits.map(\.item.id) ?? []
      #expect(all.starts(with: group.hits.map(\.item.id)))
      if group.section.id == "small" {
        #expect(group.total == .exactly(1))
        #expect(group.next == nil)
      } else {
        #expect((1..<5).contains(group.hits.count))
        #expect(group.total == .atLeast(group.hits.count))
        #expect(group.next != nil)
      }
    }
  }

  @Test("finds the others of a group on its next pages")
  func nextPages() throws {
    let repository = try Self.repository(Self.rareTitle)
    defer { repository.close() }
    var query = Self.query("a b")
    let first = try repository.search(query)
    var ids = first.hits.map(\.item.id)
    var cursors = first.groups.map(\.next)
    while let cursor = cursors.popLast() {
      guard let cursor else { continue }
      query.after = cursor
      let page = try repository.search(query)
      ids += page.hits.map(\.item.id)
      cursors += page.groups.map(\.next)
    }
    #expect(ids.count == 25)
    #expect(Set(ids).count == 25)
  }

  @Test("looks at the same items for all pages of flat results", arguments: [1, 2, 4, 7])
  func flatPages(limit: Int) throws {
    let repository = try Self.repository(Self.rareTitle)
    defer { repository.close() }
    var query = Self.query("a b", .flat)
    let all = try repository.search(query)
    #expect(all.total == .atLeast(all.hits.count))
    #expect(all.next == nil)
    #expect((4..<20).contains(all.hits.count))
    query.limit = limit
    var ids: [Item.ID] = []
    repeat {
      let page = try repository.search(query)
      ids += page.hits.map(\.item.id)
      query.after = page.next
    } while query.after != nil
    #expect(ids == all.hits.map(\.item.id))
  }

  @Test("goes on as long as it has found nothing")
  func nothingYet() throws {
    // The only item that matches is the last of its section, and the sample expects many.
    let repository = try Self.repository { number in
      let letters = Self.letters(number)
      if number == 59_999 { return "z\(letters)ab" }
      return "z\(letters)\(number.isMultiple(of: 2) ? "a" : "b")"
    }
    defer { repository.close() }
    try repository.remove(["small"])
    let found = try repository.search(Self.query("a b"))
    #expect(found.hits.map(\.item.id) == ["59999"])
    #expect(found.total == .exactly(1))
  }

  @Test("ends with nothing if many clauses match none of the best", arguments: [8, 9])
  func manyClauses(count: Int) throws {
    // The only item that matches is the last of its section. All words differ, so there are too many to
    // read those with one of the letters.
    let repository = try Self.repository { number in
      let ends = number == 59_999 ? "abcdqrstu" : number.isMultiple(of: 2) ? "abcdq" : "rstu"
      return "z\(Self.letters(number))\(Self.letters(number / 1_000))\(ends)"
    }
    defer { repository.close() }
    try repository.remove(["small"])
    let text = "a b c d r s t u q".prefix(2 * count - 1)
    let found = try repository.search(Self.query("\(text)"))
    let exact = try repository.search(Self.query("\(text)", totals: .exact))
    #expect(exact.hits.map(\.item.id) == ["59999"])
    #expect(found.hits.map(\.item.id) == (count > 8 ? [] : ["59999"]))
    #expect(found.total == (count > 8 ? .atLeast(0) : .exactly(1)))
  }

  @Test("is shared by large sections, and leaves small ones whole")
  func sharing() throws {
    func row(_ number: Int64, _ items: Int) -> SectionRow {
      SectionRow(
        number: number, section: ItemSection(id: .init("\(number)"), title: ""), position: number,
        items: items, isShuffled: false)
    }
    #expect(CheckQuota([row(1, CheckQuota.mostItems)]) == nil)
    let quota = try #require(CheckQuota([row(1, 100_000), row(2, 768), row(5, 200_000)]))
    func first(_ number: Int64) -> Int64 { DocID.range(ofSection: number).lowerBound }
    #expect(quota.docids(from: 0)?.lowerBound == first(1))
    #expect(quota.left == 16_000)
    quota.spend(15_000)
    #expect(quota.docids(from: first(1) + 70_000)?.lowerBound == first(1) + 70_000)
    #expect(quota.left == 1_000)
    quota.spend(1_000)
    #expect(quota.docids(from: first(1) + 80_000)?.lowerBound == first(2))
    #expect(quota.left == .max)
    #expect(quota.docids(from: first(3))?.lowerBound == first(5))
    #expect(quota.left == 16_000)
    #expect(quota.nextSection() == nil)
    #expect(quota.docids(from: first(6)) == nil)
    #expect(quota.cut == [1])
  }
}
