import ArgumentParser
import Shortlist

/// `stats`: prints statistics about the database.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show statistics about the database.")

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Print the statistics as JSON.")
  var json = false

  func run() throws {
    let statistics = try database.openForReading().statistics()
    let output = OutputFile.standardOutput()
    if json {
      try output.writeLine(Self.json(statistics))
    } else {
      for (name, value) in Self.rows(statistics) {
        try output.writeLine(name.padded(to: 20) + value)
      }
    }
    try output.flush()
  }

  private static func rows(_ statistics: Statistics) -> [(name: String, value: String)] {
    let rows: KeyValuePairs = [
      "Items": statistics.items.grouped,
      "Sections": statistics.sections.grouped,
      "Terms": statistics.terms.grouped,
      "File": statistics.fileSize.counted("byte"),
      "Write-ahead log": statistics.logSize.counted("byte"),
      "Schema": "version \(statistics.schemaVersion)",
      "Tokenizer": "version \(statistics.tokenizerVersion)",
      "SQLite": statistics.sqliteVersion,
    ]
    return rows.map { ($0.key, $0.value) } + support(statistics)
  }

  /// Why searching or adding is slower than it could be; nothing when it is not.
  private static func support(_ statistics: Statistics) -> [(name: String, value: String)] {
    guard let reason = statistics.indexSupportReason else { return [] }
    let consequence =
      statistics.indexSupport == .none
      ? "slower: FTS5 reads and writes it" : "slower to change: FTS5 writes it"
    return [("Index", consequence), ("", reason)]
  }

  private static func json(_ statistics: Statistics) -> String {
    var writer = JSONWriter()
    let numbers: KeyValuePairs = [
      "items": statistics.items, "sections": statistics.sections, "terms": statistics.terms,
      "fileSize": statistics.fileSize, "logSize": statistics.logSize,
      "schemaVersion": statistics.schemaVersion,
      "tokenizerVersion": statistics.tokenizerVersion,
    ]
    writer.raw("{")
    for (name, number) in numbers {
      writer.string(name)
      writer.raw(":")
      writer.integer(number)
      writer.raw(",")
    }
    writer.raw("\"sqliteVersion\":")
    writer.string(statistics.sqliteVersion)
    writer.raw(",\"indexSupport\":")
    writer.string(statistics.indexSupport.rawValue)
    if let reason = statistics.indexSupportReason {
      writer.raw(",\"indexSupportReason\":")
      writer.string(reason)
    }
    writer.raw("}")
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension String {
  /// The text, padded with trailing spaces to at least `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
