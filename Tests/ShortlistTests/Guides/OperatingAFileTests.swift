import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The guide to looking after a file", .timeLimit(.minutes(5)))
struct OperatingAFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("places.sqlite")
  }

  private func makePlaces() throws -> ItemRepository {
    let places = try ItemRepository(path: path)
    try places.blocking.upsert(
      ["Zürich", "Kraków"].map { Item(section: "Cities", title: $0) })
    return places
  }

  @Test("names the files beside a list, and no others")
  func files() async throws {
    let guide = try Document(Document.catalogue + "/OperatingAFile.md")
    let named = guide.lines.compactMap { line in
      line.firstMatch(of: /^\| `(places\.sqlite[a-z-]*)` \|/).map { String($0.output.1) }
    }
    func present() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }
    let places = try makePlaces()
    #expect(try present().subtracting(named) == [])
    #expect(try present().contains("places.sqlite-wal"))
    await places.close()
    #expect(try present() == ["places.sqlite", "places.sqlite-lock"])
    #expect(named.count == 5)
  }

  @Test("replaces an earlier backup")
  func backup() async throws {
    let places = try makePlaces()
    let backupPath = folder.path("monday.sqlite")
    try await places.backup(to: backupPath)
    try await places.add("Oslo", to: "Cities")
    // snippet: backup
    try await places.backup(to: backupPath, replacing: true)
    // end
    let copy = try ItemRepository(path: backupPath)
    #expect(try await copy.items(in: "Cities").count == 3)
    await copy.close()
    await places.close()
  }

  // snippet: bundle
  func openPlaces(in bundle: Bundle = .main) throws -> ItemRepository {
    guard let url = bundle.url(forResource: "Places", withExtension: "sqlite") else {
      preconditionFailure("The list is missing from the bundle.")
    }
    return try ItemRepository(url: url)
  }
  // end

  @Test("opens a list that is shipped with an app")
  func bundle() async throws {
    let original = try makePlaces()
    try await original.backup(to: folder.path("Places.sqlite"), forReading: true)
    await original.close()
    let places = try openPlaces(in: try #require(Bundle(path: folder.path)))
    #expect(try await places.search(SearchQuery("krak")).hits.count == 1)
    await places.close()
  }

  @Test("acts on the report of a check")
  func check() async throws {
    let places = try makePlaces()
    // snippet: check
    let report = try await places.check()
    switch report.status {
    case .sound: break
    case .stale: try await places.reindex()
    case .damaged: try await places.repair()
    }
    // end
    #expect(report.findings == [])
    await places.close()
  }

  @Test("rebuilds an index of an older version at a moment of its choice")
  func upgrade() async throws {
    await (try makePlaces()).close()
    try await reindex(path)
  }

  private func reindex(_ path: String) async throws {
    // snippet: upgrade
    let places = try ItemRepository(path: path)
    if try await places.needsReindex() {
      try await places.reindex { progress in print("Indexed \(progress.loaded) items") }
    }
    // end
    #expect(try await places.needsReindex() == false)
    await places.close()
  }

  @Test("opens a list with a protection, which Linux ignores")
  func protection() async throws {
    let places = try makeProtectedPlaces(at: path)
    try await places.add("Oslo", to: "Cities")
    #expect(try await places.items(in: "Cities").count == 1)
    await places.close()
  }

  private func makeProtectedPlaces(at path: String) throws -> ItemRepository {
    // snippet: protection
    var options = RepositoryOptions()
    options.fileProtection = .completeUntilFirstUserAuthentication
    let places = try ItemRepository(path: path, options: options)
    // end
    return places
  }
}
