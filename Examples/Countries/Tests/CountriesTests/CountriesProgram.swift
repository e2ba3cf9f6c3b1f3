import Foundation

/// The program, in a process of its own.
enum CountriesProgram {
  /// Its path, beside that of the tests.
  static let url: URL = {
    let tests = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    return URL(filePath: tests).deletingLastPathComponent().appending(path: "Countries")
  }()

  struct Failure: Error {
    let status: Int32
  }

  /// Runs some commands, and returns the lines that it prints. Throws if it fails.
  static func run(_ commands: [String], arguments: [String] = []) throws -> [String] {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(
      contentsOf: Data(commands.map { $0 + "\n" }.joined().utf8))
    try input.fileHandleForWriting.close()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(status: process.terminationStatus)
    }
    return String(decoding: printed, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
