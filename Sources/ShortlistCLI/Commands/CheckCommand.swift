import ArgumentParser
import Shortlist

/// `check`: checks the file for damage, and the index against the items.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the file, and the index against the items.",
    discussion: """
      Works on a copy in the folder for temporary files, which must have room for it. Exit status: \
      0 sound; 1 mended, or usable, but the index should be built anew; 2 damaged, or an error.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(help: "Build everything anew from the sections and items when something is wrong.")
  var repair = false

  func validate() throws {
    if repair, database.untrusted {
      throw ValidationError("--repair changes the file, and so does not go with --untrusted.")
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
        StandardError.writeLine("Mended: built anew from \(report.items.counted("item")).")
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
      case .stale: "Usable, but to be built anew"
      case .damaged: "Damaged"
      }
    try output.writeLine(
      "\(verdict): \(report.items.counted("item")) in \(report.sections.counted("section")), "
        + "checked in \(report.duration.inSeconds).")
  }
}
