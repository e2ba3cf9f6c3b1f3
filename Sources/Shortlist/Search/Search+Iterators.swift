extension Search {
  /// Returns an iterator over the matches of a query, or of `read`, its materialised form.
  func iterator(
    _ expression: IndexQuery, read: PostingsQuery?, in table: String, slot: Int,
    isVisited: Bool = false
  ) throws(ShortlistError) -> DocidIterator {
    var expression = expression
    if let read { expression.postings = read }
    return try iterator(expression, in: table, slot: slot, isVisited: isVisited)
  }

  /// Returns an iterator over the matches of a query that the filter accepts. `isVisited` says that
  /// matches are counted or sorted by attributes, if the query asks for that.
  func iterator(
    _ expression: IndexQuery, in table: String, slot: Int, filter: SubstringFilter? = nil,
    isVisited: Bool = false
  ) throws(ShortlistError) -> DocidIterator {
    var expression = expression
    let ranked = isVisited ? ranked : nil
    if accepted != nil || ranked != nil, let counts {
      // To sort takes all docids.
      let most = isVisited && sorter != nil ? .max : mostNarrowed
      expression.postings = expression.postings?.narrowed(counts, atMost: most)
    }
    let iterator = try DocidIterator(
      expression, in: table, slot: slot, upperBound: scope.upperBound, filter: filter,
      among: accepted, ranked: ranked, on: connection)
    log?.append(iterator, expression, in: table, slot: slot)
    return iterator
  }

  /// The most items that a term may be in for all of its docids to be read at once when there is a
  /// filter: as many as are read one by one until the best of each section are found and enough are
  /// counted, if it accepts one in 64. Reading them at once is faster, and later searches need not
  /// read them again.
  private var mostNarrowed: Int {
    let most = 262_144
    guard bound < most else { return most }
    let sections = table.rows.count
    return min(most, 64 * bound * (query.layout == .flat ? 1 : sections) + 512 * sections)
  }
}
