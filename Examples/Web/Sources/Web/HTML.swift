/// Markup. Literals are markup already; interpolated texts are escaped.
///
/// ```swift
/// let name: HTML = "<b>\(city.title)</b>"
/// ```
struct HTML: ExpressibleByStringInterpolation {
  private(set) var text = ""

  init(stringLiteral markup: String) { text = markup }

  init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  static func += (html: inout HTML, more: HTML) { html.text += more.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    mutating func appendLiteral(_ markup: String) { text += markup }

    mutating func appendInterpolation(_ html: HTML) { text += html.text }

    mutating func appendInterpolation(_ number: Int) { appendInterpolation(number.grouped) }

    mutating func appendInterpolation(_ typed: some StringProtocol) {
      var rest = Substring(typed).utf8
      while let index = rest.firstIndex(where: { Self.entity(for: $0) != nil }) {
        text += Substring(rest[..<index])
        text += Self.entity(for: rest[index]) ?? ""
        rest = rest[rest.index(after: index)...]
      }
      text += Substring(rest)
    }

    private static func entity(for byte: UInt8) -> String? {
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      case UInt8(ascii: "\""): "&quot;"
      case UInt8(ascii: "'"): "&#39;"
      // HTML cannot hold this character.
      case 0: "\u{FFFD}"
      default: nil
      }
    }
  }
}

extension Int {
  /// The number with a comma between thousands.
  fileprivate var grouped: String {
    guard self >= 1_000 else { return String(self) }
    let thousandths = String(self % 1_000)
    return (self / 1_000).grouped + "," + String(repeating: "0", count: 3 - thousandths.count)
      + thousandths
  }
}
