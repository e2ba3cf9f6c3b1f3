import Testing

@testable import Web

@Suite("Markup")
struct HTMLTests {
  @Test("escapes what is interpolated, and only once")
  func escaping() {
    let typed = "<b>\"Tom\" & 'Jerry'</b>\0"
    let escaped = "&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;\u{FFFD}"
    let html: HTML = "<i title=\"\(typed)\">\(typed.dropFirst(3))</i>"
    #expect(html.text == "<i title=\"\(escaped)\">\(escaped.dropFirst(9))</i>")
    let outer: HTML = "<p>\(html)</p>"
    #expect(outer.text == "<p>\(html.text)</p>")
  }

  @Test(
    "groups the digits of numbers",
    arguments: [
      (0, "0"), (999, "999"), (1_000, "1,000"), (20_080, "20,080"), (1_000_001, "1,000,001"),
    ])
  func numbers(number: Int, text: String) {
    let html: HTML = "\(number)"
    #expect(html.text == text)
  }
}
