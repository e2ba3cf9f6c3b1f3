import ArgumentParser
import Shortlist

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the database for damage, and the index against the items.",
    discussion: """
      Works on a copy in the temporary folder, which must have room for it. Exit status: 0 if the \
      database is sound; 1 if it was repaired, or is usable but its index should be rebuilt; 2 if it \
      is damaged, or on an error.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(help: "If something is wrong, rebuild everything from the sections and items.")
  var repair = false

  func validate() throws {
    if repair, database.untrusted {
      throw ValidationError("--repair changes the file and cannot be combined with --untrusted.")
    }
  }

  func run() throws {
    let repository = try database.openForReading()
    var report = try repository.check()
    repository.close()
    if repair, report.status != .sound {
      try show(report)
      report = try repaired()
      if report.status == .sound {
        StandardError.writeLine("Repaired: rebuilt from \(report.items.counted("item")).")
        throw ExitCode(1)
      }
    }
    try show(report)
    switch report.status {
    case .sound: break
    case .stale: throw ExitCode(1)
    case .damaged: throw ExitCode(2)
    }
  }

  private func repaired() throws -> CheckReport {
    let repository = try database.file.openForUpkeep()
    defer { repository.close() }
    try repository.repair()
    return try repository.check()
  }

  private func show(_ report: CheckReport) throws(SystemError) {
    let output = OutputFile.standardOutput()
    if json {
      try output.writeLine { $0.report(report) }
    } else {
      for finding in report.findings {
        try output.writeLine("\(finding.part): \(TerminalText.shown(finding.message))")
      }
      let verdict =
        switch report.status {
        case .sound: "Sound"
        case .stale: "Usable, but should be rebuilt"
        case .damaged: "Damaged"
        }
      try output.writeLine(
        "\(verdict): \(report.items.counted("item")) in \(report.sections.counted("section")), "
          + "checked in \(report.duration.inSeconds).")
    }
    try output.flush()
  }
}

extension JSONWriter {
  fileprivate mutating func report(_ report: CheckReport) {
    object {
      $0.member("status", report.status.rawValue)
      $0.member("items", report.items)
      $0.member("sections", report.sections)
      $0.key("findings")
      $0.array(report.findings) { writer, finding in
        writer.object {
          $0.member("part", finding.part.rawValue)
          $0.key("damage")
          $0.bool(finding.isDamage)
          $0.member("message", finding.message)
        }
      }
      $0.member("micros", report.duration.microseconds)
    }
  }
}
