import CShortlist

/// A sum that tells whether two lists of terms and their numbers of items are the same, whatever
/// their order, in no memory; by chance in one of 2⁶⁴ cases when they are not.
struct TermSum: Equatable {
  private var sum: UInt64 = 0

  /// Adds what a term counts.
  mutating func add(_ term: String, _ count: TermCount) {
    let hash = term.withBytes { shortlist_hash(SHORTLIST_HASH_START, $0, Int64($1)) }
    let (items, titles) = (UInt64(bitPattern: count.items), UInt64(bitPattern: count.titles))
    // An odd factor tells the two counts apart and loses no bit.
    sum &+= hash &* (items &+ titles &* 0x9e37_79b9_7f4a_7c15)
  }
}
