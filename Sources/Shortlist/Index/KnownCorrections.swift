/// A question for the corrections of a word.
struct CorrectionKey {
  let word: String
  let allowance: Int
  let hasBeginnings: Bool

  fileprivate var text: String { "\(allowance)\(hasBeginnings ? "*" : " ")\(word)" }
}

/// A cache of corrections, for a dictionary and those made from it by updates. Each keystroke asks
/// again for the corrections of all words but the last.
final class KnownCorrections: Sendable {
  /// The revision of the dictionary that the others were made from.
  let firstRevision: Int64
  /// The corrections, and the last revision for which they are known to hold.
  private let entries = Condition<[String: (TermDictionary.Corrections, revision: Int64)]>([:])

  /// The number of words at which the cache is emptied. It then takes about half a megabyte.
  private static let maximumCount = 512

  init(since revision: Int64) { firstRevision = revision }

  /// Returns the corrections for a key, with the revision for which they are known to hold.
  func find(_ key: CorrectionKey) -> (TermDictionary.Corrections, revision: Int64)? {
    entries.withLock { $0[key.text] }
  }

  /// Caches corrections that hold for a revision.
  func keep(_ found: TermDictionary.Corrections, for key: CorrectionKey, as revision: Int64) {
    entries.withLock { entries in
      if entries.count >= Self.maximumCount { entries.removeAll() }
      entries[key.text] = (found, revision)
    }
  }
}
