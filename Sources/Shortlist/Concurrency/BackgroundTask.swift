#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Work on another thread, while the caller continues.
struct BackgroundTask<Value> {
  private let outcome = Condition<Result<Value, ShortlistError>?>(nil)

  /// Starts `work` on one of the threads of `workers`. If the system has no thread, the caller's
  /// thread runs it before this returns.
  init(on workers: Workers, _ work: @escaping @Sendable () throws(ShortlistError) -> Value) {
    workers.submit { [outcome] in
      let result = Result { () throws(ShortlistError) in try work() }
      outcome.withLock { $0 = result }
    }
  }

  /// Waits for the result.
  func value() throws(ShortlistError) -> Value { try outcome.wait { $0 }.get() }
}

/// A system thread that is never joined.
enum DetachedThread {
  /// Starts a thread that runs `work`; `false` when the system is out of threads or memory.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Box(work))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, nil, run, box.toOpaque()) == 0 else {
      box.release()
      return false
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }

  /// Starts a thread that lets others go first where there are more of them than cores.
  static func startWithLowPriority(_ work: @escaping @Sendable () -> Void) -> Bool {
    start {
      lowerPriority()
      work()
    }
  }

  /// Gives the calling thread about half the time of any other that needs the same core. Changes nothing
  /// if the system does not allow it.
  private static func lowerPriority() {
    let steps: Int32 = 3
    #if canImport(Darwin)
      // Here, `nice` would change the whole process.
      _ = pthread_set_qos_class_self_np(QOS_CLASS_DEFAULT, -steps)
    #else
      // Linux changes the calling thread only.
      _ = nice(steps)
    #endif
  }

  private final class Box {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  #if canImport(Darwin)
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
      Unmanaged<Box>.fromOpaque($0).takeRetainedValue().work()
      return nil
    }
  #else
    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { context in
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }
  #endif
}
