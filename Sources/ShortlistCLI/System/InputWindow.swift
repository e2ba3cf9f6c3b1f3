#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A window that slides over the bytes of a file, a pipe or standard input.
///
/// The bytes between what was consumed and what was read lie in one piece, so that whoever splits
/// them can point into them. The window grows only when asked to hold a longer piece.
final class InputWindow {
  private let descriptor: Int32
  private let closesDescriptor: Bool
  /// How much is read at once, at most.
  private let chunkSize: Int
  private var storage: UnsafeMutableBufferPointer<UInt8>
  private var start = 0
  private var end = 0

  /// The number of bytes consumed since the beginning.
  private(set) var consumed = 0
  /// Whether everything was read; what is still ``unread`` is the rest.
  private(set) var isAtEnd = false
  /// Why reading ended early.
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

  /// What was read and not consumed; valid until the next call that consumes or fills.
  var unread: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: storage[start..<end])
  }

  /// Passes over the first bytes of ``unread``.
  func consume(_ count: Int) {
    precondition(count <= end - start, "More was consumed than was read.")
    start += count
    consumed += count
    // What a long piece has needed is given back.
    if storage.count > 4 * chunkSize, end - start < chunkSize { resize(to: chunkSize) }
  }

  /// Moves what is unread into a window of another size.
  private func resize(to capacity: Int) {
    let resized = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
    _ = resized.initialize(fromContentsOf: storage[start..<end])
    storage.deallocate()
    storage = resized
    end -= start
    start = 0
  }

  /// Reads until ``unread`` holds `count` bytes, or the end is reached. Returns whether it grew.
  @discardableResult
  func fill(to count: Int) -> Bool {
    let before = end - start
    if count > storage.count - start { makeRoom(for: count) }
    while end - start < count, readOnce() {}
    return end - start > before
  }

  /// Reads what is there, waiting only when nothing is. Returns whether ``unread`` grew.
  func fillOnce() -> Bool {
    if end == storage.count { makeRoom(for: end - start + max(1, chunkSize / 2)) }
    return readOnce()
  }

  /// The first line that is not empty, or as much of it as stands in about the first 64 KiB.
  func firstLine() -> Slice<UnsafeBufferPointer<UInt8>> {
    func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    while !unread.drop(while: isEnd).contains(where: isEnd), unread.count < 1 << 16, fillOnce() {}
    return unread.drop(while: isEnd).prefix { !isEnd($0) }
  }

  private func makeRoom(for count: Int) {
    let held = end - start
    if count > storage.count {
      // Whole chunks: the window of a 16 MiB line ends a little above 16 MiB.
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

/// Finds bytes as fast as the C library does: many at a time.
enum ByteSearch {
  /// Where `byte` stands first at or after `start`.
  static func firstIndex(
    of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }

  /// How often `byte` stands there.
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
