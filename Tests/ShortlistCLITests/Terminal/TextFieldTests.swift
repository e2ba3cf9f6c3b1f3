import Testing

@testable import ShortlistCLI

@Suite("The text field")
struct TextFieldTests {
  private func field(_ keys: [Key]) -> TextField {
    var field = TextField()
    for key in keys {
      let isTaken = field.handle(key)
      #expect(isTaken)
    }
    return field
  }

  @Test(
    "Keys edit the text",
    arguments: [
      ([.text("a"), .text("b")], "ab|"), ([.text("ab"), .left, .text("x")], "ax|b"),
      ([.text("ab"), .home, .delete], "|b"), ([.text("ab"), .home, .right, .backspace], "|b"),
      ([.text("ab"), .home, .end, .text("c")], "abc|"), ([.backspace], "|"), ([.delete], "|"),
      ([.left], "|"), ([.right], "|"), ([.text("new zeal"), .control("w")], "new |"),
      ([.text("new "), .control("w")], "|"), ([.text("ab"), .left, .control("u")], "|b"),
      ([.text("ab"), .left, .control("k")], "a|"), ([.text("ab"), .control("a")], "|ab"),
      ([.paste("new zealand")], "new zealand|"), ([.text("e"), .text("\u{301}"), .backspace], "|"),
      ([.text("👨‍👩‍👧a"), .left, .backspace], "|a"),
    ] as [([Key], String)])
  func editing(keys: [Key], result: String) {
    let field = field(keys)
    #expect(field.before + "|" + field.after == result)
  }

  @Test(
    "Other keys are not for it",
    arguments: [.up, .enter, .escape, .tab, .control("c")] as [Key])
  func others(key: Key) {
    var field = TextField()
    let isTaken = field.handle(key)
    #expect(!isTaken)
  }

  @Test("It takes no more than its limit")
  func limit() {
    let field = field([.paste(String(repeating: "a", count: 10_000)), .text("b")])
    #expect(field.text.count == TextField.limit)
  }

  @Test("The cursor stays in sight")
  func sight() {
    var field = field([.text("abcdefghij")])
    #expect(field.visible(width: 20) == ("abcdefghij", 10))
    #expect(field.visible(width: 5) == ("ghij", 4))
    _ = field.handle(.home)
    #expect(field.visible(width: 5) == ("abcdefghij", 0))
    field.replace(with: "京都府")
    #expect(field.visible(width: 6) == ("都府", 4))
    #expect(field.visible(width: 0) == ("", 0))
  }
}
