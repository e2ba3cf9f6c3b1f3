import ArgumentParser
import Foundation
import Hummingbird
import Shortlist

/// Serves a page that searches a list of cities as you type.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Web", abstract: "Search cities in a browser as you type.")

  @Option(
    help: ArgumentHelp("A list of cities, in sections by country.", valueName: "file"),
    completion: .file())
  var database: String?

  @Option(help: "The address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for any that is free.")
  var port = 8080

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("A port is a number from 0 to 65535.")
    }
  }

  func run() async throws {
    // Otherwise, the threads of the server would wait for each other.
    ItemRepository.turnOffMemoryStatistics()
    let website = Website(cities: try await openCities())
    try await website.application(at: .hostname(host, port: port)) { port in
      print("Listening on http://\(host):\(port)")
      // A pipe is buffered.
      fflush(nil)
    }.runService()
  }

  private func openCities() async throws -> ItemRepository {
    guard let database else { return try await SampleCities.repository() }
    var options = ItemRepository.Options()
    options.isReadOnly = true
    return try ItemRepository(path: database, options: options)
  }
}
