import CShortlistExtension
@_spi(SearchEngines) import Shortlist

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rows of one search.
class Rows {
  var count: Int { 0 }

  /// Reads a column, by its number in `CShortlistExtension.h`, of a row.
  func read(_ row: Int, _ column: Int, _ answer: Answer) {}

  /// Returns what no other row of the search has.
  func identity(of row: Int) -> String { "" }
}

/// The hits of one search.
final class HitRows: Rows {
  private let hits: [Hit]
  private var current: (row: Int, item: Item)?

  /// Searches a list. Fails if the time runs out: a statement could not tell some of the hits from
  /// all of them.
  init(
    _ repository: BlockingItemRepository, _ request: shortlist_request
  ) throws(ShortlistError) {
    let results = try repository.search(try SearchQuery(request))
    guard !results.notes.contains(.timeBudgetSpent) else {
      throw ShortlistError(
        .cancelled,
        """
        The search was stopped after \(request.budget) ms. Give it a LIMIT, or more time with the hidden \
        column “budget”.
        """)
    }
    hits = results.hits
  }

  override var count: Int { hits.count }

  /// Returns the item of a row; asking its hit again for each column would take a lock.
  private func item(_ row: Int) -> Item {
    if let (known, item) = current, known == row { return item }
    let item = hits[row].item
    current = (row, item)
    return item
  }

  override func identity(of row: Int) -> String { item(row).id.rawValue }

  override func read(_ row: Int, _ column: Int, _ answer: Answer) {
    let hit = hits[row]
    switch column {
    case shortlist_hit_section: answer.text(item(row).section.rawValue)
    case shortlist_hit_id: answer.text(item(row).id.rawValue)
    case shortlist_hit_title: answer.text(item(row).title)
    case shortlist_hit_subtitle: answer.text(item(row).subtitle)
    case shortlist_hit_keywords: answer.text(JSONText.strings(item(row).keywords))
    case shortlist_hit_body: answer.text(item(row).body)
    case shortlist_hit_weight: answer.number(item(row).weight)
    case shortlist_hit_payload: item(row).payload?.withUnsafeBytes(answer.blob)
    case shortlist_hit_tier: answer.text(Self.tierNames[hit.tier.rawValue])
    case shortlist_hit_score: answer.number(hit.score)
    case shortlist_hit_highlights: answer.text(JSONText.highlights(of: hit))
    case shortlist_hit_attributes: answer.text(JSONText.attributes(item(row).attributes))
    case shortlist_hit_snippet: if let snippet = hit.snippet { answer.text(snippet.text) }
    default: break
    }
  }

  /// The names of the tiers, which count from 1.
  private static let tierNames = [""] + MatchTier.allCases.map(\.name)
}

extension SearchQuery {
  /// Makes the query of a request.
  ///
  /// - Throws: ``ShortlistError/Code/invalidFilter``.
  init(_ request: shortlist_request) throws(ShortlistError) {
    let layout: Layout = request.is_grouped != 0 ? .grouped : .flat
    let limit: Int? = request.limit == 0 ? nil : Int(request.limit)
    self.init(
      request.query.string, in: request.sectionIDs,
      // A table has all its rows, unless the statement says otherwise.
      limit: layout == .flat ? limit ?? .max : limit,
      maxGroups: request.groups == 0 ? nil : Int(request.groups), layout: layout,
      order: request.is_in_list_order != 0 ? .list : .rank,
      match: request.matches_any != 0 ? .any : .all,
      // No column shows totals.
      totals: .bounded(1), typos: request.corrects_typos != 0 ? .on : .off,
      timeBudget: .milliseconds(request.budget))
    // Rows must not depend on the LIMIT.
    checksAll = true
    if request.needs_snippets == 0 { snippetLength = 0 }
    if request.has_filter != 0 { filter = try AttributeFilter(request.filter.string) }
    guard request.has_sort != 0 else { return }
    guard let sort = AttributeSort(request.sort.string) else {
      throw ShortlistError(
        .invalidValue, "“sort” must be 'rank', 'list', or an attribute such as 'year:desc'.")
    }
    self.sort = sort
  }
}

extension shortlist_request {
  /// The sections to search; `nil` for all.
  fileprivate var sectionIDs: [ItemSection.ID]? {
    sections.map {
      UnsafeBufferPointer(start: $0, count: Int(section_count)).map { ItemSection.ID($0.string) }
    }
  }
}

/// The completions of one text.
final class CompletionRows: Rows {
  private let completions: [Completion]

  init(
    _ repository: BlockingItemRepository, _ request: shortlist_request
  ) throws(ShortlistError) {
    // The library looks at 32 times as many titles.
    let limit = request.limit == 0 ? 8 : Int(min(request.limit, 1_000_000))
    completions = try repository.completions(
      for: request.query.string, limit: limit, in: request.sectionIDs)
  }

  override var count: Int { completions.count }

  override func identity(of row: Int) -> String {
    completions[row].kind.rawValue + " " + completions[row].text
  }

  override func read(_ row: Int, _ column: Int, _ answer: Answer) {
    let completion = completions[row]
    switch column {
    case shortlist_completion_text: answer.text(completion.text)
    case shortlist_completion_typed:
      answer.text(JSONText.range(completion.typed, in: completion.text))
    case shortlist_completion_kind: answer.text(completion.kind.rawValue)
    case shortlist_completion_weight: answer.number(completion.weight)
    default: break
    }
  }
}
