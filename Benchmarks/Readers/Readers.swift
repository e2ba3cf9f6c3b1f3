import Foundation
import Queries
import Random
import Shortlist

/// Measures searches on several tasks, at rest and beside a writer that commits ten items without
/// pause, and the memory that the process holds after them.
///
/// Arguments: the number of places, the seconds for each measurement, and a folder to keep the file in.
@main
struct Readers {
  private let repository: ItemRepository
  private let queries: [String]
  private let duration: Duration

  static func main() async throws {
    // As a server does.
    ItemRepository.turnOffMemoryStatistics()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let count = arguments.first.flatMap { Int($0) } ?? 100_000
    let seconds = arguments.dropFirst().first.flatMap { Int($0) } ?? 5
    let fixture = try PlacesFile(count: count, folder: arguments.dropFirst(2).first)
    defer { fixture.removeUnlessKept() }
    print("\(count) items, grouped")
    try await measureMemory(fixture)
    let repository = try ItemRepository(path: fixture.path)
    let measurement = Readers(
      repository: repository, queries: fixture.queries, duration: .seconds(seconds))
    try await measurement.measureThroughput()
    await repository.close()
  }

  // MARK: Throughput

  private func measureThroughput() async throws {
    print(
      "\n| tasks | searches/s at rest | beside a writer | 99 % at rest | beside a writer | commits/s |"
    )
    print("| --: | --: | --: | --: | --: | --: |")
    _ = try await search(tasks: 2, beside: false)
    for tasks in [1, 2, 8, 16] {
      let rest = try await search(tasks: tasks, beside: false)
      let beside = try await search(tasks: tasks, beside: true)
      let cells = [
        rest.rate, beside.rate, rest.percentile99, beside.percentile99, beside.commits,
      ]
      let text = cells.map { String(format: "%.1f", $0) }.joined(separator: " | ")
      print("| \(tasks) | \(text) |")
    }
  }

  private struct Outcome {
    /// Searches per second.
    var rate = 0.0
    /// The time within which 99 % of the searches were answered, in milliseconds.
    var percentile99 = 0.0
    /// Commits per second.
    var commits = 0.0
  }

  private func search(tasks: Int, beside writes: Bool) async throws -> Outcome {
    let end = ContinuousClock.now + duration
    return try await withThrowingTaskGroup(of: [Double].self) { group in
      for task in 0..<tasks {
        group.addTask { try await searches(from: task * 127, until: end) }
      }
      async let commits = writes ? write(until: end) : 0
      var times: [Double] = []
      for try await some in group { times += some }
      times.sort()
      let seconds = duration / .seconds(1)
      return Outcome(
        rate: Double(times.count) / seconds, percentile99: times[times.count * 99 / 100],
        commits: Double(try await commits) / seconds)
    }
  }

  /// Searches until the end, and returns the time of each search in milliseconds.
  private func searches(
    from first: Int, until end: ContinuousClock.Instant
  ) async throws -> [Double] {
    var times: [Double] = []
    var index = first
    while true {
      let start = ContinuousClock.now
      guard start < end else { return times }
      let text = queries[index % queries.count]
      _ = try await repository.search(SearchQuery(text, limit: 5, layout: .grouped))
      times.append((ContinuousClock.now - start) / .milliseconds(1))
      index += 1
    }
  }

  /// Commits ten items at a time until the end, and returns the number of commits.
  private func write(until end: ContinuousClock.Instant) async throws -> Int {
    var random = SeededGenerator(seed: 24)
    var commits = 0
    while ContinuousClock.now < end {
      try await repository.upsert(
        (0..<10).map { _ in
          let number = Int.random(in: 0..<1_000_000, using: &random)
          return Item(
            id: Item.ID("\(number % 100_000)"),
            section: ItemSection.ID("Section \(number % 50 + 1)"),
            title: "\(queries[number % queries.count]) \(number)")
        })
      commits += 1
    }
    return commits
  }

  // MARK: Memory

  private static func measureMemory(_ fixture: PlacesFile) async throws {
    let repository = try ItemRepository(path: fixture.path)
    let opened = residentMegabytes()
    let measurement = Readers(
      repository: repository, queries: fixture.queries, duration: .seconds(1))
    try await measurement.search(1_000, tasks: 4)
    let searched = residentMegabytes()
    repository.releaseMemory()
    let released = residentMegabytes()
    print(
      String(
        format: """

          Resident memory: %.1f MB after opening, %.1f MB after 1,000 searches on four tasks, %.1f MB \
          released.
          """, opened, searched, released))
    await repository.close()
  }

  private func search(_ count: Int, tasks: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          for index in stride(from: task, to: count, by: tasks) {
            let query = SearchQuery(queries[index % queries.count], limit: 5, layout: .grouped)
            _ = try await repository.search(query)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func residentMegabytes() -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    let kilobytes = line.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return kilobytes / 1_024
  }
}
