#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A source of items that can tell which of them have changed since a position.
///
/// ``ItemRepository/catchUp(with:checkpoint:in:progress:)`` asks a source for changes again and
/// again, and stores the position of each answer together with its items. ``TableSource`` follows a
/// table of a SQLite database; a source of your own might follow a server.
public protocol ChangeSource: Sendable {
  /// Returns the next changes after a position of an earlier answer; `nil` asks for all items.
  ///
  /// A source that no longer knows the changes after a position, or was never asked before, answers
  /// with the first page of a listing of all items. It is asked for the next page with the position
  /// of the previous one. The position of the last page is where changes continue; it must not be
  /// later than the moment at which the listing began, so that items that change while they are
  /// listed are reported again.
  ///
  /// A position is given only after the changes up to it have been committed, or, within a listing,
  /// received. The method runs on a thread of the repository, which it may block.
  ///
  /// - Returns: an answer without changes if there are none at the moment.
  /// - Throws: any error, which ends the catching up; the next one continues from the last position.
  func changes(after position: Data?) throws -> SourceChanges
}

/// The answer of a ``ChangeSource``.
public struct SourceChanges: Sendable, Hashable {
  /// The meaning of an answer.
  public enum Extent: Sendable, Hashable {
    /// Some of the items: those that have changed.
    case changes
    /// A page of all items. After the last page, items that were on no page are removed.
    case listing(isFirst: Bool, isLast: Bool)
  }

  /// The meaning of ``upserts``.
  public var extent: Extent
  /// The items to add or update.
  public var upserts: [Item]
  /// The ids of items to remove; not used in a listing.
  public var removals: [Item.ID]
  /// The position that the source reaches with these changes, of at most 1,024 bytes; within a
  /// listing, of any length.
  public var position: Data

  /// Makes an answer.
  public init(
    _ extent: Extent = .changes, upserts: [Item] = [], removals: [Item.ID] = [], position: Data
  ) {
    self.extent = extent
    self.upserts = upserts
    self.removals = removals
    self.position = position
  }

  /// Whether it has no changes and belongs to no listing.
  var isEmpty: Bool { extent == .changes && upserts.isEmpty && removals.isEmpty }
}

/// The outcome of catching up with a source.
public struct CatchUpReport: Sendable, Hashable {
  /// The outcomes of all items that the source reported.
  public internal(set) var counts = LoadCounts()
  /// Whether the source listed all items, because it was asked for the first time or no longer knew
  /// the changes.
  public internal(set) var hasListed = false
  /// The time taken.
  public internal(set) var elapsed = Duration.zero

  /// Whether the source reported anything.
  public var isEmpty: Bool { counts.loaded == 0 && counts.removed == 0 && !hasListed }
}
