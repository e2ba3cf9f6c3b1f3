import ArgumentParser
import Shortlist

/// `check`: checks the file for damage, and the index against the items.
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
      var writer = JSONWriter()
      writer.report(report)
      try output.write(writer)
      try output.writeLine()
    } else {
      try print(report, to: output)
    }
    try output.flush()
  }

  private func print(_ report: CheckReport, to output: OutputFile) throws(SystemError) {
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
}
