import ArgumentParser
import Shortlist

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import items from files.",
    discussion: """
      Reads NDJSON, JSON, CSV and TSV, detected by a file's extension or contents. An item has a \
      title and, optionally, an id, a section, a subtitle, keywords, a body, a weight and a payload. \
      JSON may also be {"Countries to visit": ["Iceland", …], …}. {"synonyms": ["usa", "united states"]} \
      adds a set of synonyms, and "for": "k8s" makes it one-way. In CSV and TSV, the first row names \
      the columns; commas, semicolons, tabs or bars separate columns, and semicolons separate the \
      keywords in a field.

      All other keys and columns become attributes, to filter, count and sort by, unless --attributes \
      chooses some of them. In CSV and TSV, an empty field is no value, 2010 is a number (007 is not), \
      true and false are Booleans, and anything else is a text. In JSON, strings, numbers, Booleans and \
      arrays of these are values, also in an object called attributes, as export writes it. The columns \
      of --key are attributes only if --attributes names them.

      A record without an id is identified by its section and title, or by the fields that --key \
      names. If several records in a file have the same section and title, they are different items, \
      told apart by their order. Importing the same file again finds all of them and changes nothing; \
      an item that was moved stays where it is, unless the file gives its id.

      Items are imported in batches, so those imported before an error are kept. With --replace, the \
      sections that the files name are replaced once all files have been read, each in a single step; \
      until then, the items are held in memory.
      """)

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The files to import; - is standard input.", completion: .file())
  var files: [String] = []

  @Flag(help: "Import the built-in sample.")
  var sample = false

  @Option(help: "The format of the files.")
  var format: ImportFormat?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The key or column of a field or an attribute, such as title=name,weight=population.",
      valueName: "field=name"))
  var map: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The keys or columns that identify a record and form its id, such as state,city.",
      valueName: "names"))
  var key: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The keys or columns that become attributes: all, none, or names such as continent,year; by "
        + "default, all that mean nothing else.", valueName: "names"))
  var attributes: [String] = []

  @Option(
    help: ArgumentHelp(
      "The section of items that name none; by default, “Items”.", valueName: "id"))
  var section: String?

  @Option(
    help: ArgumentHelp(
      "Find other forms of words (english), if the import creates the file; by default, none.",
      valueName: "language"))
  var stemming: ItemRepository.Options.Stemming?

  @Flag(help: "Replace the sections that the files name.")
  var replace = false

  @Flag(name: .long, help: "Stop at the first bad record, with exit status 2.")
  var strict = false

  @Flag(name: .long, help: "Skip and count bad records. This is the default.")
  var skipBad = false

  @Flag(help: "Show progress even if standard error is not a terminal.")
  var progress = false

  func validate() throws {
    if files.isEmpty, !sample { throw ValidationError("Specify a file to import, or --sample.") }
    if sample, !files.isEmpty { throw ValidationError("--sample cannot be combined with files.") }
    if strict, skipBad { throw ValidationError("--strict and --skip-bad cannot be combined.") }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input (-) can be read only once.")
    }
  }

  func run() throws {
    let opener = try InputOpener(
      format: format,
      fields: FieldNames(
        mapping: map, keys: key, attributes: AttributeSelection(attributes)))
    // Check that the files exist before creating or changing anything.
    let size = try opener.totalSize(of: files)
    let repository = try database.openForAdding(stemming: stemming)
    if let stemming, repository.stemming != stemming {
      StandardError.writeLine(
        "The database was created with stemming “\(repository.stemming.rawValue)” and keeps it.")
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
