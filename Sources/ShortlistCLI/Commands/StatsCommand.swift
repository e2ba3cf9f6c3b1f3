import ArgumentParser
import Shortlist

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show statistics about the database.")

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Print the statistics as JSON.")
  var json = false

  func run() throws {
    let repository = try database.openForReading()
    let statistics = try repository.statistics()
    let attributes = try repository.attributes()
    let output = OutputFile.standardOutput()
    if json {
      try output.writeLine { $0.statistics(statistics, attributes) }
    } else {
      for (name, value) in Self.rows(statistics, attributes) {
        try output.writeLine(name + String(repeating: " ", count: 20 - name.count) + value)
      }
    }
    try output.flush()
  }

  private static func rows(
    _ statistics: Statistics, _ attributes: [AttributeSummary]
  ) -> [(name: String, value: String)] {
    var rows = [
      ("Items", statistics.items.grouped),
      ("Sections", statistics.sections.grouped),
      ("Sets of synonyms", statistics.synonyms.grouped),
      ("Terms", statistics.terms.grouped),
      ("File", statistics.fileSize.counted("byte")),
      ("Write-ahead log", statistics.logSize.counted("byte")),
      ("Schema", "version \(statistics.schemaVersion)"),
      ("Tokenizer", "version \(statistics.tokenizerVersion)"),
      ("Shortlist", ShortlistVersion.current),
      ("SQLite", statistics.sqliteVersion),
    ]
    for (number, attribute) in attributes.enumerated() {
      let value = "\(TerminalText.shown(attribute.name)) in \(attribute.items.counted("item"))"
      rows.append((number == 0 ? "Attributes" : "", value))
    }
    if let reason = statistics.indexSupportReason {
      let consequence =
        statistics.indexSupport == .none
        ? "slower: FTS5 reads and writes it" : "slower to change: FTS5 writes it"
      rows += [("Index", consequence), ("", reason)]
    }
    if let reason = statistics.readOnlyReason { rows.append(("Read-only", "because \(reason)")) }
    return rows
  }
}

extension JSONWriter {
  fileprivate mutating func statistics(
    _ statistics: Statistics, _ attributes: [AttributeSummary]
  ) {
    object {
      $0.member("items", statistics.items)
      $0.member("sections", statistics.sections)
      $0.member("synonyms", statistics.synonyms)
      $0.member("terms", statistics.terms)
      $0.key("attributes")
      $0.array(attributes) { $0.summary($1) }
      $0.member("fileSize", statistics.fileSize)
      $0.member("logSize", statistics.logSize)
      $0.member("schemaVersion", statistics.schemaVersion)
      $0.member("tokenizerVersion", statistics.tokenizerVersion)
      $0.member("shortlistVersion", ShortlistVersion.current)
      $0.member("sqliteVersion", statistics.sqliteVersion)
      $0.member("indexSupport", statistics.indexSupport.rawValue)
      if let reason = statistics.indexSupportReason { $0.member("indexSupportReason", reason) }
      if let reason = statistics.readOnlyReason { $0.member("readOnlyReason", reason) }
    }
  }
}
