import Foundation
import Shortlist
import Testing

@Suite("Matches for Apple's text systems")
struct HitTextTests {
  private func hit(_ text: String) throws -> Hit {
    let repository = try BlockingItemRepository(path: ":memory:")
    try repository.upsert([
      Item(
        section: "s", title: "👨‍👩‍👧 Zu\u{308}rich", keywords: ["x", "東京都 Zürich"],
        body: "🇨🇭 Zürich is a city")
    ])
    return try #require(try repository.search(SearchQuery(text)).hits.first)
  }

  @Test("UTF-16 ranges hold the same text as those of the string")
  func utf16Ranges() throws {
    let hit = try hit("city zuri")
    #expect(hit.utf16Ranges(in: .title) == [9..<14])
    #expect(hit.utf16Ranges(in: .keywords) == [])
    #expect(hit.utf16Ranges(in: .keywords, keyword: 1) == [4..<8])
    #expect(hit.utf16Ranges(in: .keywords, keyword: 9) == [])
    #expect(hit.utf16Ranges(in: .body) == [5..<9, 17..<21])
    #expect(hit.snippet?.utf16Ranges == [5..<9, 17..<21])
    // The way an app creates an NSRange.
    let range = NSRange(try #require(hit.utf16Ranges(in: .title).first))
    #expect((hit.item.title as NSString).substring(with: range) == "Zu\u{308}ri")
  }

  @Test("An attributed string has its marks where the text matched")
  func attributedStrings() throws {
    let hit = try hit("city zuri")
    func marked(_ text: AttributedString) -> [String] {
      text.runs[Highlight.Attribute.self].compactMap { isMatch, range in
        isMatch == true ? String(text.characters[range]) : nil
      }
    }
    let title = hit.attributedString(of: .title)
    #expect(String(title.characters) == hit.item.title)
    #expect(marked(title) == ["Zu\u{308}ri"])
    #expect(marked(hit.attributedString(of: .keywords)) == [])
    #expect(marked(hit.attributedString(of: .keywords, keyword: 1)) == ["Züri"])
    #expect(hit.attributedString(of: .keywords, keyword: 9) == AttributedString())
    let snippet = try #require(hit.snippet).attributedString(
      marking: AttributeContainer().link(try #require(URL(string: "x:y"))))
    #expect(marked(snippet) == ["Züri", "city"])
    #expect(snippet.runs.filter { $0.link != nil }.count == 2)
  }
}
