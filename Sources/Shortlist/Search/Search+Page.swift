extension Search {
  /// A page of the matches, best first. Long pages are sorted piece by piece, because time may run
  /// out before all of them are shown.
  struct Page {
    /// All candidates for the page.
    let candidates: [Candidate]
    let isBefore: (Candidate, Candidate) -> Bool
    let count: Int
    /// Whether more follow.
    let hasMore: Bool
    /// The first piece.
    private(set) var first: ArraySlice<Candidate> = []

    /// The maximum size of the first piece.
    static let piece = 4_096

    init(
      _ candidates: [Candidate], count: Int, hasMore: Bool,
      by isBefore: @escaping (Candidate, Candidate) -> Bool
    ) {
      self.candidates = candidates
      self.count = count
      self.hasMore = hasMore
      self.isBefore = isBefore
      first = piece(of: min(count, Self.piece), after: nil)
    }

    /// Returns the next `size` matches after `last`, in order.
    ///
    /// - Complexity: O(*n*) for *n* matches, and O(*size* · log *size*).
    func piece(of size: Int, after last: Candidate?) -> ArraySlice<Candidate> {
      guard size > 0 else { return [] }
      guard candidates.count > 2 * Self.piece else {
        return candidates.inOrder(by: isBefore)[...]
          .drop { candidate in last.map { !isBefore($0, candidate) } ?? false }.prefix(size)
      }
      var best = TopK(limit: size, by: isBefore)
      for candidate in candidates where last.map({ isBefore($0, candidate) }) ?? true {
        best.insert(candidate)
      }
      return best.elements.sorted(by: isBefore)[...]
    }
  }
}

extension [Candidate] {
  /// Returns the candidates in an order, in which they usually are already.
  func inOrder(by isBefore: (Candidate, Candidate) -> Bool) -> [Candidate] {
    let isInOrder = indices.dropFirst().allSatisfy { !isBefore(self[$0], self[$0 - 1]) }
    return isInOrder ? self : sorted(by: isBefore)
  }
}
