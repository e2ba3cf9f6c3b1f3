public import ArgumentParser
public import Shortlist

/// The conditions on attributes and the order by one, which `search`, `why` and `browse` share.
struct AttributeOptions: ParsableArguments {
  @Option(
    name: .customLong("where"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Only items that meet this condition, such as 'year >= 2010'; may be repeated.",
      valueName: "filter"))
  var filters: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sort hits by an attribute, ascending or with :desc descending.", valueName: "attribute"))
  var sort: AttributeSort?

  /// The filter as text.
  var filterText: String {
    filters.count > 1 ? filters.map { "(\($0))" }.joined(separator: " AND ") : filters.first ?? ""
  }

  /// Sets the filter and the order of a query.
  func apply(to query: inout SearchQuery) throws(ShortlistError) {
    var conditions: [AttributeFilter] = []
    for text in filters { conditions.append(try AttributeFilter(text)) }
    query.filter = conditions.count > 1 ? .all(conditions) : conditions.first
    query.sort = sort
  }
}

// A conformance of a public type to a public protocol is public, even in a program.

extension AttributeSort: ExpressibleByArgument {}
