import ArgumentParser
import Shortlist

/// A colour as an argument: a name, or six digits as on the web.
struct ColorArgument: ExpressibleByArgument, Equatable {
  private static let names: [String: Int] = [
    "black": 0x000000, "red": 0xCD3131, "green": 0x0DBC79, "yellow": 0xE5E510, "blue": 0x3B8EEA,
    "magenta": 0xBC3FBC, "cyan": 0x11A8CD, "white": 0xFFFFFF, "gray": 0x808080,
  ]

  let color: SearchSessionAppearance.Color

  init?(argument: String) {
    let digits = argument.hasPrefix("#") ? argument.dropFirst() : ""
    let isNumber = digits.count == 6 && digits.allSatisfy(\.isHexDigit)
    guard let value = isNumber ? Int(digits, radix: 16) : Self.names[argument.lowercased()]
    else { return nil }
    func part(_ shift: Int) -> Double { Double(value >> shift & 0xFF) / 255 }
    color = SearchSessionAppearance.Color(red: part(16), green: part(8), blue: part(0))
  }
}
