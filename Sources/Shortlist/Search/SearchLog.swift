/// The iterators that a search opened, for its explanation.
final class SearchLog {
  private struct Entry {
    let purpose: String
    let expression: String
    let table: String
    let iterator: DocidIterator
  }

  private var entries: [Entry] = []

  func append(_ iterator: DocidIterator, _ expression: IndexQuery, in table: String, slot: Int) {
    entries.append(
      Entry(
        purpose: Self.purposes[min(slot, Search.firstSynonymSlot)] ?? "other matches",
        expression: expression.readable, table: table, iterator: iterator))
  }

  /// The purpose of an iterator, by its slot.
  private static let purposes = [
    1: "whole titles", 2: "beginnings of titles", 3: "words of titles and keywords",
    4: "words of all fields", 5: "inside words", 6: "excluded words",
    11: "whole titles, with synonyms", 12: "beginnings of titles, with synonyms",
    Search.firstSynonymSlot: "words, with synonyms",
  ]

  /// The plan: each iterator with the number of rows it read, in the order of opening.
  var plan: Explanation {
    let rows = entries.reduce(0) { $0 + $1.iterator.rowsRead }
    return Explanation(
      "plan: rows read, in all iterators", rows,
      children: entries.map { entry in
        Explanation(
          "\(entry.purpose): \(entry.table) MATCH", .text(entry.expression),
          children: [
            Explanation("rows read", entry.iterator.rowsRead),
            Explanation("restarts, each behind rows that were not needed", entry.iterator.restarts),
          ])
      })
  }
}

extension IndexQuery {
  /// The query with plain characters for marks: `^` before the first word of a title, `$`
  /// after the last one.
  var readable: String {
    var readable = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xF0000...0xFFFFD:
        readable += "^"
        if let first = Unicode.Scalar(scalar.value - 0xF0000) {
          readable.unicodeScalars.append(first)
        }
      case 0x100000: readable += "^"
      case 0x03: readable += "$"
      case 0..<0x20: break
      default: readable.unicodeScalars.append(scalar)
      }
    }
    return readable
  }
}
