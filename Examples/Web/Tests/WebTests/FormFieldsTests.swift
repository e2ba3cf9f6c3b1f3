import Testing

@testable import Web

@Suite("Form fields")
struct FormFieldsTests {
  @Test(
    "are read from any query",
    arguments: [
      ("q=san+j", "san j"),
      ("q=san%20j", "san j"),
      ("in=Chile&q=s%C3%A3o", "são"),
      ("q=a%3Db%26c=d", "a=b&c=d"),
      ("q=first&q=second", "first"),
      ("q=100%", "100%"),
      ("q=%4", "%4"),
      ("q=%zz", "%zz"),
      ("q=%+1", "% 1"),
      ("q=a%00b", "a\0b"),
      // Invalid UTF-8, and a surrogate without its other half.
      ("q=%FF", "\u{FFFD}"),
      ("q=%ED%A0%80", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ])
  func reading(query: String, text: String) {
    #expect(FormFields(query: query)["q"] == text)
  }

  @Test("that are empty or missing have no value", arguments: ["", "q", "q=", "&", "=", "Q=x"])
  func missing(query: String) {
    #expect(FormFields(query: query)["q"] == nil)
  }

  @Test(
    "are read as they were written",
    arguments: ["san j", "a+b=c&d", "100% é", "東京", "a\0\u{1}\u{7F}b", "<\"'>", "?#/"])
  func roundTrip(text: String) {
    let query = FormFields.query(["q": text, "in": nil, "after": "1,2/x"])
    #expect(query.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>\"'#".utf8.contains($0) })
    let fields = FormFields(query: query)
    #expect(fields["q"] == text)
    #expect(fields["in"] == nil)
    #expect(fields["after"] == "1,2/x")
  }
}
