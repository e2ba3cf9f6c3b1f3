import CShortlist
import CShortlistIndex
import Testing

@Suite("The table of terms of a batch")
struct TermTableTests {
  /// Returns a text of words whose FNV-1a hashes, formerly used for terms, share their 18 lowest
  /// bits: every three letters of a word have two ways from one state of the hash to the next. The
  /// hash may start with some bytes before the word.
  private static func collidingWords(behind bytes: String = "") -> String {
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
    return words.joined(separator: " ")
  }

  private static let count = 4_096

  /// The maximum number of slots to probe per term. With an even distribution in a half-full table
  /// it is 1.5.
  private static let expected = 1.75

  @Test("finds chosen words as soon as others when it counts them")
  func counts() throws {
    let text = Self.collidingWords()
    let counts = try #require(shortlist_term_counts_create(0))
    defer { shortlist_term_counts_free(counts) }
    shortlist_term_counts_begin(counts, 1)
    #expect(
      shortlist_term_counts_add(counts, text, Int64(text.utf8.count), 1) == SQLITE_OK)
    var terms: UnsafeMutablePointer<shortlist_term_count>?
    var count: Int32 = 0
    #expect(shortlist_term_counts_sorted(counts, &terms, &count) == SQLITE_OK)
    sqlite3_free(terms)
    #expect(Int(count) == Self.count)
    let probes = Double(shortlist_term_counts_probes(counts)) / Double(count)
    #expect(probes < Self.expected, "\(probes)")
  }

  @Test("finds chosen words as soon as others when it gathers where they stand")
  func segment() throws {
    // Each term starts with the digit of its list.
    let text = Self.collidingWords(behind: "0")
    let segment = try #require(shortlist_segment_builder_create(1))
    defer { shortlist_segment_builder_free(segment) }
    #expect(shortlist_segment_builder_begin(segment, 1) == SQLITE_OK)
    #expect(
      shortlist_segment_add_text(segment, text, Int64(text.utf8.count), 0, 0) == SQLITE_OK)
    let probes = Double(shortlist_segment_builder_probes(segment)) / Double(Self.count)
    #expect(probes < Self.expected, "\(probes)")
  }

  @Test("puts the same words elsewhere each time, so that nobody can know where")
  func seeds() throws {
    let text = Self.collidingWords()
    let probes = try (0..<8).map { _ in
      let counts = try #require(shortlist_term_counts_create(0))
      defer { shortlist_term_counts_free(counts) }
      shortlist_term_counts_begin(counts, 1)
      #expect(
        shortlist_term_counts_add(counts, text, Int64(text.utf8.count), 1) == SQLITE_OK)
      return shortlist_term_counts_probes(counts)
    }
    #expect(Set(probes).count > 1)
  }
}
