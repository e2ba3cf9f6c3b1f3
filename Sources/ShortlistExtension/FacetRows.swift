import CShortlistExtension
import Shortlist

/// The values of an attribute among the matches of a search.
final class FacetRows: Rows {
  private let values: [Facet.Value]

  /// Counts all matches. If the time runs out, the numbers are lower bounds.
  init(
    _ repository: BlockingItemRepository, _ request: shortlist_request
  ) throws(ShortlistError) {
    var query = try SearchQuery(request)
    query.facets = [request.attribute.string]
    query.maxFacetValues = request.limit == 0 ? .max : Int(request.limit)
    query.totals = .exact
    query.limit = 1
    query.snippetLength = 0
    values = try repository.search(query).facets.first?.values ?? []
  }

  override var count: Int { values.count }

  override func identity(of row: Int) -> String {
    let value = values[row].value
    // The text 5 and the number 5 are two values.
    return if case .text = value { "=\(value)" } else { value.description }
  }

  override func read(_ row: Int, _ column: Int, _ answer: Answer) {
    let counted = values[row]
    switch column {
    case shortlist_facet_value:
      switch counted.value {
      case .number(let number):
        if let integer = Int64(exactly: number) {
          answer.integer(integer)
        } else {
          answer.number(number)
        }
      // SQLite has no Booleans. A filter takes these words.
      case .text, .boolean, .list: answer.text(counted.value.description)
      }
    case shortlist_facet_count: answer.integer(Int64(counted.total.value))
    case shortlist_facet_is_exact: answer.integer(counted.total.isExact ? 1 : 0)
    default: break
    }
  }
}
