import Foundation
import ShortlistTestSupport
import Testing

/// The built program, run in a separate process.
struct ShortlistBinary {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The path where `swift build` puts the program: beside the tests.
  static let url: URL = {
    // On Linux the tests are an executable; on macOS they are a bundle named in an argument.
    let tests = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(fileURLWithPath: tests).deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      let program = folder.appendingPathComponent("shortlist")
      if FileManager.default.isExecutableFile(atPath: program.path) { return program }
      folder.deleteLastPathComponent()
    }
    return URL(fileURLWithPath: "/nonexistent/shortlist")
  }()

  /// A separate home folder, so that no test sees the user's database.
  let home: String
  var environment: [String: String] = [:]

  init(home: TemporaryFolder) {
    self.home = home.path
  }

  /// Returns a process that is ready to run.
  func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = Self.url
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    for name in ["SHORTLIST_DATABASE", "XDG_DATA_HOME", "NO_COLOR"] { variables[name] = nil }
    variables["HOME"] = home
    // AddressSanitizer holds back freed memory for a while, which would look like growth.
    variables["ASAN_OPTIONS"] = "quarantine_size_mb=1:detect_leaks=0"
    process.environment = variables.merging(environment) { $1 }
    return process
  }

  /// Runs the program to its end.
  func run(_ arguments: String..., input: String? = nil) throws -> Outcome {
    try run(arguments, input: input)
  }

  /// Runs the program to its end.
  func run(_ arguments: [String], input: String? = nil) throws -> Outcome {
    let folder = try TemporaryFolder()
    // Files instead of pipes: however much the program writes, it never waits for us.
    let output = try folder.write("", to: "output")
    let errors = try folder.write("", to: "errors")
    let process = process(arguments)
    process.standardInput = try FileHandle(
      forReadingFrom: URL(
        fileURLWithPath: input.map { try folder.write($0, to: "input") } ?? "/dev/null"))
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }
}
