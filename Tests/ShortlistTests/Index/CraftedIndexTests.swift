import CShortlist
import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// Changes every byte of FTS5's data: sizes of lists, lengths of numbers and terms, offsets,
/// columns, positions, docids, page numbers.
///
/// `SHORTLIST_ROUNDS` changes all bytes of both tables instead of some. `SHORTLIST_CRAFTED` adds a
/// folder of databases with FTS5 tables, such as those of SQLite's own tests for damage.
@Suite("A crafted index")
struct CraftedIndexTests {
  private static let lies: [(name: String, bytes: [UInt8])] = [
    ("00", [0x00]), ("01", [0x01]), ("7F", [0x7F]), ("80", [0x80]), ("FF", [0xFF]),
    ("four bytes", [0x87, 0xFF, 0xFF, 0x7F]), ("nine bytes", [UInt8](repeating: 0xFF, count: 9)),
    ("nothing", []),
  ]

  @Test("takes no more memory on the word of a page than there are pages", .readsPages)
  func memory() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("list.sqlite")
    let repository = try ItemRepository(path: path).blocking
    defer { repository.close() }
    try repository.upsert([Item(section: "s", title: "ab")])
    let database = try RawDatabase(path)
    let docid = try #require(UInt64(try database.rows("SELECT docid FROM item")[0]))
    // A leaf with one term in one item, whose positions claim to have 512 MiB.
    let list =
      [3] + Array("0ab".utf8) + SQLiteNumber.bytes(docid) + SQLiteNumber.bytes(2 << 29)
      + [UInt8](repeating: 2, count: 50)
    let leaf = [0, 0, 0, UInt8(4 + list.count)] + list + [4]
    try database.run(
      "UPDATE item_titles_data SET block = x'\(CraftedIndex.hex(leaf))' WHERE id > 1 << 37")
    _ = sqlite3_memory_highwater(1)
    #expect(throws: ShortlistError.self) {
      try repository.search(SearchQuery("ab ", match: .any))
    }
    #expect(sqlite3_memory_highwater(0) < 400 << 20)
  }

  @Test(
    "gives answers or an error, and can be rebuilt",
    arguments: ["item_titles", "item_texts"])
  func lies(table: String) throws {
    let index = try CraftedIndex()
    var number = 0
    var copies = 0
    // FTS5 confuses some numbers with others, and does not notice.
    var missed = 0
    for row in try index.rows(of: table) {
      for place in row.bytes.indices {
        for (name, lie) in Self.lies {
          number += 1
          guard Rounds.isLong || number.isMultiple(of: 61) else { continue }
          var bytes = row.bytes
          bytes.replaceSubrange(place..<place + 1, with: lie)
          guard bytes != row.bytes else { continue }
          copies += 1
          do {
            let problem = try index.problem(with: row, bytes: bytes)
            if problem == .isMissed { missed += 1 }
            #expect(
              problem != .staysDamaged, "\(row.table) where \(row.key), byte \(place): \(name)")
          } catch {
            Issue.record(error, "\(row.table) where \(row.key), byte \(place): \(name)")
          }
        }
      }
    }
    #expect(copies > 10)
    if Rounds.isLong { print("\(table): \(copies) copies, check missed \(missed)") }
  }

  private static let folder = ProcessInfo.processInfo.environment["SHORTLIST_CRAFTED"]

  @Test(
    "of another is refused as it is, and does no harm in the place of ours",
    .enabled(if: folder != nil))
  func images() throws {
    let folder = try #require(Self.folder)
    let index = try CraftedIndex()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let image = folder + "/" + name
      #expect(throws: ShortlistError.self, "\(name)") { try ItemRepository(path: image) }
      for table in ["item_titles", "item_texts"] {
        do {
          let problem = try index.problem(withRowsOf: image, in: table)
          #expect(problem == nil, "\(name) in \(table)")
        } catch let failure as RawDatabase.Failure {
          print("\(name) in \(table): \(failure.message)")
        } catch {
          Issue.record(error, "\(name) in \(table)")
        }
      }
    }
  }
}
