/// A terminal emulator with as many features as our program uses.
struct TerminalModel {
  private struct Place {
    var text = " "
    var style = ""
  }

  private(set) var columns: Int
  private(set) var rows: Int
  /// The active modes: 1049 for the second screen, 25 for the cursor, …
  private(set) var modes: Set<Int> = [7, 25]
  /// The position of the cursor, counted from 0.
  private(set) var cursor = (column: 0, row: 0)
  /// Sequences that the emulator does not know.
  private(set) var unknown: [String] = []
  private var places: [Place]
  /// The parameters of the current style; empty for none.
  private(set) var style = ""
  private var pending: [UInt8] = []
  private let width: (Unicode.Scalar) -> Int

  /// Creates a terminal that draws each scalar in as many cells as `width` returns.
  init(
    columns: Int, rows: Int, width: @escaping (Unicode.Scalar) -> Int = Self.usualWidth
  ) {
    self.columns = columns
    self.rows = rows
    self.width = width
    places = Array(repeating: Place(), count: columns * rows)
  }

  /// Returns the text of a row, without trailing blanks.
  func text(row: Int) -> String {
    let text = places[row * columns..<(row + 1) * columns].map(\.text).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// All rows, without trailing empty ones.
  var lines: [String] {
    var lines = (0..<rows).map(text(row:))
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Returns the text of a cell.
  func text(column: Int, row: Int) -> String { places[row * columns + column].text }

  /// Returns the parameters that set the style of a cell, such as "1;33"; empty for none.
  func style(column: Int, row: Int) -> String { places[row * columns + column].style }

  /// Whether every character of a row is faint.
  func isDimmed(row: Int) -> Bool {
    let places = places[row * columns..<(row + 1) * columns].filter { $0.text != " " }
    return !places.isEmpty && places.allSatisfy { $0.style.split(separator: ";").contains("2") }
  }

  /// Whether any character has one of these parameters as its style.
  func hasStyle(_ parameters: Set<String>) -> Bool {
    places.contains { place in
      place.style.split(separator: ";").contains { parameters.contains(String($0)) }
    }
  }

  /// Resizes the terminal, which clears it.
  mutating func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cursor = (0, 0)
    places = Array(repeating: Place(), count: columns * rows)
  }

  /// Processes bytes, in chunks of any size.
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    var rest = pending[...]
    while let first = rest.first {
      if first == 0x1B {
        guard let end = rest.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
          break
        }
        obey(String(decoding: rest.dropFirst()[..<(end + 1)], as: UTF8.self))
        rest = rest[(end + 1)...]
      } else {
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        guard rest.count >= length else { break }
        for scalar in String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars {
          draw(scalar)
        }
        rest = rest.dropFirst(length)
      }
    }
    pending = Array(rest)
  }

  private mutating func obey(_ sequence: String) {
    let parameters = sequence.dropFirst().dropLast()
    let numbers = parameters.split(separator: ";").map { Int($0.drop { $0 == "?" }) ?? 0 }
    let isPrivate = parameters.first == "?"
    guard sequence.first == "[" else {
      unknown.append(sequence)
      return
    }
    switch sequence.last {
    case "H":
      cursor.row = min(max((numbers.first ?? 1) - 1, 0), rows - 1)
      cursor.column = min(max((numbers.dropFirst().first ?? 1) - 1, 0), columns - 1)
    case "J" where numbers == [2]: places = Array(repeating: Place(), count: columns * rows)
    case "K" where numbers.isEmpty:
      for column in cursor.column..<columns { places[cursor.row * columns + column] = Place() }
    case "m":
      style = parameters.split(separator: ";").filter { $0 != "0" }.joined(separator: ";")
    case "h" where isPrivate:
      if numbers == [1049] { places = Array(repeating: Place(), count: columns * rows) }
      modes.formUnion(numbers)
    case "l" where isPrivate: modes.subtract(numbers)
    default: unknown.append(sequence)
    }
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\n": cursor.row = min(cursor.row + 1, rows - 1)
    case "\r": cursor.column = 0
    case _ where scalar.value < 0x20: unknown.append("\(scalar.value)")
    default:
      let width = width(scalar)
      let place = cursor.row * columns + min(cursor.column, columns - 1)
      guard width > 0 else {
        if cursor.column > 0 { places[place - 1].text.unicodeScalars.append(scalar) }
        return
      }
      places[place] = Place(text: String(scalar), style: style)
      for offset in 1..<width where cursor.column + offset < columns {
        places[place + offset] = Place(text: "", style: style)
      }
      cursor.column = min(cursor.column + width, columns)
    }
  }

  /// Returns the width of a scalar in a terminal that knows no composed emoji.
  static func usualWidth(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
