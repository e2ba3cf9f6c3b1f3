import Foundation
import ShortlistTestSupport

/// A kind of damage done to a file behind SQLite's back.
enum Damage: String, CaseIterable {
  /// Changes one to eight bits.
  case bits
  /// Changes up to 64 adjacent bytes.
  case burst
  /// Changes one byte of a page header: its kind, its number of cells, or the offset of their
  /// content.
  case pageHead
  /// Changes some of the first 100 bytes.
  case fileHead
  /// Fills a page with zeros.
  case zeroedPage
  /// Swaps two pages.
  case swappedPages
  /// Overwrites a page with another one, such as an old copy.
  case doubledPage
  /// Overwrites parts of a page, in pieces of 512 bytes, with another one.
  case tornPage
  /// Truncates the file.
  case cutOff
  /// Changes some bytes of FTS5's data, in a file that is sound for SQLite.
  case index
  /// Changes some bytes of the write-ahead log, or truncates it.
  case log

  static let pageSize = 4_096

  /// Damages the file at `path`, and returns its bytes afterwards.
  func apply(to path: String, _ generator: inout SeededGenerator) throws -> Data {
    switch self {
    case .index: try damageIndex(path, &generator)
    case .log: try change(path + "-wal") { damageLog(&$0, &generator) }
    default: try change(path) { damage(&$0, &generator) }
    }
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func change(_ path: String, _ work: (inout [UInt8]) -> Void) throws {
    let file = URL(fileURLWithPath: path)
    var bytes = [UInt8](try Data(contentsOf: file))
    work(&bytes)
    try Data(bytes).write(to: file)
  }

  private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let pages = bytes.count / Self.pageSize
    func start(_ page: Int) -> Int { page * Self.pageSize }
    let page = generator.number(0...pages - 1)
    let other = generator.number(0...pages - 1)
    switch self {
    case .bits:
      for _ in 0..<generator.number(1...8) {
        bytes[generator.number(0...bytes.count - 1)] ^= 1 << generator.number(0...7)
      }
    case .burst: scribble(&bytes, in: 0..<bytes.count, &generator)
    case .pageHead:
      let head = start(page) + (page == 0 ? 100 : 0)
      bytes[head + generator.number(0...11)] = UInt8(generator.number(0...255))
    case .fileHead: scribble(&bytes, in: 0..<100, &generator)
    case .zeroedPage:
      for index in start(page)..<start(page + 1) { bytes[index] = 0 }
    case .swappedPages:
      for index in 0..<Self.pageSize { bytes.swapAt(start(page) + index, start(other) + index) }
    case .doubledPage:
      for index in 0..<Self.pageSize { bytes[start(page) + index] = bytes[start(other) + index] }
    case .tornPage:
      for piece in 0..<Self.pageSize / 512 where generator.once(in: 2) {
        for index in piece * 512..<(piece + 1) * 512 {
          bytes[start(page) + index] = bytes[start(other) + index]
        }
      }
    case .cutOff: bytes.removeLast(generator.number(1...bytes.count))
    case .index, .log: break
    }
  }

  private func scribble(
    _ bytes: inout [UInt8], in range: Range<Int>, _ generator: inout SeededGenerator
  ) {
    let start = generator.number(range.lowerBound...range.upperBound - 1)
    let end = min(range.upperBound, start + generator.number(1...64))
    for index in start..<end { bytes[index] = UInt8(generator.number(0...255)) }
  }

  private func damageLog(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    switch generator.number(0...2) {
    case 0: bytes.removeLast(generator.number(1...bytes.count))
    case 1: bytes[generator.number(0...bytes.count - 1)] ^= 1 << generator.number(0...7)
    default: scribble(&bytes, in: 0..<bytes.count, &generator)
    }
  }

  private func damageIndex(_ path: String, _ generator: inout SeededGenerator) throws {
    let database = try RawDatabase(path)
    let table = generator.pick(["item_titles", "item_texts"]) + "_data"
    let rows = try database.rows("SELECT id FROM \(table)")
    let row = generator.pick(rows)
    let hex = try database.rows("SELECT hex(block) FROM \(table) WHERE id = \(row)")[0]
    var digits = Array(hex)
    for _ in 0..<generator.number(1...4) where !digits.isEmpty {
      digits[generator.number(0...digits.count - 1)] = generator.pick(Array("0123456789ABCDEF"))
    }
    try database.run("UPDATE \(table) SET block = x'\(String(digits))' WHERE id = \(row)")
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
