import ArgumentParser
import Shortlist

/// The `shortlist` program.
struct ShortlistProgram: ParsableCommand {
  static var configuration: CommandConfiguration {
    let other = ProgramExtension.current
    return CommandConfiguration(
      commandName: other?.name ?? "shortlist",
      abstract: "Search sectioned lists as you type.",
      discussion: "Exit status: 0 on success, 1 if nothing was found, 2 on an error.",
      version: "\(other?.name ?? "shortlist") \(ShortlistVersion.current) "
        + "(SQLite \(ShortlistVersion.sqlite))",
      subcommands: other.map { reading + $0.commands } ?? commands)
  }

  /// The commands that read any list, wherever it is.
  private static let reading: [any ParsableCommand.Type] = [
    SearchCommand.self, BrowseCommand.self, CompleteCommand.self, WhyCommand.self,
  ]

  private static let commands: [any ParsableCommand.Type] = [
    SearchCommand.self, BrowseCommand.self, ImportCommand.self, AddCommand.self, MoveCommand.self,
    RemoveCommand.self, SectionsCommand.self, ListCommand.self, ShowCommand.self,
    StatsCommand.self, TokensCommand.self, PipeCommand.self, OptimizeCommand.self,
    ReindexCommand.self, CompleteCommand.self, WhyCommand.self,
    CheckCommand.self, SynonymsCommand.self, PinsCommand.self, RecentsCommand.self,
    LearnedCommand.self, BackupCommand.self, ExportCommand.self,
    FollowCommand.self,
  ]

  /// Runs the command named by the arguments, reports any error, and returns the exit status.
  static func status(of arguments: [String]) -> Int32 {
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
      return 0
    } catch let error as ShortlistError {
      return fail(TerminalText.shown(error.message))
    } catch let error as CommandFailure {
      return fail(error.message)
    } catch let error as SystemError {
      // Only writing to standard output throws this unwrapped. If nobody reads it, say nothing.
      return error.isBrokenPipe ? 0 : fail("Cannot write the output: \(error.reason).")
    } catch let status as ExitCode {
      return status.rawValue
    } catch {
      return finish(error, arguments)
    }
  }

  private static func fail(_ sentence: String) -> Int32 {
    StandardError.writeLine("\(configuration.commandName ?? "shortlist"): \(sentence)")
    return 2
  }

  /// Handles an error from ArgumentParser: a request for help or the version, or invalid
  /// arguments. ArgumentParser would exit with 64 for invalid arguments; all of our errors exit
  /// with 2.
  private static func finish(_ error: any Error, _ arguments: [String]) -> Int32 {
    var message = fullMessage(for: error)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { TerminalText.shown(String($0)) }.joined(separator: "\n")
    guard exitCode(for: error) == .success else {
      if message.hasPrefix("Error: ") {
        message = "\(configuration.commandName ?? "shortlist"): " + message.dropFirst(7)
      }
      if let suggestion = suggestion(for: arguments) { message += "\n\(suggestion)" }
      StandardError.writeLine(message)
      return 2
    }
    let output = OutputFile.standardOutput()
    try? output.writeLine(message)
    try? output.flush()
    return 0
  }
}

/// Runs the program with the arguments of the process, and exits.
@_spi(Programs) public func runShortlist(extendedBy other: ProgramExtension? = nil) -> Never {
  // Before anything uses SQLite.
  ItemRepository.turnOffMemoryStatistics()
  other?.install()
  Signals.prepare()
  let status = ShortlistProgram.status(of: Array(CommandLine.arguments.dropFirst()))
  ShortlistProgram.exit(withError: ExitCode(status))
}

extension ShortlistProgram {
  /// Returns a sentence that names the command that was probably meant; `nil` if the first argument
  /// is a command or resembles none.
  private static func suggestion(for arguments: [String]) -> String? {
    guard let typed = arguments.first, !typed.hasPrefix("-") else { return nil }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !names.contains(typed) else { return nil }
    let changes = names.map { (name: $0, count: $0.difference(from: typed).count) }
    guard let nearest = changes.min(by: { $0.count < $1.count }), nearest.count <= 2 else {
      return nil
    }
    return "Did you mean \(configuration.commandName ?? "shortlist") \(nearest.name)?"
  }
}

/// An error that stops a command. The program prints the message and exits with 2.
struct CommandFailure: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
