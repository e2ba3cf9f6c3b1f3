import Foundation
import ShortlistTestSupport
import Testing

@Suite("The program where it may not, or cannot, write")
struct RightsTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary
  private let database: String

  init() throws {
    home = try TemporaryFolder()
    database = home.path("list.sqlite")
    var shortlist = ShortlistBinary(home: home)
    shortlist.environment["SHORTLIST_DATABASE"] = database
    self.shortlist = shortlist
    #expect(try shortlist.run("import", "--sample").status == 0)
  }

  private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: database)) }

  /// Runs the program through another one; `nil` where that is not available.
  private func run(
    by program: [String], _ arguments: [String]
  ) throws -> ShortlistBinary.Outcome? {
    guard FileManager.default.isExecutableFile(atPath: program[0]) else { return nil }
    let process = shortlist.process(arguments)
    process.executableURL = URL(fileURLWithPath: program[0])
    process.arguments = program.dropFirst() + [ShortlistBinary.url.path] + arguments
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // The output is small and fits into the pipes.
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "\(arguments)")
    func text(_ pipe: Pipe) throws -> String {
      String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    return .init(
      status: process.terminationStatus, output: try text(output), errors: try text(errors))
  }

  /// Runs the program as an unprivileged user, because root may do everything.
  private func runAsNobody(_ arguments: [String]) throws -> ShortlistBinary.Outcome? {
    guard getuid() == 0 else { return try shortlist.run(arguments) }
    guard Self.canDrop else { return nil }
    for name in home.files + [""] { chown(home.path(name), 65534, 65534) }
    return try run(as: 65534, arguments)
  }

  /// Runs the program as another user, as only root can.
  private func run(
    as user: uid_t, _ arguments: [String]
  ) throws -> ShortlistBinary.Outcome {
    try #require(
      try run(
        by: ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"], arguments)
    )
  }

  /// Whether there is a program that becomes another user. Ours may be in a folder that other users
  /// cannot enter.
  private static let canDrop: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments = ["--reuid=65534", "--clear-groups", ShortlistBinary.url.path, "--help"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard getuid() == 0, (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  private func expectOneSentence(_ outcome: ShortlistBinary.Outcome) {
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("shortlist: ") && outcome.errors.hasSuffix("\n"))
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test("A file that may only be read can be searched, and is not changed")
  func readOnlyFile() throws {
    chmod(database, 0o400)
    let before = try bytes()
    guard let search = try runAsNobody(["search", "greece"]) else { return }
    #expect(search.lines == ["Countries to visit  1", "  Greece"])
    for command in [["add", "--section", "x", "y"], ["remove", "Greece"], ["reindex"]] {
      expectOneSentence(try #require(try runAsNobody(command)))
    }
    #expect(try bytes() == before)
  }

  @Test("Where nothing may be made, a backup can be searched, and nothing is made")
  func readOnlyFolder() throws {
    let place = home.path("place")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    #expect(try shortlist.run("backup", place + "/copy.sqlite").status == 0)
    let copy = ["--database", place + "/copy.sqlite"]
    guard try runAsNobody(["stats"]) != nil else { return }
    chown(place, 65534, 65534)
    chown(copy[1], 65534, 65534)
    chmod(place, 0o500)
    let search = try #require(try runAsNobody(["search", "greece"] + copy))
    #expect(search.lines.last == "  Greece", "\(search.errors)")
    for command in [
      ["import", "--sample", "--database", place + "/new.sqlite"], ["backup", place + "/2.sqlite"],
      ["add", "--section", "x", "y"] + copy, ["reindex"] + copy,
    ] {
      expectOneSentence(try #require(try runAsNobody(command)))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["copy.sqlite"])
    chmod(copy[1], 0o000)
    expectOneSentence(try #require(try runAsNobody(["search", "greece"] + copy)))
    chmod(place, 0o700)
  }

  /// Lets the owner have a list in a folder that everybody may write.
  private func share(mode: mode_t) {
    for name in home.files { chown(home.path(name), 65001, 65001) }
    chmod(home.path, 0o1777)
    chmod(database, mode)
  }

  @Test(
    "Another user reads a list in a shared folder with each command, and the owner can go on",
    .enabled(if: canDrop, "Only root can be two users."), arguments: [0o644, 0o666] as [mode_t])
  func sharedFolder(mode: mode_t) throws {
    share(mode: mode)
    let before = home.files
    for command in [
      ["search", "greece"], ["complete", "gre"], ["list"], ["show", "Greece"], ["sections"],
      ["why", "Greece", "gre"], ["export"], ["check"], ["stats"], ["search", "gre", "--untrusted"],
    ] {
      let outcome = try run(as: 65002, command)
      #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(command) \(outcome)")
      #expect(home.files == before, "\(command)")
    }
    let stats = try run(as: 65002, ["stats"])
    let reason = mode == 0o644 ? "this user may only read it" : "it belongs to another user"
    #expect(stats.output.contains("Read-only           because \(reason)"), "\(stats.output)")
    let json = try run(as: 65002, ["stats", "--json"]).output
    #expect(json.contains("\"readOnlyReason\":\"\(reason)"), "\(json)")
    for command in [["add", "--section", "x", "y"], ["import", "--sample"], ["reindex"]] {
      let outcome = try run(as: 65002, command)
      expectOneSentence(outcome)
      #expect(outcome.errors.contains("cannot be changed because \(reason)"), "\(outcome.errors)")
    }
    #expect(home.files == before)
    #expect(try run(as: 65001, ["add", "--section", "x", "Peru"]).status == 0)
    #expect(try run(as: 65002, ["search", "peru"]).lines.last == "  Peru")
    #expect(home.files == before)
    #expect(!(try run(as: 65001, ["stats"])).output.contains("Read-only"))
  }

  @Test(
    "A folder that cannot be entered is not taken for a missing list",
    .enabled(if: canDrop, "Only root can be two users."))
  func closedFolder() throws {
    share(mode: 0o644)
    chmod(home.path, 0o700)
    let outcome = try run(as: 65002, ["search", "greece"])
    expectOneSentence(outcome)
    #expect(outcome.errors.hasSuffix("Permission denied.\n"), "\(outcome.errors)")
  }

  @Test("A list that nobody may write can be browsed, and offers no changes")
  func browsing() throws {
    chmod(database, 0o444)
    let before = home.files
    let program = try TerminalProcess(["browse"], in: home, environment: shortlist.environment)
    try program.wait(for: "Countries to visit  8")
    program.type("greece\u{1b}[B")
    try program.wait(until: "the hints") { $0.lines.joined().contains("⏎ open") }
    #expect(!program.terminal.lines.joined().contains("m move"))
    program.type("\u{3}")
    #expect(try program.end() == 0)
    #expect(home.files == ["errors"] + before)
  }

  @Test("A copy for reading is a sound file for everybody, without recent searches")
  func copyForReading() throws {
    let copy = home.path("copy.sqlite")
    #expect(try shortlist.run("backup", "--for-reading", copy).status == 0)
    expectOneSentence(try shortlist.run("backup", "--for-reading", copy))
    #expect(try shortlist.run("backup", "--for-reading", "--force", copy).status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: copy)
    #expect(attributes[.posixPermissions] as? Int == 0o644)
    #expect(try shortlist.run("search", "greece", "--database", copy).lines.last == "  Greece")
    #expect(try shortlist.run("check", "--database", copy).status == 0)
    #expect(home.files.filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
  }

  @Test("What is not written to its end is an error", arguments: [["export"], ["backup"]])
  func fullDevice(command: [String]) throws {
    guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
    if command == ["backup"] {
      expectOneSentence(try shortlist.run("backup", "/dev/full"))
      expectOneSentence(try shortlist.run("backup", "--force", "/dev/full"))
      return
    }
    let process = shortlist.process(command)
    let errors = try home.write("", to: "errors")
    process.standardOutput = full
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(
      try String(contentsOfFile: errors, encoding: .utf8)
        == "shortlist: Cannot write the output: No space left on device.\n")
  }

  @Test(
    "When nobody reads on, it ends quietly",
    arguments: [["export"], ["search", "land"], ["sections"], ["stats"], ["check"], ["list"]])
  func closedPipe(command: [String]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let process = shortlist.process(command)
    let errors = try home.write("", to: "errors")
    process.standardOutput = pipe
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(try String(contentsOfFile: errors, encoding: .utf8) == "")
  }

  /// Runs an import that cannot finish, in a shell that sets the limit, then one that can.
  private func importCutShort(by script: String) throws {
    let lines = (0..<30_000).map { "{\"title\":\"Item \($0)\",\"section\":\"New\"}\n" }
    let path = try home.write(lines.joined(), to: "in.ndjson")
    let shell = ["/bin/sh", "-c", script + "\nexec \"$@\"", "sh"]
    let outcome = try #require(try run(by: shell, ["import", path]))
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains("shortlist: "))
    #expect(try shortlist.run("check").status == 0)
    #expect(try shortlist.run("search", "greece").status == 0)
    #expect(try shortlist.run("import", path).status == 0)
    #expect(try shortlist.run("check").status == 0)
    #expect(try shortlist.run("sections").lines.last == "New  30,000")
  }

  @Test("A limit on the size of files is an error, nothing is lost, and another import goes on")
  func limitedFileSize() throws { try importCutShort(by: "ulimit -f 2000") }

  #if os(Linux)
    @Test(
      "A full disk, or one without room for another file, is an error too",
      arguments: [("size=3m", "The disk is full"), ("nr_inodes=2", "No space left on device")])
    func fullDisk(options: String, reason: String) throws {
      let disk = home.path("disk")
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
      let lines = (0..<30_000).map { "{\"title\":\"Item \($0)\"}\n" }
      let path = try home.write(lines.joined(), to: "in.ndjson")
      // Only root may mount, and not everywhere. With `unshare`, the disk disappears with the
      // shell.
      let script = """
        mount -t tmpfs -o \(options) tmpfs '\(disk)' || exit 77
        export SHORTLIST_DATABASE='\(disk)/list.sqlite'
        "$@"
        status=$?
        "$1" check
        exit $status
        """
      let shell = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, "sh"]
      guard getuid() == 0, let outcome = try run(by: shell, ["import", path]),
        outcome.errors.contains("shortlist: ")
      else { return }
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
      #expect(!outcome.errors.contains("nothing was changed"))
      if reason == "The disk is full" {
        #expect(outcome.errors.contains("10,000 records were imported and are kept."))
        #expect(outcome.output.hasPrefix("Sound: 10,000 items"), "\(outcome.output)")
      }
    }

    @Test("A list on a disk that is mounted read-only can be searched, even by root")
    func readOnlyDisk() throws {
      // Only root may mount, and not everywhere.
      let script = """
        mount --bind '\(home.path)' '\(home.path)' || exit 77
        mount -o remount,ro,bind '\(home.path)' || exit 77
        "$@"
        """
      let shell = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, "sh"]
      guard getuid() == 0, let search = try run(by: shell, ["search", "greece"]),
        search.status != 77
      else { return }
      #expect(search.lines.last == "  Greece", "\(search.errors)")
      let stats = try #require(try run(by: shell, ["stats"]))
      #expect(stats.output.contains("because its file system is mounted read-only"))
      expectOneSentence(try #require(try run(by: shell, ["add", "--section", "x", "y"])))
    }

    @Test("A folder for temporary files without room for the copy to check is named")
    func fullTemporaryFolder() throws {
      let lines = (0..<30_000).map { "{\"title\":\"Item \($0)\"}\n" }
      #expect(try shortlist.run("import", "-", input: lines.joined()).status == 0)
      let disk = home.path("disk")
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
      let script = """
        mount -t tmpfs -o size=64k tmpfs '\(disk)' || exit 77
        export SQLITE_TMPDIR='\(disk)'
        "$@"
        """
      let shell = ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, "sh"]
      guard getuid() == 0, let outcome = try run(by: shell, ["check"]), outcome.status != 77 else {
        return
      }
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("folder for temporary files, \(disk);"), "\(outcome.errors)")
    }
  #endif
}
