import Foundation

/// The program `shortlist-postgres push`, running.
final class PushProcess {
  private let process = Process()

  /// Starts to push a file.
  init(_ file: String, _ url: String) throws {
    // The program is built beside the tests.
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "shortlist-postgres")
    process.arguments = ["push", "--batch", "20", "--database", file, url]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Kills it; returns whether it was still running.
  func kill() -> Bool {
    let wasRunning = process.isRunning
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return wasRunning && process.terminationReason == .uncaughtSignal
  }
}
