import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("A file of another version")
struct MigrationTests {
  private static let versions = 1..<EarlierFile.latest

  /// Returns the versions at which a file may be found during its upgrade: a file without an index
  /// is upgraded in two transactions.
  private static func stages(from version: Int) -> [Int] {
    version < 3 ? [version, 7, EarlierFile.latest] : [version, EarlierFile.latest]
  }

  private func open(_ path: String, vfs: String? = nil) throws {
    var options = ItemRepository.Options()
    options.reindexesInBackground = false
    options.vfs = vfs
    try ItemRepository(path: path, options: options).blocking.close()
  }

  @Test("is brought up to date with all it holds when it is an earlier one", arguments: versions)
  func earlier(version: Int) throws {
    let file = try EarlierFile(version: version)
    let database = try TemporaryDatabase()
    try file.copy(to: database.path)
    #expect(try EarlierFile.version(at: database.path) == version)
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let refusal = #expect(throws: ShortlistError.self) {
      try ItemRepository(path: database.path, options: options)
    }
    #expect(refusal?.code == .notAnIndex)
    #expect(try file.problems(at: database.path) == [])
    #expect(try EarlierFile.version(at: database.path) == EarlierFile.latest)
  }

  /// `SHORTLIST_ROUNDS=20` tries each call with each kind of loss. A loss of nothing is like
  /// killing the process at that call.
  @Test("is as it was, or further on, when the power goes meanwhile", arguments: versions)
  func powerLoss(version: Int) throws {
    let file = try EarlierFile(version: version)
    let stride = max(1, Int(20 / Rounds.factor))
    var cut = 1 + version % stride
    var outcomes: Set<Int> = []
    while true {
      var isOver = true
      let losses = Disk.Loss.allCases
      for loss in Rounds.isLong ? losses : [losses[cut % losses.count]] {
        let disk = Disk()
        let (before, after) = (try TemporaryDatabase(), try TemporaryDatabase())
        try file.copy(to: before.path)
        disk.cutPower(after: cut, loss: loss, seed: cut)
        try? open(before.path, vfs: disk.name)
        guard disk.isOff else { continue }
        isOver = false
        disk.save(toFolderOf: after.path)
        let left = try EarlierFile.version(at: after.path)
        #expect(Self.stages(from: version).contains(left), "cut \(cut), \(loss)")
        #expect(try file.problems(at: after.path) == [], "cut \(cut), \(loss)")
        outcomes.insert(left)
      }
      if isOver { break }
      cut += stride
    }
    if Rounds.isLong {
      print("version \(version): \(cut - 1) calls")
      #expect(outcomes == Set(Self.stages(from: version)))
    }
  }

  @Test("is as it was, or further on, when its process is killed meanwhile", arguments: versions)
  func killed(version: Int) async {
    await #expect(processExitsWith: .success) { [version = version as Int] in
      let file = try EarlierFile(version: version)
      var generator = SystemRandomNumberGenerator()
      for round in 0..<Rounds.of(4) {
        let database = try TemporaryDatabase()
        try file.copy(to: database.path)
        let fork = Fork { [path = database.path] in
          try ItemRepository(path: path).blocking.close()
          while true { usleep(1_000) }
        }
        fork.go()
        usleep(UInt32.random(in: 0...30_000, using: &generator))
        fork.kill()
        #expect(fork.end() == SIGKILL, "round \(round)")
        let left = try EarlierFile.version(at: database.path)
        #expect(Self.stages(from: version).contains(left), "round \(round)")
        #expect(try file.problems(at: database.path) == [], "round \(round)")
      }
    }
  }

  @Test("is brought up to date once when several processes open it", arguments: versions)
  func together(version: Int) async {
    await #expect(processExitsWith: .success) { [version = version as Int] in
      let file = try EarlierFile(version: version)
      for round in 0..<Rounds.of(4) {
        let database = try TemporaryDatabase()
        try file.copy(to: database.path)
        let forks = (0..<3).map { number in
          Fork { [path = database.path] in
            let repository = try ItemRepository(path: path).blocking
            try repository.createSection(ItemSection(id: .init("new \(number)")))
            repository.close()
          }
        }
        for fork in forks { fork.go() }
        for fork in forks { #expect(fork.end() == 0, "round \(round)") }
        let repository = try ItemRepository(path: database.path).blocking
        for number in 0..<3 { try repository.removeSection(.init("new \(number)")) }
        repository.close()
        #expect(try file.problems(at: database.path) == [], "round \(round)")
      }
    }
  }

  @Test("is refused with both versions named when it is a newer one, and stays as it is")
  func newer() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("list.sqlite")
    let repository = try ItemRepository(path: path).blocking
    try repository.add("Greece", to: "Countries")
    repository.close()
    let next = EarlierFile.latest + 1
    try RawDatabase(path).run("PRAGMA user_version = \(next)")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let files = folder.files
    for (isReadOnly, isUntrusted) in [(false, false), (true, false), (false, true)] {
      var options = ItemRepository.Options()
      options.isReadOnly = isReadOnly
      options.isUntrusted = isUntrusted
      let refusal = #expect(throws: ShortlistError.self) {
        try ItemRepository(path: path, options: options)
      }
      #expect(refusal?.code == .newerVersion)
      let message = refusal?.message ?? ""
      #expect(message.contains("schema \(next), this one knows \(EarlierFile.latest)"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(folder.files == files)
  }
}
