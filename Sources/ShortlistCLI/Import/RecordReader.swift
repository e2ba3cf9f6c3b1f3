import Shortlist

/// Reads one file, item by item, holding no more of it than one item takes.
protocol RecordReader: AnyObject {
  /// The next item, or what stands in its place; `nil` at the end.
  func next() -> Result<Item, BadRecord>?
  /// Where the bytes come from.
  var window: InputWindow { get }
  /// Why the file as a whole cannot be read, or not to its end; known after the end.
  var failure: String? { get }
  /// The number of items so far in whose text something was no UTF-8, and was repaired.
  var repairedItems: Int { get }
  /// Sections that the file names by themselves; known after the end.
  var sections: [ImportSection] { get }
}

extension RecordReader {
  var sections: [ImportSection] { [] }
}

/// The largest record: a line, an element, a row. Longer ones are passed over.
enum RecordLimit {
  /// 16 MiB.
  static let bytes = 16 << 20
  /// What is longer than this is no record but a file of another kind, or no file (`/dev/zero`).
  static let hopeless = 1 << 30

  static let reason = "longer than 16 MiB"

  /// The largest item: 15 MiB. The file takes 16 MiB in a row, and one row has all of the item, and
  /// its id, which is made of its section and title unless it has one.
  static let itemBytes = 15 << 20

  static let itemReason: ItemProblem = "the item is larger than 15 MiB with its id"

  static func hopelessReason(line: Int) -> String {
    "line \(line): what begins here does not end within 1 GiB"
  }
}

/// A line, an element or a row that holds no item, and why.
struct BadRecord: Error, Equatable, CustomStringConvertible {
  /// The name of the file.
  let file: String
  /// The line it begins on, counted from 1.
  let line: Int
  /// What is wrong with it.
  let reason: String

  var description: String { "\(file):\(line): \(reason)" }
}
