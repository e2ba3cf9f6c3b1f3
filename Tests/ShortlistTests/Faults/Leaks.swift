import CShortlistFaults

/// Detects leaks under AddressSanitizer, in a process of the test's own.
enum Leaks {
  /// Whether leaks can be detected.
  static var areFound: Bool { shortlist_finds_leaks() != 0 }

  /// Whether `work`, which must stay on this thread, has leaked memory.
  ///
  /// Caches that SQLite and Swift keep for good must have been created before.
  static func any<Failure>(in work: () throws(Failure) -> Void) throws(Failure) -> Bool {
    do {
      shortlist_watch_leaks(1)
      defer { shortlist_watch_leaks(0) }
      try work()
    }
    return shortlist_has_leaked() != 0
  }
}
