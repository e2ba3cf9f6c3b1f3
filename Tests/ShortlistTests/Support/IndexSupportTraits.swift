import Foundation
import Testing

@testable import Shortlist

extension Trait where Self == ConditionTrait {
  /// For tests of reading pages, which are left out when FTS5 is forced to read them.
  static var readsPages: Self { .enabled(if: try support() >= .read) }

  /// For tests of writing pages, which are left out when FTS5 is forced to write them.
  static var writesPages: Self { .enabled(if: try support() == .readAndWrite) }

  private static func support() throws -> IndexSupport {
    let mode = ProcessInfo.processInfo.environment[IndexSupport.variable]
    return try IndexSupport.decide(version: Database.sqliteVersion, mode: mode).support
  }
}
