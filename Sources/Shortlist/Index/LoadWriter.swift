/// Writes the batches of a bulk load, each on a thread of its own while the next one is gathered.
struct LoadWriter {
  private let repository: BlockingItemRepository
  private let workers = Workers(limit: 1)
  /// How the batch that was begun ended, and whether somebody else waited to write then.
  private let outcome = Condition<Result<Bool, ShortlistError>?>(nil)
  /// How many items are being written.
  private var begun = 0
  /// How many items were written.
  private(set) var written = 0

  init(_ repository: BlockingItemRepository) { self.repository = repository }

  /// Waits for the batch before, and begins to write another.
  ///
  /// - Returns: whether somebody else waits to write.
  mutating func write(_ items: [Item]) throws(ShortlistError) -> Bool {
    let othersWait = try finish()
    begun = items.count
    workers.submit { [repository, outcome] in
      let result = Result { () throws(ShortlistError) in
        try repository.upsert(items)
        return repository.database.yieldToOtherWriters()
      }
      outcome.withLock { $0 = result }
    }
    return othersWait
  }

  /// Waits for the batch that was begun, if there is one.
  ///
  /// - Returns: whether somebody else waited to write then.
  @discardableResult
  mutating func finish() throws(ShortlistError) -> Bool {
    guard begun > 0 else { return false }
    let result = outcome.wait { (outcome) -> Result<Bool, ShortlistError>? in
      defer { outcome = nil }
      return outcome
    }
    let count = begun
    begun = 0
    let othersWait = try result.get()
    written += count
    return othersWait
  }
}
