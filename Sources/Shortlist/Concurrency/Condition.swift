import CShortlist

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock on a state, whose changes threads can wait for. Unlike `Mutex`, ThreadSanitizer
/// understands it.
///
/// `@unchecked Sendable`: `state` is touched only while `mutex` is held.
final class Condition<State>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(changed, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(changed, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Calls `work` with exclusive access to the state, then wakes all waiting threads.
  func withLock<Result, Failure: Error>(
    _ work: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try work(&state)
  }

  /// Waits until `work` returns a value.
  func wait<Result, Failure: Error>(
    until work: (inout State) throws(Failure) -> Result?
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = try work(&state) {
        pthread_cond_broadcast(changed)
        return result
      }
      pthread_cond_wait(changed, mutex)
    }
  }

  /// Waits until `work` returns a value, but at most for `time`; `nil` after that.
  func wait<Result>(atMost time: Duration, until work: (inout State) -> Result?) -> Result? {
    let deadline = ContinuousClock.now + time
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = work(&state) {
        pthread_cond_broadcast(changed)
        return result
      }
      let left = (deadline - .now).nanoseconds
      guard left > 0 else { return nil }
      shortlist_wait(changed, mutex, left)
    }
  }
}
