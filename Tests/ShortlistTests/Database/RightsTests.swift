import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// Root may do anything, so each test works in a fork that becomes another user.
@Suite("Where something may not be done, a repository")
struct RightsTests {
  /// An unprivileged user, if the tests run as root.
  private static let nobody: uid_t = 65_534

  /// The files of a list that nobody has open.
  private static let files = ["list.sqlite", "list.sqlite-lock"]

  /// Returns a folder with a closed list of one item in `list.sqlite`.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let repository = try ItemRepository(path: folder.path("list.sqlite")).blocking
    try repository.add("Greece", to: "Countries")
    repository.close()
    if getuid() == 0 {
      for path in [folder.path] + folder.files.map({ folder.path($0) }) {
        try #require(chown(path, nobody, nobody) == 0)
      }
    }
    return folder
  }

  /// Returns the result of `body` in a fork without privileges.
  private static func unprivileged(_ body: @escaping () throws -> [String]) throws -> [String] {
    let answers = try TemporaryFolder()
    let file = FileHandle(
      fileDescriptor: open(answers.path("answers"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600),
      closeOnDealloc: true)
    let fork = Fork {
      if getuid() == 0 {
        try #require(setgid(nobody) == 0 && setuid(nobody) == 0)
        try #require(access("/root", R_OK) != 0)
      }
      file.write(Data(try body().joined(separator: "\n").utf8))
    }
    fork.go()
    #expect(fork.end() == 0)
    try file.seek(toOffset: 0)
    let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  /// Returns the code of the error that `work` throws, or "done".
  private static func code(_ work: () throws -> Void) -> String {
    do {
      try work()
      return "done"
    } catch {
      return (error as? ShortlistError)?.code.description ?? "\(error)"
    }
  }

  /// Returns the results of opening, searching and writing.
  private static func use(_ path: String, isReadOnly: Bool = false) -> [String] {
    var options = ItemRepository.Options()
    options.isReadOnly = isReadOnly
    var repository: BlockingItemRepository?
    let opening = code { repository = try ItemRepository(path: path, options: options).blocking }
    guard let repository else { return [opening] }
    defer { repository.close() }
    return [
      opening,
      code {
        let hits = try repository.search(SearchQuery("gre")).hits
        try #require(hits.map(\.item.title) == ["Greece"])
      },
      code { try repository.add("Rome", to: "Cities") },
    ]
  }

  @Test("reads a file that may only be read, and says that it cannot be written")
  func readOnlyFile() async {
    await #expect(processExitsWith: .success) {
      let folder = try Self.folder()
      let path = folder.path("list.sqlite")
      chmod(path, 0o400)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      for isReadOnly in [true, false] {
        let answers = try Self.unprivileged { Self.use(path, isReadOnly: isReadOnly) }
        #expect(answers == ["done", "done", "readOnly"], "\(answers) \(isReadOnly)")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      #expect(folder.files == Self.files)
      chmod(path, 0o600)
      #expect(try Self.unprivileged { Self.use(path) } == ["done", "done", "done"])
      #expect(folder.files == Self.files)
    }
  }

  @Test("reads a file in a folder that may not be written, and says that it cannot be changed")
  func readOnlyFolder() async {
    await #expect(processExitsWith: .success) {
      let folder = try Self.folder()
      try FileManager.default.removeItem(atPath: folder.path("list.sqlite-lock"))
      chmod(folder.path, 0o500)
      for isReadOnly in [true, false] {
        let answers = try Self.unprivileged {
          Self.use(folder.path("list.sqlite"), isReadOnly: isReadOnly)
        }
        #expect(answers == ["done", "done", "readOnly"], "\(answers) \(isReadOnly)")
      }
      let answers = try Self.unprivileged { Self.use(folder.path("new.sqlite")) }
      #expect(answers == ["cannotOpen"])
      #expect(folder.files == ["list.sqlite"])
    }
  }

  @Test("does not open a file of somebody else, nor one beside a link in place of the gate")
  func others() async {
    await #expect(processExitsWith: .success) {
      let folder = try Self.folder()
      let path = folder.path("list.sqlite")
      chmod(path, 0o000)
      #expect(try Self.unprivileged { Self.use(path) } == ["cannotOpen"])
      chmod(path, 0o600)
      let gate = path + "-lock"
      try FileManager.default.removeItem(atPath: gate)
      try FileManager.default.createSymbolicLink(
        atPath: gate, withDestinationPath: folder.path("target"))
      let answers = try Self.unprivileged { Self.use(path) }
      #expect(answers == ["done", "done", "readOnly"], "\(answers)")
      #expect(folder.files == Self.files)
    }
  }

  @Test("makes files that are its owner's alone, whatever the process allows others")
  func modes() async {
    await #expect(processExitsWith: .success) {
      let folder = try Self.folder()
      let path = folder.path("new.sqlite")
      let answers = try Self.unprivileged {
        umask(0)
        let repository = try ItemRepository(path: path).blocking
        try repository.add("Rome", to: "Cities")
        try repository.backup(to: path + ".backup")
        defer { repository.close() }
        return try folder.files.filter { $0.hasPrefix("new") }.map { name in
          let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
          let mode = attributes[.posixPermissions] as? Int ?? 0
          return "\(name.dropFirst(10)) \(String(mode, radix: 8))"
        }
      }
      #expect(answers == [" 600", "-lock 600", "-shm 600", "-wal 600", ".backup 600"])
      #expect(
        folder.files == [
          "list.sqlite", "list.sqlite-lock", "new.sqlite", "new.sqlite-lock", "new.sqlite.backup",
        ])
    }
  }

  @Test("finds all in a file whose shared memory is gone, or whose log nobody has written back")
  func missingSharedMemory() async {
    await #expect(processExitsWith: .success) {
      let (folder, copies) = (try Self.folder(), try TemporaryFolder())
      let repository = try ItemRepository(path: folder.path("list.sqlite")).blocking
      try repository.add("Grenada", to: "Countries")
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: folder.path("list.sqlite" + suffix), toPath: copies.path("list.sqlite" + suffix))
      }
      repository.close()
      for isReadOnly in [true, false] {
        var options = ItemRepository.Options()
        options.isReadOnly = isReadOnly
        let copy = try ItemRepository(path: copies.path("list.sqlite"), options: options).blocking
        #expect(try copy.search(SearchQuery("gre")).hits.count == 2)
        copy.close()
      }
      let paths = ([""] + copies.files.map { "/" + $0 }).map { copies.path + $0 }
      if getuid() == 0 { for path in paths { chown(path, Self.nobody, Self.nobody) } }
      #expect(try Soundness.problems(at: copies.path("list.sqlite")) == [])
    }
  }
}

@Suite("A file that is taken away while it is open")
struct TakenFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("list.sqlite")
  }

  private func open() throws -> BlockingItemRepository {
    let repository = try ItemRepository(path: path).blocking
    try repository.add("Greece", to: "Countries")
    return repository
  }

  private func isRefused(_ work: () throws -> Void) -> Bool {
    do { try work() } catch { return (error as? ShortlistError)?.code == .cannotOpen }
    return false
  }

  @Test("is searched as it was, but not written: what was written would be lost", arguments: 0..<2)
  func gone(way: Int) throws {
    let repository = try open()
    let elsewhere = folder.path("elsewhere.sqlite")
    if way == 0 {
      try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(isRefused { try repository.add("Rome", to: "Cities") })
    #expect(isRefused { try repository.reindex() })
    #expect(isRefused { try repository.optimize() })
    #expect(try repository.search(SearchQuery("gre")).hits.count == 1)
    repository.close()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("and replaced by another is not mixed up with that, nor does that lose anything")
  func replaced() throws {
    let repository = try open()
    try FileManager.default.removeItem(atPath: path)
    for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
    let other = try ItemRepository(path: path).blocking
    try other.add("Grenada", to: "Countries")
    #expect(isRefused { try repository.add("Rome", to: "Cities") })
    #expect(try repository.search(SearchQuery("gre")).hits.map(\.item.title) == ["Greece"])
    repository.close()
    try other.add("Greenland", to: "Countries")
    #expect(try other.search(SearchQuery("gre")).hits.count == 2)
    other.close()
    #expect(try Soundness.problems(at: path) == [])
  }

  @Test("is not opened for writing under one of two names; it may be read")
  func hardLink() throws {
    try open().close()
    let other = folder.path("other.sqlite")
    try FileManager.default.linkItem(atPath: path, toPath: other)
    for name in [path, other] {
      #expect(isRefused { _ = try ItemRepository(path: name) })
      var options = ItemRepository.Options()
      options.isReadOnly = true
      let reader = try ItemRepository(path: name, options: options).blocking
      #expect(try reader.search(SearchQuery("gre")).hits.count == 1)
      reader.close()
    }
    try FileManager.default.removeItem(atPath: other)
    try open().close()
    // SQLite leaves an empty log if it may only read.
    let files = ["list.sqlite", "list.sqlite-lock", "other.sqlite-shm", "other.sqlite-wal"]
    #expect(folder.files == files)
  }
}
