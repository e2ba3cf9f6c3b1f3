extension Search {
  /// Returns iterators over the items that match with synonyms: in titles and keywords, then in all
  /// fields.
  func synonymLayers() throws(ShortlistError) -> [Layer] {
    guard let synonyms else { return [] }
    var layers: [Layer] = []
    for inTitles in [true, false] {
      let queries = synonyms.spellings.map { spelling in
        var query = IndexQuery.words(
          spelling.clauses, inTitles: inTitles, stems: stems && !inTitles)
        if spelling.clauses.count > 1, let read = query.collected(counts) {
          query.postings = read
        }
        return query
      }
      // Fields can be checked for only one spelling at a time.
      let groups = parsed.hasField ? queries.map { [$0] } : [queries]
      for (offset, group) in groups.enumerated() {
        let iterator = try iterator(
          .any(of: group), in: inTitles ? "item_titles" : "item_texts",
          slot: Self.firstSynonymSlot + offset)
        layers.append(Layer(level: inTitles ? .wordsSynonym : .textSynonym, iterator: iterator))
      }
    }
    return layers
  }

  /// Returns an iterator over the titles that equal the query with synonyms, or begin with it;
  /// `nil` if no title holds its words, according to the `layers`.
  func synonymTitles(isWhole: Bool, _ layers: [Layer]) throws(ShortlistError) -> Layer? {
    let mayMatch = layers.contains {
      $0.level == .wordsSynonym && $0.iterator.head != DocidIterator.end
    }
    guard let synonyms, mayMatch else { return nil }
    let titles = synonyms.spellings.compactMap { IndexQuery.title($0.clauses, isWhole: isWhole) }
    guard !titles.isEmpty else { return nil }
    return Layer(
      level: isWhole ? .titleSynonym : .prefixSynonym,
      iterator: try iterator(.any(of: titles), in: "item_titles", slot: isWhole ? 11 : 12))
  }

  /// The first slot of ``synonymLayers(_:)``, beyond those of the typo tiers.
  static let firstSynonymSlot = 512
}
