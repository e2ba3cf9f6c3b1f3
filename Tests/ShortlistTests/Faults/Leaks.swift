import CShortlistFaults

/// Looks for memory that was lost, under AddressSanitizer, in a process of the test's own.
enum Leaks {
  /// Whether any would be found.
  static var areFound: Bool { shortlist_finds_leaks() != 0 }

  /// Whether some was lost during `work`, all of which happens on this thread.
  ///
  /// What is kept for good, as SQLite and Swift keep what they may need again, must have been made
  /// before.
  static func any<Failure>(in work: () throws(Failure) -> Void) throws(Failure) -> Bool {
    do {
      shortlist_watch_leaks(1)
      defer { shortlist_watch_leaks(0) }
      try work()
    }
    return shortlist_has_leaked() != 0
  }
}
