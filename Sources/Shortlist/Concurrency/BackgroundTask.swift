/// Work that a thread of its own does while the caller goes on.
struct BackgroundTask<Value> {
  private let outcome = Condition<Result<Value, ShortlistError>?>(nil)

  /// Begins to do `work`; on the caller's thread where it is not worth another, or there is none.
  init(
    isLarge: Bool, _ work: @escaping @Sendable () throws(ShortlistError) -> Value
  ) {
    let run: @Sendable () -> Void = { [outcome] in
      let result = Result { () throws(ShortlistError) in try work() }
      outcome.withLock { $0 = result }
    }
    if !isLarge || !DetachedThread.start(run) { run() }
  }

  /// Waits until it is done.
  func value() throws(ShortlistError) -> Value { try outcome.wait { $0 }.get() }
}
