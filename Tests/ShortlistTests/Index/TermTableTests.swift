import CShortlistIndex
import Testing

@Suite("The hash table of terms")
struct TermTableTests {
  /// Returns words whose FNV-1a hashes, formerly used for terms, share their 18 lowest
  /// bits: every three letters of a word have two ways from one state of the hash to the next. The
  /// hash may start with some bytes before the word.
  private static func collidingWords(behind bytes: String = "") -> [String] {
    var words = [""]
    var state = bytes.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    while words.count < count {
      var known: [UInt64: [UInt8]] = [:]
      var pair: ([UInt8], [UInt8], UInt64)?
      search: for first in letters {
        for second in letters {
          for third in letters {
            let block = [first, second, third]
            let next = block.reduce(state) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } & (1 << 18 - 1)
            if let other = known.updateValue(block, forKey: next) {
              pair = (other, block, next)
              break search
            }
          }
        }
      }
      guard let (one, other, next) = pair else { preconditionFailure("No blocks collide.") }
      words = words.flatMap { word in
        [one, other].map { word + String(decoding: $0, as: UTF8.self) }
      }
      state = next
    }
    return words
  }

  private static let count = 4_096

  /// The maximum number of slots to probe per term. With an even distribution in a half-full table
  /// it is 1.5.
  private static let expected = 1.75

  /// Returns the number of slots probed when each word is looked up once.
  private static func probes(_ words: [String]) throws -> Double {
    var table = shortlist_term_table_make(MemoryLayout<shortlist_term_entry>.stride)
    defer { shortlist_term_table_free(&table) }
    for word in words {
      var entry: UnsafeMutableRawPointer?
      let code = shortlist_term_table_add(&table, word, Int32(word.utf8.count), &entry)
      try #require(code == SQLITE_OK)
    }
    #expect(Int(table.count) == words.count)
    return Double(shortlist_term_table_probes(&table))
  }

  @Test("finds chosen words as soon as others", arguments: ["", "0"])
  func chosenWords(bytes: String) throws {
    // In the index, each term starts with the digit of its list.
    let words = Self.collidingWords(behind: bytes).map { bytes + $0 }
    let probes = try Self.probes(words) / Double(Self.count)
    #expect(probes < Self.expected, "\(probes)")
  }

  @Test("puts the same words elsewhere each time, so that nobody can know where")
  func seeds() throws {
    let words = Self.collidingWords()
    #expect(try Set((0..<8).map { _ in try Self.probes(words) }).count > 1)
  }

  @Test("finds a word that was added, and no other")
  func findsAdded() throws {
    var table = shortlist_term_table_make(MemoryLayout<shortlist_term_entry>.stride)
    defer { shortlist_term_table_free(&table) }
    #expect(shortlist_term_table_find(&table, "rome", 4) == nil)
    var added: UnsafeMutableRawPointer?
    #expect(shortlist_term_table_add(&table, "rome", 4, &added) == SQLITE_OK)
    #expect(shortlist_term_table_find(&table, "rome", 4) == added)
    #expect(shortlist_term_table_find(&table, "rom", 3) == nil)
    #expect(shortlist_term_table_find(&table, "oslo", 4) == nil)
  }
}
