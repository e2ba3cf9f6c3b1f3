import Foundation
import Testing

/// A number stored in a file, with values to replace it by.
struct HostileNumbers: Sendable, CustomTestStringConvertible {
  typealias Change = @Sendable (RawDatabase) throws -> Void

  let name: String
  /// The change to make to a sound file, for each value.
  let changes: [(number: String, make: Change)]

  var testDescription: String { name }

  /// Whether it is a section number, which once stopped every search.
  var isKey: Bool { name.hasPrefix("the number of") && name.contains("section") }

  /// Values around the width of each type that a number passes through.
  private static let limits: [Int64] = [
    .min, .min + 1, -(1 << 35), -1, 0, 1 << 16, 1 << 28, 1 << 31 - 1, 1 << 31, 1 << 32, 1 << 35 - 2,
    1 << 35 - 1, 1 << 35, 1 << 53 + 1, 1 << 62 - 1, 1 << 62, .max - 1, .max,
  ]

  /// The value that broke searches, and those least like our own numbers.
  private static let fewLimits: [Int64] = [
    .min, -1, 1 << 31, 1 << 35 - 1, 1 << 62, .max,
  ]

  static let all: [HostileNumbers] = keys + columns + counters + records + synonyms

  // MARK: Tables

  /// Rebuilds the index for items whose docids have changed.
  static let rebuilding = """
    INSERT INTO item_titles(item_titles) VALUES('rebuild');
    INSERT INTO item_texts(item_texts) VALUES('delete-all');
    INSERT INTO item_texts(rowid, title, subtitle, keywords, body)
    SELECT docid, title, subtitle, keywords, body FROM item WHERE subtitle <> '' OR body <> ''
    ORDER BY docid;
    UPDATE item SET checksum =
      shortlist_checksum(id, weight, title, subtitle, keywords, body, payload);
    """

  /// Replaces `$` in SQL by each value, and runs it on tables with their guards disabled.
  private static func tables(
    _ name: String, _ sql: String, _ numbers: [String] = limits.map(String.init)
  ) -> HostileNumbers {
    HostileNumbers(
      name: name,
      changes: numbers.map { number in
        (number, { try $0.runUnguarded(sql.replacing("$", with: number) + ";" + rebuilding) })
      })
  }

  /// The numbers of sections and docids, which encode an item's place.
  private static let keys: [HostileNumbers] = [
    tables("the number of an empty section", "UPDATE section SET number = $ WHERE id = 'empty'"),
    tables(
      "the number of a section, and of its items",
      """
      UPDATE item SET docid = ($ << 28) | (docid & 0xfffffff), section = $ WHERE section = 2;
      UPDATE section SET number = $ WHERE number = 2
      """),
    tables("a docid", "UPDATE item SET docid = $ WHERE title = 'Rome'"),
    tables(
      "a docid at the end of a section",
      """
      UPDATE item SET docid = (section << 28) | 0xfffffff WHERE title = 'Rome';
      UPDATE item SET docid = section << 28 WHERE title = 'New Zealand';
      UPDATE section SET shuffled = $
      """, ["0", "1"]),
    tables(
      "a docid in the index alone",
      """
      INSERT INTO item_titles(rowid, title) VALUES($, 'Rome');
      INSERT INTO item_texts(rowid, title) VALUES($, 'Rome'); --
      """),
    tables(
      "the docid of an item that the index no longer knows",
      """
      INSERT INTO meta VALUES('frozen', 1);
      INSERT INTO item_outdated VALUES($)
      """, fewLimits.map(String.init)),
  ]

  private static let columns: [HostileNumbers] = [
    tables("the section of an item", "UPDATE item SET section = $ WHERE title = 'Rome'"),
    tables("the position of an item", "UPDATE item SET position = $ WHERE title = 'Rome'"),
    tables(
      "the positions of two neighbours",
      """
      UPDATE item SET position = $ WHERE title = 'Rome';
      UPDATE item SET position = 0 WHERE title = 'New Zealand'
      """),
    tables("the position of a section", "UPDATE section SET position = $ WHERE id = 'b'"),
    tables("how many items a section holds", "UPDATE section SET items = $ WHERE id = 'b'"),
    tables("whether a section is shuffled", "UPDATE section SET shuffled = $"),
    tables(
      "a weight", "UPDATE item SET weight = $ WHERE title = 'Rome'",
      ["9e999", "-9e999", "-1.0", "-0.0", "5e-324", "1.7976931348623157e308"]),
    tables("how many items hold a word", "UPDATE term SET items = $ WHERE term = 'rome'"),
    tables("how many titles hold a word", "UPDATE term SET titles = $ WHERE term = 'rome'"),
    tables(
      "how many items hold each word", "UPDATE term SET items = $, titles = $",
      fewLimits.map(String.init)),
    tables(
      "the number of a recent search", "INSERT INTO recent_search VALUES($, 'rome')"),
    tables(
      "the part of a copy of the words", "UPDATE dictionary SET part = $",
      fewLimits.map(String.init)),
    tables(
      "the size of a copy of the words", "UPDATE dictionary SET size = $",
      fewLimits.map(String.init)),
    tables(
      "the counts in a copy of the words",
      "UPDATE dictionary SET terms = x'0004726f6d65' || x'$'",
      ["ffffffffffffffff7f00", "00ffffffffffffffff7f", "ffffffffffffffffff01", "8080808080808080"]),
  ]

  /// The rows of `meta`, and FTS5's settings.
  private static let counters: [HostileNumbers] =
    [
      "changes", "sections", "terms", "dictionary", "tokenizer", "last_writer", "stemming",
      "frozen",
      "previous", "rebuild_tokenizer", "rebuild_writer", "rebuild_docid", "latest_docids",
      "latest_terms",
    ].map {
      tables("“\($0)” in meta", "REPLACE INTO meta VALUES('\($0)', $)", fewLimits.map(String.init))
    }
    + [
      "version", "pgsz", "hashsize", "automerge", "usermerge", "crisismerge", "deletemerge",
    ].map {
      shadow(
        "“\($0)” of FTS5",
        "REPLACE INTO item_titles_config VALUES('\($0)', $);"
          + "REPLACE INTO item_texts_config VALUES('\($0)', $)",
        ["0", "5"] + fewLimits.map(String.init))
    }

  private static let synonyms = [
    tables(
      "“synonyms” in meta",
      """
      INSERT INTO synonym_set VALUES(1, '', 'rome' || char(31) || 'peru');
      REPLACE INTO meta VALUES('synonyms', $)
      """, fewLimits.map(String.init)),
    tables(
      "the number of a set of synonyms",
      """
      INSERT INTO synonym_set VALUES($, '', 'rome' || char(31) || 'peru');
      REPLACE INTO meta VALUES('synonyms', 1)
      """, fewLimits.map(String.init)),
  ]

  // MARK: FTS5's tables

  private static func shadow(
    _ name: String, _ sql: String, _ numbers: [String]
  ) -> HostileNumbers {
    HostileNumbers(
      name: name,
      changes: numbers.map { number in (number, { try $0.run(sql.replacing("$", with: number)) }) })
  }

  private static let records: [HostileNumbers] =
    ["item_titles", "item_texts"].flatMap { table in
      [
        record("the list of segments of \(table)", "\(table)_data", id: 10, header: 4),
        record("the totals of \(table)", "\(table)_data", id: 1, header: 0),
        shadow(
          "the ids of the pages of \(table)",
          "UPDATE OR REPLACE \(table)_data SET id = $ WHERE id > 10", fewLimits.map(String.init)),
        shadow(
          "the segments in the list of pages of \(table)", "UPDATE \(table)_idx SET segid = $",
          fewLimits.map(String.init)),
        shadow(
          "the pages in the list of pages of \(table)", "UPDATE \(table)_idx SET pgno = $",
          fewLimits.map(String.init)),
      ]
    } + [
      record("the lengths of an item", "item_texts_docsize", id: nil, header: 0),
      shadow(
        "the size of the totals",
        """
        UPDATE item_titles_data SET block = zeroblob($) WHERE id = 1;
        UPDATE item_texts_data SET block = zeroblob($) WHERE id = 1
        """, ["0", "1", "45", "46", "70", "1000000"]),
    ]

  /// Replaces each number of a record, after a header, by each limit.
  private static func record(
    _ name: String, _ table: String, id: Int?, header: Int
  ) -> HostileNumbers {
    let column = table.hasSuffix("_docsize") ? "sz" : "block"
    // No record has more numbers.
    let changes = (0..<9).flatMap { place in
      fewLimits.map { limit in
        (
          number: "\(limit) as number \(place)",
          make: { @Sendable (database: RawDatabase) throws -> Void in
            let condition = id.map { "id = \($0)" } ?? "TRUE"
            let hex = try database.rows(
              "SELECT hex(\(column)) FROM \(table) WHERE \(condition) LIMIT 1")[0]
            let bytes = CraftedIndex.bytes(hex)
            var numbers = SQLiteNumber.all(in: bytes.dropFirst(header))
            guard place < numbers.count else { return }
            numbers[place] = UInt64(bitPattern: limit)
            let changed = bytes.prefix(header) + numbers.flatMap(SQLiteNumber.bytes)
            try database.run(
              "UPDATE \(table) SET \(column) = x'\(CraftedIndex.hex(changed))' WHERE \(condition)")
          }
        )
      }
    }
    return HostileNumbers(name: name, changes: changes)
  }
}

/// Numbers of 1 to 9 bytes, as FTS5 writes them.
enum SQLiteNumber {
  static func bytes(_ number: UInt64) -> [UInt8] {
    if number >> 56 != 0 {
      let upper = (0..<8).map { UInt8(number >> (57 - 7 * $0) & 0x7f) | 0x80 }
      return upper + [UInt8(truncatingIfNeeded: number)]
    }
    var bytes = [UInt8(number & 0x7f)]
    var rest = number >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }

  static func all(in bytes: ArraySlice<UInt8>) -> [UInt64] {
    var numbers: [UInt64] = []
    var number: UInt64 = 0
    var count = 0
    for byte in bytes {
      count += 1
      number = count == 9 ? number << 8 | UInt64(byte) : number << 7 | UInt64(byte & 0x7f)
      guard byte < 0x80 || count == 9 else { continue }
      numbers.append(number)
      (number, count) = (0, 0)
    }
    return numbers
  }
}
