import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// A fork of the test process that runs as another user, and does one thing after the other with a
/// list. See ``Fork`` for when to create one.
final class UserProcess {
  /// Two users who have nothing but this in common. They need no account.
  static let owner: uid_t = 65_001
  static let reader: uid_t = 65_002
  /// A group of both.
  static let group: gid_t = 65_100

  private let fork: Fork
  private let requests = Pipe()
  private let answers = Pipe()

  /// Starts a process that uses the list at `path`.
  init(_ user: uid_t, path: String) {
    let (requests, answers) = (requests.fileHandleForReading, answers.fileHandleForWriting)
    fork = Fork {
      if user != 0 {
        var groups = [Self.group]
        try #require(setgroups(1, &groups) == 0 && setgid(user) == 0 && setuid(user) == 0)
        umask(0)
      }
      var list = UsedList(path: path)
      while let request = Self.line(from: requests), request != "end" {
        answers.write(Data((list.answer(to: request) + "\n").utf8))
      }
    }
    fork.go()
  }

  /// Makes the process do something, and returns the result; see ``UsedList``.
  func ask(_ request: String) -> String {
    requests.fileHandleForWriting.write(Data((request + "\n").utf8))
    return Self.line(from: answers.fileHandleForReading) ?? "gone"
  }

  /// Kills the process.
  func kill() {
    fork.kill()
    _ = fork.end()
  }

  /// Waits until the process has ended, with its list closed.
  func end() {
    #expect(ask("close") == "done")
    requests.fileHandleForWriting.write(Data("end\n".utf8))
    #expect(fork.end() == 0)
  }

  private static func line(from file: FileHandle) -> String? {
    var bytes: [UInt8] = []
    while let byte = try? file.read(upToCount: 1)?.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }
}

/// A list in the hands of a ``UserProcess``.
private struct UsedList {
  let path: String
  private var repository: BlockingItemRepository?

  init(path: String) { self.path = path }

  /// Does what was asked. The answer is a result, "done", or the error.
  mutating func answer(to request: String) -> String {
    let words = request.split(separator: " ").map(String.init)
    do {
      return try result(of: words[0], words.dropFirst().joined(separator: " "))
    } catch let error as ShortlistError {
      return "\(error.code): \(error.message)"
    } catch {
      return "\(error)"
    }
  }

  private mutating func result(of verb: String, _ rest: String) throws -> String {
    switch verb {
    case "close":
      repository?.close()
      repository = nil
    case "open":
      var options = ItemRepository.Options()
      options.isReadOnly = rest == "to read"
      options.isUntrusted = rest == "untrusted"
      repository = try BlockingItemRepository(path: path, options: options)
    case "add": try opened().add(rest, to: "List")
    case "optimize": try opened().optimize()
    case "remember": try opened().rememberSearch(rest)
    case "find":
      return try opened().search(SearchQuery(rest, limit: 100)).hits.map(\.item.title).sorted()
        .joined(separator: " ")
    case "read": return try readAll()
    default: throw ShortlistError(.invalidValue, "No \(verb)")
    }
    return "done"
  }

  private mutating func opened() throws -> BlockingItemRepository {
    if let repository { return repository }
    let opened = try BlockingItemRepository(path: path)
    repository = opened
    return opened
  }

  /// Reads in every way, and returns the titles.
  private mutating func readAll() throws -> String {
    let list = try opened()
    let items = try list.items(in: "List")
    let report = try list.check()
    guard report.findings.isEmpty else { return "\(report.findings)" }
    let completions = try list.completions(for: "gre")
    _ = try list.why(items[0].id, SearchQuery("gre"))
    var exported = 0
    try list.export { (_: ListElement) in exported += 1 }
    let statistics = try list.statistics()
    guard !completions.isEmpty, exported == items.count + 1,
      statistics.items == items.count, list.isReadOnly == (statistics.readOnlyReason != nil)
    else { return "\(completions) \(exported) \(statistics)" }
    return items.map(\.title).joined(separator: " ")
  }
}
