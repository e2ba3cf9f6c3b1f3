import Foundation
import ShortlistPostgres
import Testing

/// A PostgreSQL server of the tests' own, in a temporary folder, without a network. It ends with the
/// process.
final class PostgresServer: Sendable {
  /// The server that most tests share.
  static let shared = Result { try PostgresServer() }

  /// The folder of PostgreSQL's programs; `nil` if it is not installed.
  static let programs: String? = {
    let found = (12...20).reversed().map { "/usr/lib/postgresql/\($0)/bin" }
    return found.first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  /// The folder with the data, and the socket.
  let folder: String

  /// Creates a cluster and starts it.
  init() throws {
    folder = "/tmp/shortlist-postgres-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if getuid() == 0 { try Self.run("/bin/chown", "postgres", folder) }
    try program("initdb", "-D", folder + "/data", "-U", "tests", "-A", "trust", "-E", "UTF8")
    try start()
    Self.running.add(self)
  }

  /// Starts the server, and waits until it answers.
  func start() throws {
    let settings = [
      "listen_addresses=", "unix_socket_directories=\(folder)", "fsync=off",
      "full_page_writes=off", "shared_buffers=64MB", "max_connections=40",
    ]
    try program(
      "pg_ctl", "-D", folder + "/data", "-l", folder + "/log", "-w", "-o",
      settings.map { "-c \($0)" }.joined(separator: " "), "start")
  }

  /// Stops the server: at once, as if its machine had failed.
  func kill() throws {
    try program("pg_ctl", "-D", folder + "/data", "-m", "immediate", "-w", "stop")
  }

  /// Sends a signal to all processes of the server.
  func signal(_ signal: Int32) throws {
    let file = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
    let postmaster = try #require(pid_t(file.prefix { $0 != "\n" }))
    var processes = [postmaster]
    let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc")
    for process in tasks.compactMap({ pid_t($0) }) {
      guard
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
        status.contains("PPid:\t\(postmaster)\n")
      else { continue }
      processes.append(process)
    }
    for process in processes { Foundation.kill(process, signal) }
  }

  /// Returns the address of a database.
  func url(_ database: String) -> String {
    "postgres:///\(database)?host=\(folder)&user=tests"
  }

  /// Creates an empty database and returns its address.
  func makeDatabase() throws -> String {
    let name = "list_" + UUID().uuidString.replacing("-", with: "").prefix(12).lowercased()
    try program("createdb", "-h", folder, "-U", "tests", name)
    return url(name)
  }

  /// Creates the tables of a list in a database of its own, and returns its address.
  func makeList(partitions: Int = 3) throws -> String {
    let url = try makeDatabase()
    try PostgresSchema.create(at: url, partitions: partitions)
    return url
  }

  // MARK: Processes

  private func program(_ name: String, _ arguments: String...) throws {
    let path = try #require(Self.programs, "PostgreSQL is not installed.") + "/" + name
    if getuid() == 0 {
      try Self.run("/sbin/runuser", ["-u", "postgres", "--", path] + arguments)
    } else {
      try Self.run(path, arguments)
    }
  }

  private static func run(_ path: String, _ arguments: String...) throws {
    try run(path, arguments)
  }

  private static func run(_ path: String, _ arguments: [String]) throws {
    // Foundation's Process would wait for the server, which inherits a socket of it.
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    for file: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0)
    }
    let words = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    var status: Int32 = 0
    guard posix_spawn(&process, path, &files, nil, words + [nil], environ) == 0,
      waitpid(process, &status, 0) == process, status == 0
    else { throw ProcessFailure(command: ([path] + arguments).joined(separator: " ")) }
  }

  struct ProcessFailure: Error { let command: String }

  private func remove() {
    try? kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The servers to stop when the process exits.
  private final class Running: @unchecked Sendable {
    private let lock = NSLock()
    private var servers: [PostgresServer] = []

    init() { atexit { PostgresServer.running.removeAll() } }

    func add(_ server: PostgresServer) { lock.withLock { servers.append(server) } }

    func removeAll() { for server in lock.withLock({ servers }) { server.remove() } }
  }

  private static let running = Running()
}
