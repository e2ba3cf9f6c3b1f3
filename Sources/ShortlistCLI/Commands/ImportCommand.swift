import ArgumentParser
import Shortlist

/// `import`: imports items from files.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import items from files.",
    discussion: """
      Reads NDJSON, JSON, CSV and TSV; the end of a file's name tells which, or its beginning. An \
      item has a title, and may have an id, a section, a subtitle, keywords, a body, a weight and \
      a payload. JSON may also be {"Countries to visit": ["Iceland", …], …}. In CSV and TSV the \
      first row names the columns, which commas, semicolons, tabs or bars separate, and keywords \
      in one field are separated by semicolons.

      A record without an id is identified by its section and title, or by what --key names. Where \
      a file has several with one section and title, they are different items, told apart by their \
      order. Importing the same file again finds all of them, and changes nothing; an item that was \
      moved stays where it is, unless the file gives its id.

      Items come in batches: what was imported before an error stays. With --replace, the sections \
      that the files name are replaced when all files were read, each at once; the items are held \
      in memory until then.
      """)

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The files; - is standard input.", completion: .file())
  var files: [String] = []

  @Flag(help: "Import the built-in sample.")
  var sample = false

  @Option(help: "The format of the files.")
  var format: ImportFormat?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Under which key or column a field stands, such as title=name,weight=population.",
      valueName: "field=name"))
  var map: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The keys or columns that identify a record, such as state,city: its id is made of them.",
      valueName: "names"))
  var key: [String] = []

  @Option(
    help: ArgumentHelp(
      "The section of items that name none; “Items” without it.", valueName: "id"))
  var section: String?

  @Option(
    help: ArgumentHelp(
      "Find other forms of words (english), if the import makes the file; none without it.",
      valueName: "language"))
  var stemming: ItemRepository.Options.Stemming?

  @Flag(help: "Replace the sections that the files name.")
  var replace = false

  @Flag(name: .long, help: "Stop at the first bad record, with exit status 2.")
  var strict = false

  @Flag(name: .long, help: "Count bad records and pass over them; so it is without the flag.")
  var skipBad = false

  @Flag(help: "Show progress even where standard error is no terminal.")
  var progress = false

  func validate() throws {
    if files.isEmpty, !sample { throw ValidationError("Name a file to import, or --sample.") }
    if sample, !files.isEmpty { throw ValidationError("--sample goes without files.") }
    if strict, skipBad { throw ValidationError("--strict and --skip-bad exclude each other.") }
    if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("- can be read only once.") }
  }

  func run() throws {
    let opener = try InputOpener(
      format: format, fields: FieldNames(mapping: map, keys: key))
    // Check that the files exist before creating or changing anything.
    let size = try opener.totalSize(of: files)
    let repository = try database.openForAdding(stemming: stemming)
    if let stemming, repository.stemming != stemming {
      StandardError.writeLine(
        "The database was made with stemming “\(repository.stemming.rawValue)”, which stays.")
    }
    if sample {
      try repository.upsert(SampleItems.items)
    } else {
      let section = try section.map { try repository.section(named: $0) } ?? "Items"
      let line = ProgressLine(isForced: progress)
      let importer = Importer(
        repository: repository, opener: opener, defaultSection: section, isStrict: strict,
        totalSize: size, progress: line)
      try importer.run(files, replaces: replace)
    }
    repository.close()
  }
}
