import CShortlist

/// A token of an item as an index holds it.
@_spi(SearchEngines) public struct IndexToken: Sendable, Hashable {
  /// The folded text, of at most 261 bytes in UTF-8. The words at the ends of a title come a second
  /// time with marks, which no typed text contains.
  public let text: String
  /// The number of the word, from 0, among all texts of the index; tokens at the same place share it.
  /// Between two texts, some numbers are left out, so phrases end with their text.
  public let position: Int
  /// The field of its text.
  public let field: Field
}

/// Gathers the tokens of several texts.
struct IndexTokens {
  private(set) var all: [IndexToken] = []
  /// The position before the first word of the next text.
  private var last = -2

  /// Appends the tokens of a text, and returns its number of positions. With `hasMarks`, the words at
  /// both ends are marked.
  @discardableResult
  mutating func append(
    _ text: String, of field: Field, hasMarks: Bool = false
  ) throws(ShortlistError) -> Int {
    var receiver = Receiver(position: last + 1)
    let first = receiver.position
    var text = text
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        withUnsafeMutablePointer(to: &receiver) { receiver in
          shortlist_index_tokens(
            bytes.baseAddress, Int64(bytes.count), hasMarks ? 1 : 0, Self.receive, receiver)
        }
      }
    }
    guard code == SQLITE_OK else {
      throw ShortlistError(sqliteCode: code, detail: "splitting a text into words")
    }
    all.reserveCapacity(all.count + receiver.tokens.count)
    for (text, position) in receiver.tokens {
      all.append(IndexToken(text: text, position: position, field: field))
    }
    last = receiver.position + 1
    return receiver.position - first
  }

  private struct Receiver {
    var tokens: [(String, Int)] = []
    var position: Int
  }

  private static let receive: shortlist_receive_index_token = {
    context, token, length, isColocated in
    guard let receiver = context?.assumingMemoryBound(to: Receiver.self) else { return SQLITE_OK }
    if isColocated == 0 { receiver.pointee.position += 1 }
    let bytes = UnsafeRawBufferPointer(start: token, count: Int(length))
    receiver.pointee.tokens.append(
      (String(decoding: bytes, as: UTF8.self), receiver.pointee.position))
    return SQLITE_OK
  }
}
