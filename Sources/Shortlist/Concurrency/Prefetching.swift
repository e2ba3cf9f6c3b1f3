import CShortlist

// Loading memory into the processor's caches some hundred instructions before it is needed. This helps
// loops that visit objects in a different order than they have in memory.

extension Array {
  /// Starts to load some elements, and what comes before them, which may be the array's header.
  func prefetch(at index: Int, count: Int = 1) {
    withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      let header = 32
      shortlist_prefetch(
        UnsafeRawPointer(first + index) - header,
        Int64(header + count * MemoryLayout<Element>.stride))
    }
  }
}
