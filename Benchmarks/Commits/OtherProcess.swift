import Foundation

/// This program in another process, which commits when it is told to.
struct OtherProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts it, and waits until it is ready.
  init(arguments: [String]) throws {
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    waitForAnswer()
  }

  /// Returns when it has committed.
  func commit() throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    waitForAnswer()
  }

  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  private func waitForAnswer() {
    precondition(!output.fileHandleForReading.availableData.isEmpty, "The other process has ended.")
  }
}
