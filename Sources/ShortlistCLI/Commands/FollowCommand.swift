import ArgumentParser
import Shortlist

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `follow`: keeps the items equal to the rows of a query in another SQLite database.
struct FollowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Follow a table of another SQLite database.",
    discussion: """
      Copies the rows of a query, and later only what has changed. The query yields the columns of \
      the key and title and, if wanted, section, subtitle, keywords, body, weight and payload. For \
      each other table that it reads, --tracking says how its rows lead to items: \
      --tracking region.id=country.region_id. With --tracking region alone, everything is compared \
      when that table changes.

      The first time, this adds a log and triggers to the database. They are plain SQL, so any \
      program can go on writing it. --dry-run prints them and changes nothing. The settings are kept \
      with the list: later, shortlist follow alone continues, for all followed tables. --remove \
      removes every trace from the database; the items stay.

      Exit status: 0 on success, 1 if --verify finds a difference, 2 on an error.
      """)

  @OptionGroup var database: DatabaseOptions

  @Argument(
    help: ArgumentHelp(
      "The database to follow; by default, those that the list already follows.",
      valueName: "database-to-follow"),
    completion: .file())
  var path: String?

  @Option(help: ArgumentHelp("The query that yields one row per item.", valueName: "sql"))
  var query: String?

  @Option(
    help: ArgumentHelp(
      "The columns that identify an item, such as country.id or visit.country,visit.year.",
      valueName: "table.column"))
  var key: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Another table of the query, and how its rows lead to items.", valueName: "join"))
  var tracking: [String] = []

  @Option(
    help: ArgumentHelp(
      "The beginning of the items’ ids; by default, the name of the table and a slash.",
      valueName: "text"))
  var prefix: String?

  @Flag(help: "Catch up and exit. This is the default.")
  var once = false

  @Flag(help: "Catch up again whenever the database changes, until interrupted.")
  var watch = false

  @Flag(help: "Print the SQL that would be run in the database, and change nothing.")
  var dryRun = false

  @Flag(help: "Catch up, then compare all items with the query.")
  var verify = false

  @Flag(help: "Stop following, and remove the log and the triggers from the database.")
  var remove = false

  @Flag(help: "Show progress even if standard error is not a terminal.")
  var progress = false

  @Flag(help: "Print each catch-up, comparison or statement as JSON.")
  var json = false

  func validate() throws {
    if [once, watch, dryRun, verify, remove].count(where: { $0 }) > 1 {
      throw ValidationError(
        "Use only one of --once, --watch, --dry-run, --verify and --remove.")
    }
    if query != nil, path == nil { throw ValidationError("Name the database to follow.") }
    if (query == nil) != (key == nil) {
      throw ValidationError("--query and --key belong together.")
    }
    if query == nil, !tracking.isEmpty || prefix != nil {
      throw ValidationError("--tracking and --prefix belong to --query.")
    }
  }

  func run() throws {
    if let new = try newTable() {
      if dryRun { return try show(new.source.installation()) }
      let repository = try database.openForAdding()
      defer { repository.close() }
      if !remove {
        // Before it is remembered, so that a mistake in the query is not.
        try new.source.install()
        try repository.remember(new)
      }
      return try follow([new], into: repository)
    }
    let repository = try database.openForChanging()
    defer { repository.close() }
    let path = try path.map(Self.absolute)
    let tables = try repository.followedTables().filter { path == nil || $0.path == path }
    guard !tables.isEmpty else {
      throw CommandFailure(
        "The list follows no such database yet. Name one, and give --query and --key.")
    }
    if dryRun { return try show(tables.flatMap { try $0.source.installation() }) }
    try follow(tables, into: repository)
  }

  /// The table that the arguments describe, if they do.
  private func newTable() throws -> FollowedTable? {
    guard let path, let query, let key else { return nil }
    let list = try DatabaseLocation.find(option: database.database).path
    let table = try SourceTable(
      query, key: key, tracking: tracking, idPrefix: prefix,
      // The name by which a person recognises the follower in the database.
      follower: (try? Self.absolute(list)) ?? list)
    return FollowedTable(path: try Self.absolute(path), table: table)
  }

  private func follow(
    _ tables: [FollowedTable], into repository: BlockingItemRepository
  ) throws {
    if remove { return try tables.forEach { try stop(following: $0, in: repository) } }
    let sources = tables.map(\.source)
    try sources.forEach { try catchUp(with: $0, repository) }
    if verify { return try compare(sources, with: repository) }
    while watch {
      usleep(100_000)
      for source in sources {
        do {
          try catchUp(with: source, repository)
        } catch let error as ShortlistError where error.code == .busy {
          // The next look is a tenth of a second away.
        }
      }
    }
  }

  private func catchUp(
    with source: TableSource, _ repository: BlockingItemRepository
  ) throws {
    let line = ProgressLine(isForced: progress)
    defer { line.clear() }
    let report = try repository.catchUp(with: source) { done in
      line.show("Copying \(source.table.table): \(done.loaded.counted("item")) …")
    }
    line.clear()
    guard !report.isEmpty || !watch else { return }
    let counts = report.counts
    guard !json else {
      return try show {
        $0.member("table", source.table.table)
        $0.member("inserted", counts.inserted)
        $0.member("updated", counts.updated)
        $0.member("unchanged", counts.unchanged)
        $0.member("removed", counts.removed)
      }
    }
    var parts = [ImportReport.parts(of: counts)].filter { !$0.isEmpty }
    if counts.removed > 0 { parts.append("\(counts.removed.grouped) removed") }
    try show([
      "\(TerminalText.shown(source.table.table)): "
        + (parts.isEmpty ? "nothing has changed" : parts.joined(separator: ", "))
    ])
  }

  private func compare(
    _ sources: [TableSource], with repository: BlockingItemRepository
  ) throws {
    var isEqual = true
    for source in sources {
      let report = try repository.verify(source)
      isEqual = isEqual && report.isEqual
      guard !json else {
        try show {
          $0.member("table", source.table.table)
          $0.member("items", report.items)
          $0.member("missing", report.missing)
          $0.member("different", report.different)
          $0.member("extra", report.extra)
        }
        continue
      }
      let name = TerminalText.shown(source.table.table)
      var lines = ["\(name): \(report.items.counted("item")) compared"]
      for (ids, fault) in [
        (report.missing, "missing"), (report.different, "different"), (report.extra, "extra"),
      ] {
        lines += ids.prefix(10).map { "\(name): \(fault): \(TerminalText.shown($0.rawValue))" }
        if ids.count > 10 {
          lines.append("\(name): … and \((ids.count - 10).grouped) more \(fault)")
        }
      }
      try show(lines)
    }
    guard isEqual else { throw ExitCode(1) }
  }

  private func stop(
    following followed: FollowedTable, in repository: BlockingItemRepository
  ) throws {
    do {
      try followed.source.remove()
    } catch let error as ShortlistError where error.code == .cannotOpen {
      // Nothing is left to remove there.
      StandardError.writeLine(TerminalText.shown(error.message))
    }
    try repository.forget(followed.table)
  }

  private func show(_ lines: [String]) throws {
    guard !json else {
      return try lines.forEach { line in try show { $0.member("sql", line) } }
    }
    let output = OutputFile.standardOutput()
    for line in lines { try output.writeLine(dryRun ? line + ";" : line) }
    try output.flush()
  }

  private func show(_ write: (inout JSONWriter) -> Void) throws {
    let output = OutputFile.standardOutput()
    try output.writeLine { $0.object(write) }
    try output.flush()
  }

  /// Returns the absolute path of a file, with links in its folder resolved.
  private static func absolute(_ path: String) throws -> String {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let resolved = realpath(folder, nil) else {
      throw CommandFailure("There is no folder \(TerminalText.shown(folder)).")
    }
    defer { free(resolved) }
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let base = String(cString: resolved)
    return base == "/" ? "/\(name)" : "\(base)/\(name)"
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: StaticString, _ ids: [Item.ID]) {
    key(name)
    array(ids) { $0.string($1.rawValue) }
  }
}
