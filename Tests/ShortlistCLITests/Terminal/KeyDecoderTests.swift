import ShortlistTestSupport
import Testing

@testable import ShortlistCLI

@Suite("Keys")
struct KeyDecoderTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.decode(Array(text.utf8))
  }

  @Test(
    "Each key has its bytes",
    arguments: [
      ("a", .text("a")), ("é", .text("é")), ("京", .text("京")), ("😀", .text("😀")),
      (" ", .text(" ")), ("\r", .enter), ("\t", .tab), ("\u{7F}", .backspace),
      ("\u{8}", .backspace), ("\u{3}", .control("c")), ("\u{15}", .control("u")),
      ("\u{17}", .control("w")), ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right),
      ("\u{1B}[1;5D", .left), ("\u{1B}[H", .home), ("\u{1B}OF", .end), ("\u{1B}[1~", .home),
      ("\u{1B}[4~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp),
      ("\u{1B}[6;2~", .pageDown), ("\u{1B}[Z", .backTab), ("\u{1B}\u{7F}", .control("w")),
    ] as [(String, Key)])
  func key(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
  }

  @Test(
    "The left button and the wheel have a place; nothing else of a mouse is a key",
    arguments: [
      ("\u{1B}[<0;1;1M", [.click(column: 0, row: 0)]),
      ("\u{1B}[<4;300;80M", [.click(column: 299, row: 79)]),
      ("\u{1B}[<64;5;6M", [.wheel(-1, column: 4, row: 5)]),
      ("\u{1B}[<81;5;6Mx", [.wheel(1, column: 4, row: 5), .text("x")]),
      ("\u{1B}[<0;1;1m", []), ("\u{1B}[<2;1;1M", []), ("\u{1B}[<32;1;1M", []),
      ("\u{1B}[<66;1;1M", []),
      ("\u{1B}[<0;0;1M", []), ("\u{1B}[<0;1M", []), ("\u{1B}[<;;M", []), ("\u{1B}[<0;1;1A", []),
      ("\u{1B}[<0;99999999999999999999;1M", []), ("\u{1B}[<-1;1;1M", []),
    ] as [(String, [Key])])
  func mouse(bytes: String, expected: [Key]) {
    #expect(keys(bytes) == expected)
  }

  @Test("A row of keys comes apart, however the bytes are cut")
  func pieces() {
    let text = "zü京😀\u{1B}[A\u{1B}[200~x\ny\u{1B}[201~\u{1B}[5~\r"
    let expected: [Key] = [
      .text("z"), .text("ü"), .text("京"), .text("😀"), .up, .paste("x y"), .pageUp, .enter,
    ]
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      var decoder = KeyDecoder()
      let keys = stride(from: 0, to: bytes.count, by: size).flatMap {
        decoder.decode(bytes[$0..<min($0 + size, bytes.count)])
      }
      #expect(keys == expected, "in pieces of \(size)")
      #expect(!decoder.isWaiting)
    }
  }

  @Test("An escape character is a key once nothing has followed it")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.flush() == [])
    #expect(decoder.decode(Array("\u{1B}x".utf8)) == [.escape, .text("x")])
    #expect(decoder.decode([0x1B, 0x1B]) == [.escape])
    #expect(decoder.flush() == [.escape])
  }

  @Test("Half a sequence, or half a character, is no key")
  func halves() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array("\u{1B}[1;".utf8)) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.decode([0xE4, 0xBA]) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.decode(Array("a".utf8)) == [.text("a")])
  }

  @Test("Bytes that are not UTF-8 show as such, and swallow nothing that is")
  func invalid() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0xFF, 0x61]) == [.text("\u{FFFD}"), .text("a")])
    #expect(decoder.decode([0xE4, 0x61]) == [.text("\u{FFFD}"), .text("a")])
    #expect(decoder.decode([0xC2, 0x9B, 0x41]) == [.text("A")])
  }

  @Test("What is pasted is one line, acts as no key, and has an end")
  func paste() {
    #expect(
      keys("\u{1B}[200~a\r\n\tb\u{1B}[A\u{3}\u{1B}[201~c") == [.paste("a   b[A"), .text("c")])
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array("\u{1B}[200~".utf8)) == [])
    for _ in 0..<100 { #expect(decoder.decode([UInt8](repeating: 0x61, count: 4096)) == []) }
    #expect(!decoder.isWaiting)
    let keys = decoder.decode(Array("\u{1B}[201~".utf8))
    #expect(keys == [.paste(String(repeating: "a", count: KeyDecoder.pasteLimit))])
  }

  @Test("Unknown sequences are passed over, whatever their length")
  func unknown() {
    #expect(keys("\u{1B}[?1;2c\u{1B}[99~\u{1B}OPa") == [.text("a")])
    #expect(keys("\u{1B}[" + String(repeating: "1", count: 32) + "a").last == .text("a"))
  }

  @Test("Any bytes at all leave a decoder that knows the next key")
  func anyBytes() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      var decoder = KeyDecoder()
      let count = Int.random(in: 0...40, using: &random)
      let likely: [UInt8] = [0x1B, 0x5B, 0x7E, 0x32, 0x30, 0x31, 0xE4, 0xF0, 0x80]
      for _ in 0..<count {
        let byte =
          Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random) : likely.randomElement(using: &random) ?? 0
        _ = decoder.decode([byte])
      }
      _ = decoder.decode(Array("\u{1B}[201~".utf8))
      _ = decoder.flush()
      #expect(decoder.decode(Array("a".utf8)) == [.text("a")])
    }
  }
}
