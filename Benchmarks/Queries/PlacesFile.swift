import Foundation
internal import Shortlist

/// A file of generated places with the queries for them. It is made once if there is a folder to
/// keep it in, and otherwise is temporary.
package struct PlacesFile {
  /// The path of the list.
  package let path: String
  /// The queries of all classes, one class after the other in turn.
  package let queries: [String]
  private let folder: URL
  private let isKept: Bool

  /// Makes the file, unless the folder has it.
  package init(count: Int, folder kept: String?) throws {
    isKept = kept != nil
    let files = FileManager.default
    folder =
      kept.map { URL(fileURLWithPath: $0, isDirectory: true) }
      ?? files.temporaryDirectory.appendingPathComponent(UUID().uuidString, isDirectory: true)
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("places-\(count).sqlite").path
    let log = folder.appendingPathComponent("places-\(count).json")
    if !files.fileExists(atPath: log.path) {
      for path in [path, path + "-wal", path + "-shm"] where files.fileExists(atPath: path) {
        try files.removeItem(atPath: path)
      }
      let places = Places.make(count)
      let repository = try ItemRepository(path: path).blocking
      try repository.load(places.lazy.map(\.item))
      repository.close()
      // Written last: it marks the file as complete.
      try JSONEncoder().encode(QueryLog(places)).write(to: log)
    }
    let queries = try JSONDecoder().decode(QueryLog.self, from: Data(contentsOf: log))
    self.queries = (0..<QueryClass.count).flatMap { index in
      QueryClass.allCases.map { queries[$0][index] }
    }
  }

  /// Removes a temporary file.
  package func removeUnlessKept() {
    if !isKept { try? FileManager.default.removeItem(at: folder) }
  }
}
