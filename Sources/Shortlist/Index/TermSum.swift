import CShortlist

/// An order-independent checksum of terms and their counts, in constant memory. Two different lists
/// have the same one with a probability of 2⁻⁶⁴.
struct TermSum: Equatable {
  private var sum: UInt64 = 0

  /// Adds a term and its counts.
  mutating func add(_ term: TermCount) {
    let hash = shortlist_hash(SHORTLIST_HASH_START, term.text.baseAddress, Int64(term.text.count))
    let (items, titles) = (UInt64(bitPattern: term.items), UInt64(bitPattern: term.titles))
    // The odd factor tells the two counts apart and loses no bit.
    sum &+= hash &* (items &+ titles &* 0x9e37_79b9_7f4a_7c15)
  }
}
