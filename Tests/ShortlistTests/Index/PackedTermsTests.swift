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
      guard last.lexicographicallyPrecedes(text), let items = number(), let titles = number()
      else { return nil }
      terms.append(Term(text: Array(text), items: items, titles: titles))
    }
    return terms.isEmpty ? nil : terms
  }

  /// Reads packed terms as a dictionary; `nil` if it says that they are damaged.
  private static func dictionary(_ bytes: [UInt8]) throws -> [Term]? {
    let connection = try Connection(path: nil, isReadOnly: false)
    let terms = try connection.statement("SELECT ?1")
    try terms.bind(blob: bytes, at: 1)
    let changes = try connection.statement("SELECT ?1 WHERE FALSE")
    var parts: Int32 = 0
    var read: OpaquePointer?
    let code = shortlist_dictionary_read(terms.handle, changes.handle, &parts, &read)
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

  private static func packed(_ generator: inout SeededGenerator) throws -> [UInt8] {
    let words = (0..<generator.number(1...400)).map { _ in
      let length = generator.once(in: 20) ? generator.number(1...255) : generator.number(1...9)
      return String((0..<length).map { _ in generator.pick("abz") })
    }
    let packed = try PackedTerms()
    for word in Set(words).sorted() {
      let items = Int64(generator.pick([1, 2, 127, 128, 70_000, 1 << 33]))
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
    var bytes = try Self.packed(&generator)
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
}
