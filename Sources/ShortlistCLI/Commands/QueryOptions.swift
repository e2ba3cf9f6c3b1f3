public import ArgumentParser
public import Shortlist

/// The text that a person types, and the sections it is meant for.
struct TypedText: ParsableArguments {
  @Argument(parsing: .allUnrecognized, help: "The typed text.")
  var words: [String] = []

  @Option(
    help: ArgumentHelp(
      "Use only the section with this id or title; may be repeated.", valueName: "id"))
  var section: [String] = []

  func validate() throws {
    // -ice excludes a word, but an unknown --option is a mistake. After --, everything is a word.
    for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      throw ValidationError("Unknown option '\(TerminalText.shown(word))'")
    }
  }

  var text: String {
    var words = words
    if let terminator = words.firstIndex(of: "--") { words.remove(at: terminator) }
    return words.joined(separator: " ")
  }

  /// The sections; `nil` for all of them.
  func sections(in repository: some ReadableList) throws -> [ItemSection.ID]? {
    section.isEmpty ? nil : try section.map { try repository.section(named: $0) }
  }
}

/// The options for results that `search`, `why` and `browse` share.
struct ResultOptions: ParsableArguments {
  @Flag(help: "Show results as one list, without sections.")
  var flat = false

  @Option(help: "Sort hits by relevance (rank) or in list order (list).")
  var order = SearchQuery.Order.rank

  @Option(help: "Sort sections by their best hits (bestHit) or in list order (sections).")
  var groupOrder: SearchQuery.GroupOrder?

  @Flag(help: "Turn off spelling correction.")
  var noTypos = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Correct the spelling of words with at least this many letters; 5 or more.", valueName: "n"))
  var typosAfter: Int?

  @Option(
    help: ArgumentHelp(
      "Let corrected words match only in these fields, such as title,keywords.",
      valueName: "fields"))
  var typosIn: FieldList?

  @Flag(help: "Take quotes, -, title: and OR as plain text.")
  var noOperators = false

  @Flag(help: "Do not look for words in the titles of sections.")
  var noSectionTitles = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The longest passage of the body to show, in characters; 0 for none.", valueName: "n"))
  var snippetLength = 160

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time after which a search stops with the hits found so far.", valueName: "seconds"))
  var timeBudget = 1.0

  func validate() throws {
    if noTypos, typosAfter != nil || typosIn != nil {
      throw ValidationError("--no-typos leaves nothing for --typos-after and --typos-in.")
    }
    if let typosAfter, typosAfter < 1 { throw ValidationError("--typos-after must be 1 or more.") }
    if snippetLength < 0 { throw ValidationError("--snippet-length must be 0 or more.") }
    // A year, so that the number of nanoseconds fits into an integer.
    guard timeBudget >= 0, timeBudget <= 31_536_000 else {
      throw ValidationError("--time-budget must be a number of seconds, 0 or more.")
    }
  }

  private var typos: TypoTolerance {
    let typos: TypoTolerance = noTypos ? .off : typosAfter.map(TypoTolerance.after) ?? .on
    return typosIn.map { typos.limited(to: $0.fields) } ?? typos
  }

  /// Makes a query with these options.
  func query(
    _ text: String, in sections: [ItemSection.ID]? = nil, limit: Int,
    match: SearchQuery.Match = .all, groupOrder: SearchQuery.GroupOrder = .bestHit
  ) -> SearchQuery {
    SearchQuery(
      text, in: sections, limit: limit, layout: flat ? .flat : .grouped, order: order,
      groupOrder: self.groupOrder ?? groupOrder, match: match, typos: typos,
      operators: !noOperators,
      matchesSectionTitles: !noSectionTitles, timeBudget: .seconds(timeBudget),
      snippetLength: snippetLength)
  }
}

/// The query options that `search` and `why` share.
struct QueryOptions: ParsableArguments {
  @OptionGroup var typed: TypedText

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum number of hits; by default, 10 per section, or 20 with --flat.", valueName: "n"))
  var limit: Int?

  @Option(help: "Match all words (all) or any of them (any).")
  var match = SearchQuery.Match.all

  @Flag(help: "Put items first that were chosen before for such a text, as `browse` does.")
  var learned = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      How much a word in a field counts where relevance decides, such as body=0.5; from 0 to 100. By \
      default, 5 for the title, 3 for the keywords, 2 for the subtitle and 1 for the body. May be repeated.
      """, valueName: "field=weight"))
  var fieldWeight: [FieldWeight] = []

  @OptionGroup var attributes: AttributeOptions

  @OptionGroup var results: ResultOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
    if match == .any, attributes.sort != nil {
      throw ValidationError(
        "--match any ranks hits by their words; it cannot be combined with --sort.")
    }
  }

  func query(in repository: some ReadableList) throws -> SearchQuery {
    var query = results.query(
      typed.text, in: try typed.sections(in: repository),
      limit: limit ?? (results.flat ? 20 : 10), match: match)
    query.usesLearning = learned
    for weight in fieldWeight { query.fieldWeights[weight.field] = weight.weight }
    try attributes.apply(to: &query)
    return query
  }
}

/// Some fields as an argument, separated by commas.
struct FieldList: ExpressibleByArgument {
  let fields: Set<Field>

  init?(argument: String) {
    let names = argument.split(separator: ",")
    fields = Set(names.compactMap { Field(rawValue: String($0)) })
    guard !fields.isEmpty, fields.count == Set(names).count else { return nil }
  }

  static var allValueStrings: [String] { Field.allCases.map(\.rawValue) }
}

/// A field and its weight as an argument, such as `body=0.5`.
struct FieldWeight: ExpressibleByArgument {
  let field: Field
  let weight: Double

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let field = Field(rawValue: String(parts[0])),
      let weight = Double(parts[1]), (0...100).contains(weight)
    else { return nil }
    self.field = field
    self.weight = weight
  }
}

// A conformance of a public type to a public protocol is public, even in a program.

extension SearchQuery.Order: ExpressibleByArgument {}

extension SearchQuery.GroupOrder: ExpressibleByArgument {}

extension SearchQuery.Match: ExpressibleByArgument {}

extension ItemRepository.Options.Stemming: ExpressibleByArgument {}

/// A colour argument: a name, or six hexadecimal digits such as `#1e90ff`.
struct ColorArgument: ExpressibleByArgument, Equatable {
  private static let names: [String: Int] = [
    "black": 0x000000, "red": 0xCD3131, "green": 0x0DBC79, "yellow": 0xE5E510, "blue": 0x3B8EEA,
    "magenta": 0xBC3FBC, "cyan": 0x11A8CD, "white": 0xFFFFFF, "gray": 0x808080,
  ]

  let color: SearchSessionAppearance.Color

  init?(argument: String) {
    let digits = argument.hasPrefix("#") ? argument.dropFirst() : ""
    let isNumber = digits.count == 6 && digits.allSatisfy(\.isHexDigit)
    guard let value = isNumber ? Int(digits, radix: 16) : Self.names[argument.lowercased()]
    else { return nil }
    func part(_ shift: Int) -> Double { Double(value >> shift & 0xFF) / 255 }
    color = SearchSessionAppearance.Color(red: part(16), green: part(8), blue: part(0))
  }
}
