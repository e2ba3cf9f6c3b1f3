import Foundation
import Shortlist
import ShortlistPostgres

/// Measures searches of a list on PostgreSQL beside those of the file that it was pushed from, and beside
/// PostgreSQL's own full-text search, and counts the queries whose first five hits are the same.
///
///     PostgresBenchmark LIST.sqlite postgres://… QUERIES.ndjson [QUERIES-OF-A-CLASS]
///
/// A line of the query log has a `class` and the text `q`. The engines answer each query in turn, so that a
/// busy machine slows all of them. Push the file first.
@main
struct PostgresBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4 else {
      print("usage: PostgresBenchmark LIST.sqlite postgres://… QUERIES.ndjson [NUMBER]")
      exit(2)
    }
    let most = arguments.count > 4 ? Int(arguments[4]) ?? .max : .max
    let queries = try QueryLog(arguments[3]).first(most)
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let file = try ItemRepository(path: arguments[1], options: options)
    let server = PostgresSource(arguments[2], connections: 1)
    let plain = try PlainTextSearch(arguments[2])
    try await file.prepareToSearch()
    let showsDetails = ProcessInfo.processInfo.environment["SHOW_DETAILS"] != nil
    var rows: [String: ClassResult] = [:]
    for (name, text) in queries {
      var query = SearchQuery(text, limit: 5, timeBudget: .seconds(30))
      var result = rows[name, default: ClassResult()]
      let (own, ownTime) = try await timed { try await file.search(query) }
      let (theirs, serverTime) = try await timed { try await server.search(query) }
      let (_, plainTime) = try await timed { try plain.search(text) }
      result.times.append([ownTime, serverTime, plainTime])
      result.groups.append(ClassResult.isSame(own, theirs))
      query.layout = .flat
      let flat = (try await file.search(query), try await server.search(query))
      let isSame = ClassResult.isSame(flat.0, flat.1)
      result.flat.append(isSame)
      if showsDetails {
        if !isSame || result.groups.last == false { print("differs:", name, text) }
        if serverTime > 150 { print("slow:", name, text, serverTime) }
      }
      rows[name] = result
    }
    ClassResult.print(rows)
    await server.close()
  }

  private static func timed<Result>(
    _ work: () async throws -> Result
  ) async throws -> (Result, Double) {
    let start = ContinuousClock.now
    let result = try await work()
    return (result, (ContinuousClock.now - start) / .milliseconds(1))
  }
}

/// The queries of a log, as people type them.
struct QueryLog {
  private struct Line: Decodable {
    let `class`: String
    let q: String
  }

  private let lines: [Line]

  init(_ path: String) throws {
    lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  /// Returns the first queries of each class.
  func first(_ most: Int) -> [(name: String, text: String)] {
    var counts: [String: Int] = [:]
    return lines.compactMap { line in
      counts[line.class, default: 0] += 1
      return counts[line.class, default: 0] <= most ? (line.class, line.q) : nil
    }
  }
}

/// The measurements of a class of queries.
struct ClassResult {
  /// For each query the milliseconds of the file, the server, and PostgreSQL's own search.
  var times: [[Double]] = []
  /// Whether the first five hits of each query are the same in one list.
  var flat: [Bool] = []
  /// Whether they are in all groups.
  var groups: [Bool] = []

  /// Whether two results have the same hits; items of the same score may take each other's place.
  static func isSame(_ a: SearchResults, _ b: SearchResults) -> Bool {
    guard a.groups.map(\.id) == b.groups.map(\.id) || a.groups.isEmpty else { return false }
    return a.hits.count == b.hits.count
      && zip(a.hits, b.hits).allSatisfy { $0.id == $1.id || $0.score == $1.score }
  }

  static func print(_ rows: [String: ClassResult]) {
    func number(_ value: Double) -> String { String(format: "%8.1f", value) }
    func share(_ values: [Bool]) -> String {
      number(100 * Double(values.count { $0 }) / Double(max(values.count, 1)))
    }
    let heads = ["median", "file", "server", "plain", "95 %", "file", "server", "plain"]
    Swift.print("class      n " + heads.joined(separator: "  ") + "  same 5, %  same groups, %")
    for (name, row) in rows.sorted(by: { $0.key < $1.key }) {
      let columns = (0..<3).map { engine in row.times.map { $0[engine] }.sorted() }
      let medians = columns.map { number($0[$0.count / 2]) }.joined()
      let tails = columns.map { number($0[min($0.count * 95 / 100, $0.count - 1)]) }.joined()
      Swift.print(
        name.padding(toLength: 8, withPad: " ", startingAt: 0),
        String(format: "%5d", row.times.count), medians, "  |", tails, "  |", share(row.flat),
        share(row.groups))
    }
    let all = rows.values.flatMap(\.times).map { $0[1] }.sorted()
    let quick = all.count { $0 <= 150 }
    Swift.print(
      "server: \(number(100 * Double(quick) / Double(max(all.count, 1)))) % of all within 150 ms")
  }
}
