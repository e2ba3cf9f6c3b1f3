import CShortlist

/// A sum that tells whether two lists of terms and their numbers of items are the same, whatever
/// their order, in no memory; by chance in one of 2⁶⁴ cases when they are not.
struct TermSum: Equatable {
  private var sum: UInt64 = 0

  /// Adds what a term counts.
  mutating func add(_ term: TermCount) {
    let hash = shortlist_hash(SHORTLIST_HASH_START, term.text.baseAddress, Int64(term.text.count))
    let (items, titles) = (UInt64(bitPattern: term.items), UInt64(bitPattern: term.titles))
    // An odd factor tells the two counts apart and loses no bit.
    sum &+= hash &* (items &+ titles &* 0x9e37_79b9_7f4a_7c15)
  }
}
