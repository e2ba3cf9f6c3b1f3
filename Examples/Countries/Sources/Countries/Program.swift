import Foundation
import GRDB
import Shortlist

/// Keeps a list of countries, and searches it as you type. `Countries FILE` keeps it in a file.
@main
struct Program {
  static func main() async {
    do {
      try await run(path: CommandLine.arguments.dropFirst().first)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(path: String?) async throws {
    let store = try CountryStore(path: path)
    let search = try CountrySearch(store.database)
    guard let terminal = Terminal() else {
      return try await LineCommands(store: store, search: search).run()
    }
    defer { terminal.restore() }
    try await withThrowingTaskGroup { group in
      group.addTask { try await search.follow() }
      group.addTask {
        var screen = SearchScreen(terminal, store, search)
        try await screen.run()
      }
      try await group.next()
      group.cancelAll()
    }
  }
}
