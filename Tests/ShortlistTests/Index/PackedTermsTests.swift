import CShortlist
import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Packed words")
struct PackedTermsTests {
  private struct Term: Equatable {
    let text: [UInt8]
    let items: UInt64
    let titles: UInt64
  }

  /// Reads packed terms byte by byte; `nil` if they are not as they are written.
  private static func terms(_ bytes: [UInt8]) -> [Term]? {
    var left = bytes[...]
    var terms: [Term] = []
    func number() -> UInt64? {
      var value: UInt64 = 0
      for shift in stride(from: 0, to: 63, by: 7) {
        guard let byte = left.popFirst() else { return nil }
        value |= UInt64(byte & 0x7f) << UInt64(shift)
        if byte < 0x80 { return min(value, UInt64(UInt32.max)) }
      }
      return nil
    }
    while let shared = left.popFirst() {
      let last = terms.last?.text ?? []
      guard let rest = left.popFirst(), rest > 0, left.count >= rest, shared <= last.count,
        Int(shared) + Int(rest) <= 255
      else { return nil }
      let text = last.prefix(Int(shared)) + left.prefix(Int(rest))
      left.removeFirst(Int(rest))
      // What a term shares is all it has in common with the one before.
      guard last.dropFirst(Int(shared)).first ?? 0 < text[Int(shared)] || shared == last.count,
        let items = number(), let titles = number()
      else { return nil }
      terms.append(Term(text: Array(text), items: items, titles: titles))
    }
    return terms.isEmpty ? nil : terms
  }

  /// Reads packed terms as a dictionary; `nil` if it says that they are damaged. `size` is what all
  /// parts are said to take.
  private static func dictionary(_ parts: [[UInt8]], size: Int64) throws -> [Term]? {
    let connection = try Connection(path: nil, isReadOnly: false)
    try connection.execute("CREATE TABLE part(number INTEGER PRIMARY KEY, terms BLOB)")
    for part in parts {
      let row = try connection.statement("INSERT INTO part(terms) VALUES(?1)")
      try row.bind(blob: part, at: 1)
      try row.run()
    }
    let terms = try connection.statement("SELECT terms, \(size) FROM part ORDER BY number")
    var read: OpaquePointer?
    let code = shortlist_dictionary_read(terms.handle, &read)
    #expect(code == SQLITE_OK || code == SQLITE_CORRUPT)
    guard let read else { return nil }
    defer { shortlist_dictionary_free(read) }
    var found: [Term] = []
    var place = shortlist_dictionary_place()
    while true {
      let term = shortlist_dictionary_next(read, &place)
      guard term.length > 0 else { return found }
      let text = UnsafeRawBufferPointer(start: term.text, count: Int(term.length))
      found.append(
        Term(text: Array(text), items: UInt64(term.items), titles: UInt64(term.titles)))
    }
  }

  private static func dictionary(_ bytes: [UInt8]) throws -> [Term]? {
    try dictionary([bytes], size: Int64(bytes.count))
  }

  private static func words(_ generator: inout SeededGenerator) -> [String] {
    let words = (0..<generator.number(1...400)).map { _ in
      let length = generator.once(in: 20) ? generator.number(1...255) : generator.number(1...9)
      return String((0..<length).map { _ in generator.pick("abz") })
    }
    return Set(words).sorted()
  }

  private static func packed(
    _ words: some Sequence<String>, _ generator: inout SeededGenerator
  ) throws -> [UInt8] {
    let packed = try PackedTerms()
    for word in words {
      let items = Int64(generator.pick([1, 2, 127, 128, 254, 255, 256, 512, 70_000, 1 << 33]))
      let text = Array(word.utf8).map { CChar(bitPattern: $0) }
      try text.withUnsafeBufferPointer { text in
        try packed.add(TermCount(text: text, items: items, titles: items / 2))
      }
    }
    return Array(packed.bytes)
  }

  @Test("are read as they are written, and never where they are not", arguments: Rounds.seeds(40))
  func reading(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 24_300_000)
    var bytes = try Self.packed(Self.words(&generator), &generator)
    #expect(try Self.dictionary(bytes) == Self.terms(bytes))
    for _ in 0..<20 {
      let place = generator.number(0...bytes.count - 1)
      let before = bytes
      switch generator.number(0...3) {
      case 0: bytes[place] = UInt8(generator.number(0...255))
      case 1: bytes[place] ^= 1 << UInt8(generator.number(0...7))
      case 2: bytes.remove(at: place)
      default: bytes.insert(UInt8(generator.number(0...3)), at: place)
      }
      let terms = Self.terms(bytes)
      #expect(try Self.dictionary(bytes) == terms, "seed \(seed)")
      if terms == nil || bytes.isEmpty { bytes = before }
    }
  }

  @Test("are read from parts, whatever size these are said to have", arguments: Rounds.seeds(40))
  func parts(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 24_310_000)
    var words = Self.words(&generator)[...]
    var parts: [[UInt8]] = []
    while !words.isEmpty {
      let count = generator.number(1...words.count)
      parts.append(try Self.packed(words.prefix(count), &generator))
      words.removeFirst(count)
    }
    let all = parts.reduce(0) { $0 + $1.count }
    let size = generator.pick([Int64(all), Int64(all) / 2, 0, -1, .max])
    #expect(try Self.dictionary(parts, size: size) == parts.flatMap { Self.terms($0) ?? [] })
    // Neighbours in the wrong order.
    guard parts.count > 1 else { return }
    parts.swapAt(0, 1)
    #expect(try Self.dictionary(parts, size: size) == nil)
  }
}
