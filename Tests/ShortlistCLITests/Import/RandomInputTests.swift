import ShortlistTestSupport
import Testing

@testable import ShortlistCLI

@Suite("Importing random bytes")
struct RandomInputTests {
  /// Pieces of all formats, and of no format.
  private static let pieces: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "\r", "\r\n", "\t", " ", "title", "\"title\"",
      "{\"title\":\"A\"}", "\"B\"", "1", "-", "1e5", "null", "tru", "\\u", "\\ud800", "\"\"", "é",
      "title,body\n", "a,b\n", "{\"S\":[", "]}",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xC3], [0xE2, 0x80]]

  @Test(
    "A file reads the same however its bytes come in, and never crashes a reader",
    arguments: ImportFormat.allCases)
  func chunks(format: ImportFormat) throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<600 {
      var bytes: [UInt8] = format == .json ? Array("[".utf8) : []
      if format == .csv || format == .tsv { bytes += Array("title\n".utf8) }
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        bytes += Self.pieces.randomElement(using: &random) ?? []
      }
      let whole = try Reading(bytes, as: format, limit: 60)
      let chunkSize = Int.random(in: 1...16, using: &random)
      let pieces = try Reading(bytes, as: format, chunkSize: chunkSize, limit: 60)
      #expect(
        pieces == whole,
        "chunks of \(chunkSize): \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
