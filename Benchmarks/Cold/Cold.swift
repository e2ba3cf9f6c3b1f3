import Foundation
import Queries
import Shortlist

/// Measures the first search of a process, opening the file included. The pages of the file are in
/// the memory of the operating system. The time of a query is the median of several processes, since
/// any of them may have to wait for others.
///
/// Arguments: the number of places, and a folder to keep the file in.
@main
struct Cold {
  /// The number of queries, and of processes for each.
  private static let count = 108
  private static let processes = 5

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "search" {
      print(try search(arguments[2], in: arguments[1]))
      return
    }
    let count = arguments.first.flatMap { Int($0) } ?? 100_000
    let file = try PlacesFile(count: count, folder: arguments.dropFirst().first)
    defer { file.removeUnlessKept() }
    let queries = file.queries.prefix(Self.count)
    // The first run reads what the operating system does not hold yet.
    for query in queries { _ = try run(query, in: file.path) }
    var times: [QueryClass: [Double]] = [:]
    for (index, query) in queries.enumerated() {
      let kind = QueryClass.allCases[index % QueryClass.allCases.count]
      let runs = try (0..<processes).map { _ in try run(query, in: file.path) }
      times[kind, default: []].append(runs.sorted()[processes / 2])
    }
    print("\(count) items, grouped, ms\n\n| | median | 95 % |\n| --- | --: | --: |")
    for kind in QueryClass.allCases { report(kind.rawValue, times[kind] ?? []) }
    report("all", times.values.flatMap { $0 })
  }

  private static func report(_ name: String, _ times: [Double]) {
    let sorted = times.sorted()
    let figures = [sorted[sorted.count / 2], sorted[sorted.count * 95 / 100]]
    print("| \(name) | \(figures.map { String(format: "%.1f", $0) }.joined(separator: " | ")) |")
  }

  /// Opens the file and searches once; returns the milliseconds that both took.
  private static func search(_ text: String, in path: String) throws -> Double {
    let start = ContinuousClock.now
    let repository = try ItemRepository(path: path).blocking
    defer { repository.close() }
    _ = try repository.search(SearchQuery(text, limit: 5, layout: .grouped))
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  /// Searches in a new process, and returns what it measured.
  private static func run(_ text: String, in path: String) throws -> Double {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["search", path, text]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self)
    guard let time = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CocoaError(.fileReadUnknown)
    }
    return time
  }
}
