/// The counting of the terms of many changes, on a thread of its own while the index is written.
struct TermCounting {
  private let outcome = Condition<Result<TermCounts, ShortlistError>?>(nil)

  /// A thread takes about as long to start as a hundred changes to count.
  private static let changesWorthAThread = 1_000

  /// Begins to do `count` with what counts.
  init(
    of changes: Int, stems: Bool,
    _ count: @escaping @Sendable (TermCounts) throws(ShortlistError) -> Void
  ) {
    let work: @Sendable () -> Void = { [outcome] in
      let result = Result { () throws(ShortlistError) in
        let terms = try TermCounts(stems: stems)
        try count(terms)
        return terms
      }
      outcome.withLock { $0 = result }
    }
    if changes < Self.changesWorthAThread || !DetachedThread.start(work) { work() }
  }

  /// Waits until all is counted.
  func terms() throws(ShortlistError) -> TermCounts {
    try outcome.wait { $0 }.get()
  }
}
