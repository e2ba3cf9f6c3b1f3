import CShortlist

// Loading memory into the processor's caches some hundred instructions before it is needed. This helps
// loops that visit objects in a different order than they have in memory.

extension [UInt8] {
  /// Starts to load the first `count` bytes.
  func prefetch(_ count: Int) {
    withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      // The array's header comes before its elements, and is needed as well.
      let header = 32
      shortlist_prefetch(UnsafeRawPointer(first) - header, Int64(header + count))
    }
  }
}

extension ArraySlice where Element: AnyObject {
  /// Starts to load the first `bytes` of an object, without touching its reference count.
  func prefetch(at index: Int, bytes: Int) {
    withUnsafeBufferPointer { objects in
      guard let first = objects.baseAddress else { return }
      let object = UnsafeRawPointer(first + (index - startIndex)).load(as: UnsafeRawPointer.self)
      shortlist_prefetch(object, Int64(bytes))
    }
  }
}
