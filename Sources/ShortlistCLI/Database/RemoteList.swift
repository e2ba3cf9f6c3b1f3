public import ArgumentParser
import Dispatch
public import Shortlist
import Synchronization

/// A list that is not in a file, such as one on a server, to be read by the program.
@_spi(Programs) public protocol RemoteList: SearchSource {
  /// Returns the item with an id; `nil` if the list has no such item.
  ///
  /// - Throws: a ``ShortlistError`` with any code.
  func item(_ id: Item.ID) async throws(ShortlistError) -> Item?

  /// Returns at most `limit` items with exactly this title.
  ///
  /// - Throws: a ``ShortlistError`` with any code.
  func items(titled title: String, limit: Int) async throws(ShortlistError) -> [Item]

  /// Returns completions of a text.
  ///
  /// - Throws: a ``ShortlistError`` with any code.
  func completions(
    for text: String, limit: Int, in sections: [ItemSection.ID]?
  ) async throws(ShortlistError) -> [Completion]

  /// Explains why an item is a hit, or why it is not.
  ///
  /// - Throws: a ``ShortlistError`` with any code.
  func why(_ id: Item.ID, _ query: SearchQuery) async throws(ShortlistError) -> Why
}

/// What another program has in addition to `shortlist`: lists elsewhere, and commands.
@_spi(Programs) public struct ProgramExtension: Sendable {
  /// The name of the program.
  public let name: String
  /// The commands that it has besides those that read.
  public let commands: [any ParsableCommand.Type]
  /// Opens the list at an address; `nil` for the path of a file.
  public let open: @Sendable (String) throws(ShortlistError) -> (any RemoteList)?

  /// Describes a program.
  public init(
    name: String, commands: [any ParsableCommand.Type],
    open: @escaping @Sendable (String) throws(ShortlistError) -> (any RemoteList)?
  ) {
    self.name = name
    self.commands = commands
    self.open = open
  }

  /// The extension of the running program; `nil` for `shortlist` itself.
  static var current: ProgramExtension? { installed.withLock { $0 } }

  private static let installed = Mutex<ProgramExtension?>(nil)

  /// Makes this the extension of the running program.
  func install() { Self.installed.withLock { $0 = self } }
}

/// Reads a remote list while the thread waits.
final class RemoteReader: ReadableList {
  let list: any RemoteList

  init(_ list: any RemoteList) { self.list = list }

  func sections() throws(ShortlistError) -> [SectionSummary] {
    try wait { [list] () throws(ShortlistError) in try await list.sections() }
  }

  func items(
    in section: ItemSection.ID, from index: Int, limit: Int
  ) throws(ShortlistError) -> [Item] {
    try wait { [list] () throws(ShortlistError) in
      try await list.items(in: section, from: index, limit: limit)
    }
  }

  func item(_ id: Item.ID) throws(ShortlistError) -> Item? {
    try wait { [list] () throws(ShortlistError) in try await list.item(id) }
  }

  func items(titled title: String) throws(ShortlistError) -> [Item] {
    try wait { [list] () throws(ShortlistError) in
      try await list.items(titled: title, limit: 100)
    }
  }

  func search(_ query: SearchQuery) throws(ShortlistError) -> SearchResults {
    try wait { [list] () throws(ShortlistError) in try await list.search(query) }
  }

  func completions(
    for text: String, limit: Int, in sections: [ItemSection.ID]?
  ) throws(ShortlistError) -> [Completion] {
    try wait { [list] () throws(ShortlistError) in
      try await list.completions(for: text, limit: limit, in: sections)
    }
  }

  func why(_ id: Item.ID, _ query: SearchQuery) throws(ShortlistError) -> Why {
    try wait { [list] () throws(ShortlistError) in try await list.why(id, query) }
  }

  func mayHaveAttributes() -> Bool { true }

  func rememberSearch(_ text: String) throws(ShortlistError) {
    try wait { [list] () throws(ShortlistError) in try await list.rememberSearch(text) }
  }

  private func wait<Result: Sendable>(
    for work: @escaping @Sendable () async throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    let outcome = Outcome<Result>()
    Task {
      do throws(ShortlistError) {
        outcome.set(.success(try await work()))
      } catch {
        outcome.set(.failure(error))
      }
    }
    return try outcome.wait().get()
  }
}

/// The outcome of a task, for a thread that waits for it.
private final class Outcome<Value: Sendable>: Sendable {
  private let value = Mutex<Result<Value, ShortlistError>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  func set(_ outcome: Result<Value, ShortlistError>) {
    value.withLock { $0 = outcome }
    done.signal()
  }

  func wait() -> Result<Value, ShortlistError> {
    done.wait()
    guard let value = value.withLock({ $0 }) else {
      preconditionFailure("The task has ended without an outcome.")
    }
    return value
  }
}
