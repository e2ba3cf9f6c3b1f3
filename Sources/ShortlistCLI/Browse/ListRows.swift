import Shortlist

/// The whole list: each section with its heading, and its items, read a page at a time when they
/// come into sight.
///
/// A list of any length opens at once, and takes no more memory than its pages.
final class ListRows: BrowseRows {
  private struct Page: Hashable {
    let section: Int
    let number: Int
  }

  /// Items of a page.
  private static let pageSize = 64
  /// Pages that are kept.
  private static let pageLimit = 32

  private let repository: BlockingItemRepository
  /// The sections of the list.
  let sections: [SectionSummary]
  /// The row of each section's heading, and behind the last the number of all rows.
  private let starts: [Int]
  /// What the scope bar offers: all, and each section; nothing where there is one section.
  let scopes: [SearchSessionScope]
  private var pages: [Page: [Item]] = [:]

  /// Reads the sections, and no items.
  init(_ repository: BlockingItemRepository) throws(ShortlistError) {
    self.repository = repository
    sections = try repository.sections()
    scopes =
      sections.count > 1
      ? [.all] + sections.map { SearchSessionScope(title: $0.section.title, sections: [$0.id]) }
      : []
    starts = sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + 1 + $1.count) }
  }

  var count: Int { starts[sections.count] }

  func row(_ index: Int) throws(ShortlistError) -> BrowseRow? {
    let section = section(of: index)
    let place = index - starts[section] - 1
    guard place >= 0 else {
      return .heading(sections[section].section.title, count: sections[section].count.grouped)
    }
    let page = try page(Page(section: section, number: place / Self.pageSize))
    let offset = place % Self.pageSize
    return offset < page.count ? .item(page[offset]) : nil
  }

  func isChoosable(_ index: Int) -> Bool { index > starts[section(of: index)] }

  func index(of item: Item.ID, near hint: Int) throws(ShortlistError) -> Int? {
    guard !sections.isEmpty else { return nil }
    // Where it stood, else in the sections around: never the whole of a long list.
    for offset in [0, 1, -1] {
      let index = min(max(hint + offset * Self.pageSize, 0), max(count - 1, 0))
      let section = section(of: index)
      let place = max(index - starts[section] - 1, 0)
      let page = Page(section: section, number: place / Self.pageSize)
      guard let found = try self.page(page).firstIndex(where: { $0.id == item }) else { continue }
      return starts[section] + 1 + page.number * Self.pageSize + found
    }
    return nil
  }

  /// The section that a row belongs to.
  private func section(of index: Int) -> Int {
    // The last section that begins at or before the row.
    var low = 0
    var high = sections.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= index { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func page(_ page: Page) throws(ShortlistError) -> [Item] {
    if let items = pages[page] { return items }
    let items: [Item]
    do throws(ShortlistError) {
      items = try repository.items(
        in: sections[page.section].id, from: page.number * Self.pageSize, limit: Self.pageSize)
    } catch {
      // Somebody has removed the section; the next look at the list will tell.
      guard error.code == .unknownSection else { throw error }
      items = []
    }
    if pages.count >= Self.pageLimit { pages = [:] }
    pages[page] = items
    return items
  }
}
