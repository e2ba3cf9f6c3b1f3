import Foundation
import ShortlistTestSupport
import Testing

@testable import Shortlist

/// Whether two other users can be had.
private let isRoot = getuid() == 0

@Suite("A list that belongs to another user", .enabled(if: isRoot, "Only root can be two users."))
struct OtherUsersListTests {
  /// Returns a folder that all may write, with a list of the owner: "Greece" and "Greenland".
  private static func sharedFolder(
    mode: mode_t = 0o644, of folderMode: mode_t = 0o1777
  ) throws -> (TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    try #require(chown(folder.path, 0, UserProcess.group) == 0)
    try #require(chmod(folder.path, folderMode) == 0)
    let path = folder.path("list.sqlite")
    let owner = UserProcess(UserProcess.owner, path: path)
    for title in ["Greece", "Greenland"] { #expect(owner.ask("add \(title)") == "done") }
    owner.end()
    try #require(chmod(path, mode) == 0)
    return (folder, path)
  }

  /// The files in a folder with their owners and modes.
  private static func listing(_ folder: TemporaryFolder) -> [String] {
    folder.files.map { name in
      var status = stat()
      lstat(folder.path(name), &status)
      return "\(name) \(status.st_uid) \(String(status.st_mode & 0o777, radix: 8))"
    }
  }

  @Test("is read in every way, left alone and not locked")
  func reading() async {
    await #expect(processExitsWith: .success) {
      for mode: mode_t in [0o644, 0o666] {
        let (folder, path) = try Self.sharedFolder(mode: mode)
        let before = Self.listing(folder)
        let reader = UserProcess(UserProcess.reader, path: path)
        for way in ["open", "open to read", "open untrusted"] {
          #expect(reader.ask(way) == "done")
          #expect(reader.ask("find gre") == "Greece Greenland")
          #expect(reader.ask("add Rome").hasPrefix("readOnly: "))
          #expect(reader.ask("optimize").hasPrefix("readOnly: "))
          #expect(reader.ask("remember gre") == "done")
        }
        #expect(reader.ask("open") == "done")
        #expect(reader.ask("read") == "Greece Greenland")
        #expect(Self.listing(folder) == before)
        let owner = UserProcess(UserProcess.owner, path: path)
        #expect(owner.ask("add Greystones") == "done")
        // In place, while the owner has the list open, and from a copy after that.
        #expect(reader.ask("find gre") == "Greece Greenland Greystones")
        owner.end()
        #expect(reader.ask("find gre") == "Greece Greenland Greystones")
        reader.end()
        #expect(Self.listing(folder).allSatisfy { $0.contains(" 65001 ") })
        let again = UserProcess(UserProcess.owner, path: path)
        #expect(again.ask("add Grenada") == "done")
        again.end()
        #expect(Self.listing(folder) == before)
      }
    }
  }

  @Test("is seen as its owner committed it last, whatever the owner does")
  func histories() async {
    await #expect(processExitsWith: .success) {
      for seed in Rounds.seeds(4) { try Self.history(seed: seed) }
    }
  }

  /// Lets the owner write, close and be killed, and the reader look after each step.
  private static func history(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let mode: mode_t = Bool.random(using: &random) ? 0o644 : 0o666
    let (folder, path) = try sharedFolder(mode: mode)
    let reader = UserProcess(UserProcess.reader, path: path)
    var owner = UserProcess(UserProcess.owner, path: path)
    var titles = ["Greece", "Greenland"]
    for step in 0..<30 {
      var hints = "\(seed) \(step)"
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        titles.append("Grey\(step)")
        #expect(owner.ask("add Grey\(step)") == "done", "\(hints)")
      case 5: #expect(owner.ask("close") == "done", "\(hints)")
      case 6: #expect(owner.ask("optimize") == "done", "\(hints)")
      case 7:
        #expect(owner.ask("open to read") == "done", "\(hints)")
        #expect(owner.ask("close") == "done", "\(hints)")
      case 8:
        owner.kill()
        owner = UserProcess(UserProcess.owner, path: path)
        hints += " killed"
      default: #expect(reader.ask("open") == "done", "\(hints)")
      }
      let wanted = titles.sorted().joined(separator: " ")
      #expect(reader.ask("find gre") == wanted, "\(hints)")
      #expect(listing(folder).allSatisfy { $0.contains(" 65001 ") }, "\(hints)")
    }
    #expect(reader.ask("read") == titles.joined(separator: " "))
    reader.end()
    owner.end()
    #expect(try Soundness.problems(at: path) == [])
  }

  @Test("with changes in a log that cannot be read says what to do, and is read after that")
  func unreadableLog() async {
    await #expect(processExitsWith: .success) {
      for isHidden in [false, true] {
        let (folder, path) = try Self.sharedFolder()
        let owner = UserProcess(UserProcess.owner, path: path)
        #expect(owner.ask("add Grenada") == "done")
        owner.kill()
        let reader = UserProcess(UserProcess.reader, path: path)
        #expect(reader.ask("find gre") == "Greece Greenland Grenada")
        reader.end()
        if isHidden { chmod(path + "-wal", 0o600) } else { unlink(path + "-shm") }
        let before = Self.listing(folder)
        let second = UserProcess(UserProcess.reader, path: path)
        for way in ["open", "open untrusted"] {
          let answer = second.ask(way)
          #expect(answer.hasPrefix("cannotOpen: "), "\(answer)")
          #expect(answer.contains("`shortlist optimize`") && answer.contains("--for-reading"))
        }
        #expect(Self.listing(folder) == before)
        let again = UserProcess(UserProcess.owner, path: path)
        #expect(again.ask("optimize") == "done")
        again.end()
        #expect(second.ask("find gre") == "Greece Greenland Grenada")
        second.end()
      }
    }
  }

  @Test("is changed by all members of its group, if its folder gives new files to that group")
  func group() async {
    await #expect(processExitsWith: .success) {
      let (folder, path) = try Self.sharedFolder(mode: 0o660, of: 0o2770)
      unlink(path + "-lock")
      let users = [UserProcess.reader, UserProcess.owner].map { UserProcess($0, path: path) }
      for round in 0..<6 { #expect(users[round % 2].ask("add Grey\(round)") == "done") }
      #expect(users[0].ask("find grey").split(separator: " ").count == 6)
      users[0].end()
      #expect(users[1].ask("add Grey6") == "done")
      users[1].end()
      #expect(
        Self.listing(folder) == ["list.sqlite 65001 660", "list.sqlite-lock 65002 660"])
      // Files of the reader's own group would be useless to the owner.
      try #require(chmod(folder.path, 0o770) == 0)
      let reader = UserProcess(UserProcess.reader, path: path)
      #expect(reader.ask("add Grey7").hasPrefix("readOnly: "))
      #expect(reader.ask("find grey").split(separator: " ").count == 7)
      reader.end()
    }
  }

  @Test("can be changed by root, who leaves nothing that the owner cannot use")
  func root() async {
    await #expect(processExitsWith: .success) {
      let (folder, path) = try Self.sharedFolder()
      unlink(path + "-lock")
      let root = UserProcess(0, path: path)
      #expect(root.ask("open to read") == "done")
      #expect(root.ask("find gre") == "Greece Greenland")
      #expect(root.ask("open") == "done")
      #expect(root.ask("add Grenada") == "done")
      let owner = UserProcess(UserProcess.owner, path: path)
      #expect(owner.ask("add Greystones") == "done")
      #expect(Self.listing(folder).allSatisfy { $0.contains(" 65001 ") })
      root.kill()
      #expect(owner.ask("add Greenock") == "done")
      owner.end()
      #expect(Self.listing(folder) == ["list.sqlite 65001 644", "list.sqlite-lock 65001 600"])
    }
  }

  @Test("in a folder that cannot be entered, or that nobody may read, is an error that says so")
  func closedFolder() async {
    await #expect(processExitsWith: .success) {
      let (folder, path) = try Self.sharedFolder()
      try #require(chmod(folder.path, 0o700) == 0)
      let reader = UserProcess(UserProcess.reader, path: path)
      #expect(reader.ask("open").hasSuffix("Permission denied."))
      try #require(chmod(folder.path, 0o755) == 0)
      try #require(chmod(path, 0o600) == 0)
      #expect(reader.ask("open").hasSuffix("Permission denied."))
      reader.end()
    }
  }
}

@Suite("A list that may only be read")
struct BorrowedFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("a list?#%41.sqlite")
    let list = try BlockingItemRepository(path: path)
    try list.upsert(["Greece", "Greenland"].map { Item(section: "List", title: $0) })
    list.close()
    // Even root then leaves it alone.
    try #require(chmod(path, 0o444) == 0)
  }

  private func titles(_ results: SearchResults?) -> [String]? {
    results?.hits.map(\.item.title).sorted()
  }

  /// Changes the list as its owner, and closes it.
  private func add(_ title: String) throws {
    try #require(chmod(path, 0o644) == 0)
    let owner = try BlockingItemRepository(path: path)
    try owner.add(title, to: "List")
    owner.close()
  }

  @Test("is opened for reading by itself, searched from several tasks, and leaves nothing")
  func tasks() async throws {
    let before = folder.files
    let list = try ItemRepository(url: URL(fileURLWithPath: path))
    #expect(list.isReadOnly && list.blocking.isReadOnly)
    let found = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { try await list.search(SearchQuery("gre")).hits.count }
      }
      return try await group.reduce(0, +)
    }
    #expect(found == 40)
    let reason = try #require(try await list.statistics().readOnlyReason)
    #expect(reason.hasSuffix("may only read it"))
    await #expect {
      try await list.add("Rome", to: "List")
    } throws: {
      ($0 as? ShortlistError)?.code == .readOnly && "\($0)".contains("because \(reason).")
    }
    try await list.rememberSearch("gre")
    #expect(try await list.recentSearches().isEmpty)
    await list.close()
    #expect(folder.files == before)
  }

  @Test("that can be written is not said to be read-only")
  func writable() async throws {
    try #require(chmod(path, 0o644) == 0)
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let list = try ItemRepository(path: path, options: options)
    #expect(list.isReadOnly)
    #expect(try await list.statistics().readOnlyReason == nil)
    await list.close()
    let own = try ItemRepository(path: path)
    #expect(!own.isReadOnly)
    await own.close()
  }

  @Test("gives live results when its owner changes it, again and again")
  func live() async throws {
    let list = try ItemRepository(path: path)
    var results = list.results(for: SearchQuery("gre", limit: 20)).makeAsyncIterator()
    #expect(titles(try await results.next()) == ["Greece", "Greenland"])
    try add("Grenada")
    #expect(titles(try await results.next()) == ["Greece", "Greenland", "Grenada"])
    try #require(chmod(path, 0o644) == 0)
    let owner = try BlockingItemRepository(path: path)
    for title in ["Grey", "Greyer"] {
      try owner.add(title, to: "List")
      #expect(titles(try await results.next())?.contains(title) == true)
    }
    owner.close()
    try add("Greystones")
    #expect(titles(try await results.next())?.count == 6)
    await list.close()
    #expect(try await results.next() == nil)
  }

  @Test("counts as changed once for each change, and not while nothing happens")
  func changes() throws {
    let file = try BorrowedFile(path, reason: "")
    settle()
    let first = file.countChanges()
    for _ in 0..<10 { #expect(file.countChanges() == first) }
    try add("Grenada")
    settle()
    #expect(file.countChanges() == first + 1)
    #expect(file.countChanges() == first + 1)
  }

  @Test("has a state that is not final while the clock could hide another change")
  func unsettled() throws {
    settle()
    #expect(FileState(path).isSettled)
    // A machine that is busy may look too late.
    let isNoticed = (0..<1_000).contains { _ in
      chmod(path, 0o444)
      return !FileState(path).isSettled
    }
    #expect(isNoticed)
  }

  /// Waits until the state of the list is final.
  private func settle() {
    while !FileState(path).isSettled { usleep(1_000) }
  }

  @Test("is read in place if it was made for reading, and only then while nobody has it open")
  func inPlace() throws {
    let list = try BlockingItemRepository(path: path)
    let goal = folder.path("goal.sqlite")
    try list.backup(to: goal, forReading: true)
    list.close()
    for (path, isInPlace) in [(goal, true), (path, false)] {
      let file = try BorrowedFile(path, reason: "")
      var count: Int64?
      do throws(ShortlistError) {
        count = try file.open().number("SELECT count(*) FROM item")
      } catch {
        #expect(error.needsCopy)
      }
      #expect(count == (isInPlace ? 2 : nil))
    }
  }

  @Test("is copied again if it changes meanwhile; what failed then does not count")
  func consistentCopy() throws {
    let file = try BorrowedFile(path, reason: "")
    var copies = 0
    let found = try #require(
      try file.whileUnchanged { (connection) throws(ShortlistError) in
        copies += 1
        if copies == 1 {
          try? add("Grenada")
          throw ShortlistError(.damaged, "torn")
        }
        return try connection.number("SELECT count(*) FROM item")
      })
    #expect(found.0 == 3 && copies == 2)
    #expect(found.1 == FileState(path))
  }

  @Test("is not copied while changes stand in a log or a journal", arguments: ["-wal", "-journal"])
  func pendingChanges(suffix: String) throws {
    try Data("pending".utf8).write(to: URL(fileURLWithPath: path + suffix))
    let file = try BorrowedFile(path, reason: "")
    let copied = try file.whileUnchanged { (_) throws(ShortlistError) in true }
    #expect(copied == nil)
    #expect {
      try BlockingItemRepository(path: path)
    } throws: {
      ($0 as? ShortlistError)?.code == .cannotOpen && "\($0)".contains("--for-reading")
    }
  }

  @Test("is searched as it was after another file has taken its place")
  func replaced() throws {
    let list = try BlockingItemRepository(path: path)
    #expect(try list.search(SearchQuery("gre")).hits.count == 2)
    let other = folder.path("other.sqlite")
    let otherList = try BlockingItemRepository(path: other)
    try otherList.add("Rome", to: "List")
    otherList.close()
    try #require(rename(other, path) == 0)
    #expect(try list.search(SearchQuery("gre")).hits.count == 2)
    #expect(try list.search(SearchQuery("rome")).hits.isEmpty)
    list.close()
  }

  @Test("may have several names")
  func hardLink() throws {
    try #require(link(path, folder.path("second.sqlite")) == 0)
    let list = try BlockingItemRepository(path: path)
    #expect(try list.search(SearchQuery("gre")).hits.count == 2)
    list.close()
  }

  @Test("but is no index, is empty or is of a newer version is refused, and left alone")
  func otherFiles() throws {
    for (name, bytes) in [("text.sqlite", "a text that is long enough"), ("empty.sqlite", "")] {
      let other = try folder.write(bytes, to: name)
      try #require(chmod(other, 0o444) == 0)
      #expect {
        try BlockingItemRepository(path: other)
      } throws: {
        ($0 as? ShortlistError)?.code == .notAnIndex
      }
    }
    #expect(folder.files.filter { $0.hasPrefix("text") || $0.hasPrefix("empty") }.count == 2)
  }
}
