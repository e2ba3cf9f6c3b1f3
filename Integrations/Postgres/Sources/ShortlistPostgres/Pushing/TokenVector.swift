@_spi(SearchEngines) import Shortlist

/// Tokens as PostgreSQL's type `tsvector`, in text form.
enum TokenVector {
  /// The greatest position that a vector can hold.
  private static let maximumPosition = 16_383
  /// The most positions of one lexeme.
  private static let maximumPositions = 255
  /// The size of lexemes and positions at which a vector is full: 1 MiB, less some room.
  private static let maximumSize = 1_000_000

  /// Returns the letter for the tokens of a field.
  static func letter(_ field: Field) -> UInt8 {
    switch field {
    case .title: UInt8(ascii: "A")
    case .keywords: UInt8(ascii: "B")
    case .subtitle: UInt8(ascii: "C")
    case .body: UInt8(ascii: "D")
    }
  }

  /// Appends a vector. Beyond the limits of PostgreSQL, tokens keep the last position that there is,
  /// and those that do not fit are left out.
  static func append(_ tokens: [IndexToken], to bytes: inout [UInt8]) {
    var places: [String: [(position: Int, field: Field)]] = [:]
    places.reserveCapacity(tokens.count)
    var order: [String] = []
    var size = 0
    for token in tokens {
      let position = min(token.position + 1, maximumPosition)
      if places[token.text] == nil {
        size += token.text.utf8.count + 8
        guard size < maximumSize else { continue }
        order.append(token.text)
      }
      guard places[token.text]?.count ?? 0 < maximumPositions else { continue }
      size += 2
      places[token.text, default: []].append((position, token.field))
    }
    for (offset, text) in order.enumerated() {
      if offset > 0 { bytes.append(UInt8(ascii: " ")) }
      appendQuoted(text, to: &bytes)
      for (offset, place) in (places[text] ?? []).enumerated() {
        bytes.append(UInt8(ascii: offset == 0 ? ":" : ","))
        bytes += String(place.position).utf8
        let letter = letter(place.field)
        if letter != UInt8(ascii: "D") { bytes.append(letter) }
      }
    }
  }

  /// Appends a lexeme in quotes.
  static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "'"))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "'"))
  }
}
