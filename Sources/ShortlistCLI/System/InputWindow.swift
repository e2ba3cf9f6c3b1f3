#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A sliding window over the bytes of a file, a pipe or standard input.
///
/// The unread bytes are contiguous, so a parser can point into them. The window grows only when it
/// is asked to hold a longer piece.
final class InputWindow {
  private let descriptor: Int32
  private let closesDescriptor: Bool
  /// The maximum number of bytes per read.
  private let chunkSize: Int
  private var storage: UnsafeMutableBufferPointer<UInt8>
  private var start = 0
  private var end = 0

  /// The number of bytes consumed so far.
  private(set) var consumed = 0
  /// Whether the end was reached; only ``unread`` is left.
  private(set) var isAtEnd = false
  private(set) var failure: SystemError?

  /// Opens a file; `-` is standard input.
  convenience init(path: String, chunkSize: Int = 1 << 20) throws(SystemError) {
    guard path != "-" else {
      self.init(descriptor: STDIN_FILENO, chunkSize: chunkSize)
      return
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    self.init(descriptor: descriptor, closesDescriptor: true, chunkSize: chunkSize)
  }

  init(descriptor: Int32, closesDescriptor: Bool = false, chunkSize: Int = 1 << 20) {
    self.descriptor = descriptor
    self.closesDescriptor = closesDescriptor
    self.chunkSize = chunkSize
    storage = .allocate(capacity: chunkSize)
  }

  deinit {
    storage.deallocate()
    if closesDescriptor { close(descriptor) }
  }

  /// The bytes that were read but not consumed. Valid until the next call that consumes or fills.
  var unread: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: storage[start..<end])
  }

  /// Drops the first bytes of ``unread``.
  func consume(_ count: Int) {
    precondition(count <= end - start, "Cannot consume more bytes than were read.")
    start += count
    consumed += count
    // Release the memory that a long piece needed.
    if storage.count > 4 * chunkSize, end - start < chunkSize { resize(to: chunkSize) }
  }

  /// Moves the unread bytes into storage of another size.
  private func resize(to capacity: Int) {
    let resized = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
    _ = resized.initialize(fromContentsOf: storage[start..<end])
    storage.deallocate()
    storage = resized
    end -= start
    start = 0
  }

  /// Reads until ``unread`` holds `count` bytes or the end is reached. Returns whether it grew.
  @discardableResult
  func fill(to count: Int) -> Bool {
    let before = end - start
    if count > storage.count - start { makeRoom(for: count) }
    while end - start < count, readOnce() {}
    return end - start > before
  }

  /// Reads the available bytes, waiting only if there are none. Returns whether ``unread`` grew.
  func fillOnce() -> Bool {
    if end == storage.count { makeRoom(for: end - start + max(1, chunkSize / 2)) }
    return readOnce()
  }

  /// The first non-empty line, or as much of it as lies in about the first 64 KiB.
  func firstLine() -> Slice<UnsafeBufferPointer<UInt8>> {
    func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    while !unread.drop(while: isEnd).contains(where: isEnd), unread.count < 1 << 16, fillOnce() {}
    return unread.drop(while: isEnd).prefix { !isEnd($0) }
  }

  private func makeRoom(for count: Int) {
    let held = end - start
    if count > storage.count {
      // Whole chunks: the storage for a 16 MiB line is only slightly larger than 16 MiB.
      resize(to: (count + chunkSize - 1) / chunkSize * chunkSize)
    } else if held > 0, let base = storage.baseAddress {
      memmove(base, base + start, held)
    }
    start = 0
    end = held
  }

  private func readOnce() -> Bool {
    guard !isAtEnd else { return false }
    while true {
      let room = UnsafeMutableBufferPointer(rebasing: storage[end...])
      let count = read(descriptor, room.baseAddress, min(room.count, chunkSize))
      if count > 0 {
        end += count
        return true
      }
      if count < 0, SystemError.last.isInterruption { continue }
      if count < 0 { failure = .last }
      isAtEnd = true
      return false
    }
  }
}

/// Fast byte searches, by the C library.
enum ByteSearch {
  /// The index of the first `byte` at or after `start`.
  static func firstIndex(
    of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }

  /// The number of times that `byte` occurs.
  static func count(of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var start = 0
    while let found = firstIndex(of: byte, in: bytes, from: start) {
      count += 1
      start = found + 1
    }
    return count
  }
}
