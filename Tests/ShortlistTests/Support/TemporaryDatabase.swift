import Foundation

/// A temporary path for a file of one test, deleted when the test ends.
final class TemporaryDatabase {
  private let folder: URL

  var path: String { folder.appendingPathComponent("index.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shortlist-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
