import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The text of a filter")
struct AttributeFilterTests {
  /// Pieces of filters, and of no filter.
  private static let pieces = [
    "a", "b c", "=", "!=", "<", "<=", ">", ">=", "IN", "[", "]", ",", "EXISTS", "NOT", "AND", "OR",
    "(", ")", "ALL", "NONE", "1", "-2.5", "007", "true", "\"x\"", "\"\\\"\"", "\"", "\\", " ", "\n",
    "é", "a = 1", "b = x AND c < 2", "NOT (d EXISTS)", "e IN [1, \"2\", true]", "\u{0}", "not",
    "1e5",
  ]

  @Test("is read or refused with a sentence, and a filter's own text gives the same filter")
  func randomTexts() throws {
    var random = SeededGenerator(seed: 1)
    var read = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...9, using: &random))
        .map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
      do throws(ShortlistError) {
        let filter = try AttributeFilter(text)
        read += 1
        let again = try AttributeFilter(filter.description)
        #expect(again == filter, "\(text)")
      } catch {
        #expect(error.code == .invalidFilter, "\(text)")
        #expect(error.message.hasPrefix("The filter cannot be read: "), "\(text)")
        #expect(error.message.hasSuffix("."), "\(text)")
      }
    }
    #expect(read > 500)
  }

  @Test(
    "may be nested deeply, or is refused, but never overflows", arguments: ["NOT ", "(", "NOT ("])
  func nesting(opening: String) throws {
    for depth in [1, 8, 20, 31, 1_000, 3_000] {
      let closing = opening.contains("(") ? String(repeating: ")", count: depth) : ""
      let text = String(repeating: opening, count: depth) + "a = 1" + closing
      guard let filter = try? AttributeFilter(text) else { continue }
      #expect((try? AttributeFilter(filter.description)) == filter, "\(depth)")
    }
  }
}
