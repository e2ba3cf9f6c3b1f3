import CShortlist

// Reading memory into the caches of the processor, some hundred instructions before it is needed. It
// helps where a loop does not follow the order of what it reads.

extension [UInt8] {
  /// Starts to read the first `count` bytes.
  func prefetch(_ count: Int) {
    withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      // The header of an array is needed as well.
      let header = 32
      shortlist_prefetch(UnsafeRawPointer(first) - header, Int64(header + count))
    }
  }
}

extension ArraySlice where Element: AnyObject {
  /// Starts to read the first `bytes` of an object, without touching its reference count.
  func prefetch(at index: Int, bytes: Int) {
    withUnsafeBufferPointer { objects in
      guard let first = objects.baseAddress else { return }
      let object = UnsafeRawPointer(first + (index - startIndex)).load(as: UnsafeRawPointer.self)
      shortlist_prefetch(object, Int64(bytes))
    }
  }
}
