#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Changes that are applied in one transaction, together with the checkpoint that they lead to.
///
/// An app that copies its data into a repository, and continues from the last checkpoint after a
/// crash, loses no change, and applying a change set twice has no further effect.
///
/// ```swift
/// let last = try await repository.checkpoint("server")?.value
/// let (changed, deleted, token) = try await server.changes(since: last)
/// try await repository.apply(
///   ChangeSet(
///     upserts: changed, removals: deleted, checkpoint: Checkpoint(name: "server", value: token)))
/// ```
public struct ChangeSet: Sendable, Hashable {
  /// The items to add or update, as by ``ItemRepository/upsert(_:)``.
  public var upserts: [Item]
  /// The ids of the items to remove. Unknown ids are skipped, and so are those of ``upserts``.
  public var removals: [Item.ID]
  /// The new checkpoint; `nil` leaves all checkpoints as they are.
  public var checkpoint: Checkpoint?

  /// Makes a change set.
  public init(
    upserts: [Item] = [], removals: [Item.ID] = [], checkpoint: Checkpoint? = nil
  ) {
    self.upserts = upserts
    self.removals = removals
    self.checkpoint = checkpoint
  }
}

/// A position in a source of changes, stored in the repository under a name.
public struct Checkpoint: Sendable, Hashable {
  /// The maximum length of a name or a value, in bytes.
  public static let maximumLength = 1_024

  /// The name of the source, of 1 to 1,024 bytes in UTF-8.
  public var name: String
  /// The app's own description of the position, of at most 1,024 bytes.
  public var value: Data

  /// Makes a checkpoint.
  public init(name: String, value: Data) {
    self.name = name
    self.value = value
  }

  /// Throws when the checkpoint cannot be stored.
  func validate() throws(ShortlistError) {
    guard (1...Self.maximumLength).contains(name.utf8.count) else {
      throw ShortlistError(.invalidValue, "The name of a checkpoint has 1 to 1,024 bytes.")
    }
    guard value.count <= Self.maximumLength else {
      throw ShortlistError(
        .invalidValue, "The checkpoint “\(name)” has \(value.count) bytes; it may have 1,024.")
    }
  }
}

/// The part of a repository that ``ItemRepository/reconcile(with:in:checkpoint:progress:)`` may
/// remove items from.
public enum ReconciliationScope: Sendable, Hashable {
  /// All items.
  case everything
  /// The items whose ids begin with a text, compared byte by byte.
  case ids(prefix: String)
  /// The items of some sections; unknown sections are skipped.
  case sections([ItemSection.ID])
}
