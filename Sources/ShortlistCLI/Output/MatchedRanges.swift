extension [Range<String.Index>] {
  /// Whether one of these ranges, which go from left to right and do not overlap, has something of
  /// `place`.
  ///
  /// - Complexity: O(log *n*): a text may have a match in each of its words, and be long.
  func overlap(_ place: Range<String.Index>) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound > place.lowerBound { high = middle } else { low = middle + 1 }
    }
    return low < count && self[low].lowerBound < place.upperBound
  }
}
