import Shortlist
import Testing

@Suite("Cursors")
struct SearchCursorTests {
  @Test(
    "are the same when their text is read again",
    arguments: ["S", "", "a/b", "\u{301}x", "\u{200D}", "7,8/9", "ü"])
  func texts(section: String) throws {
    let text = "1,-9223372036854775808,0/" + section
    let cursor = try #require(SearchCursor(text))
    #expect(cursor.section?.rawValue == section)
    #expect(Array(cursor.description.utf8) == Array(text.utf8))
    #expect(try #require(SearchCursor("1,2")).section == nil)
  }

  @Test("are not made of other texts", arguments: ["", "x", "1,", ",1/S", "1.5/S", "/S", " 1"])
  func otherTexts(text: String) {
    #expect(SearchCursor(text) == nil)
  }
}
