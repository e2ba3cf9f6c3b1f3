import Shortlist

/// The whole list: each section with its heading and items. Items are read a page at a time, when
/// they scroll into view.
///
/// A list of any length opens immediately, and needs memory only for the cached pages.
final class ListRows: BrowseRows {
  private struct Page: Hashable {
    let section: Int
    let number: Int
  }

  private static let pageSize = 64
  private static let pageLimit = 32

  private let repository: any ReadableList
  let sections: [SectionSummary]
  /// The row of each section's heading, followed by the total number of rows.
  private let starts: [Int]
  /// The scopes in the scope bar: all, then each section. Empty unless there are several sections.
  let scopes: [SearchSessionScope]
  private var pages: [Page: [Item]] = [:]

  /// Reads the sections, but no items.
  init(_ repository: any ReadableList) throws(ShortlistError) {
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
    // Look in its previous page and the neighbouring ones, never in the whole of a long list.
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

  private func section(of index: Int) -> Int {
    // Find the last section that begins at or before the row.
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
      // The section was removed; the next reload of the list will show that.
      guard error.code == .unknownSection else { throw error }
      items = []
    }
    if pages.count >= Self.pageLimit { pages = [:] }
    pages[page] = items
    return items
  }
}
