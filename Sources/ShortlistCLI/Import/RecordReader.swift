import Shortlist

/// Reads a file item by item, holding only one of them in memory.
protocol RecordReader: AnyObject {
  /// Reads the next item, or the reason a record holds none; `nil` at the end.
  func next() -> Result<Item, ItemProblem>?
  /// The line on which the last record begins, counted from 1.
  var line: Int { get }
  var window: InputWindow { get }
  /// The reason the file could not be read to its end, or at all; known after the end.
  var failure: String? { get }
  /// The number of items so far whose text was repaired, because it was not valid UTF-8.
  var repairedItems: Int { get }
  /// The sections that the file declares; known after the end.
  var sections: [ImportSection] { get }
  /// The sets of synonyms in the file; known after the end.
  var synonyms: [SynonymSet] { get }
  /// The pinned items that the file declares; known after the end.
  var pins: [PinnedItem] { get }
}

extension RecordReader {
  var sections: [ImportSection] { [] }
  var synonyms: [SynonymSet] { [] }
  var pins: [PinnedItem] { [] }
}

/// The limits on a record: a line, an element or a row. Larger ones are skipped.
enum RecordLimit {
  /// 16 MiB.
  static let bytes = 16 << 20
  /// 1 GiB. Anything longer is not a record, but another kind of file, or no file (`/dev/zero`).
  static let hopeless = 1 << 30

  static let reason: ItemProblem = "longer than 16 MiB"

  /// The largest item: 15 MiB. A row of the database holds 16 MiB, and one row has all of the item
  /// and its id, which is derived from its section and title unless one is given.
  static let itemBytes = 15 << 20

  static let itemReason: ItemProblem = "the item and its id are larger than 15 MiB"

  static func hopelessReason(line: Int) -> String {
    "line \(line): the record that begins here does not end within 1 GiB"
  }
}

/// The reason a record holds no item.
struct ItemProblem: Error, Equatable, ExpressibleByStringInterpolation {
  let reason: String

  init(stringLiteral value: String) { reason = value }
}
