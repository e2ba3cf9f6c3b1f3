import Shortlist

/// A search that a visitor asks for in an address, such as `/?q=san+j`.
struct CitySearch {
  /// The typed text, at most ``longestText`` characters of it.
  let text: String
  /// The country to show; `nil` for the best hits of several.
  var country: ItemSection.ID?
  /// The place in the country's hits to continue from.
  var after: SearchCursor?
  /// Whether to show all countries with hits, not just the best ones.
  var showsAllCountries = false

  /// The longest text that is searched for, in Unicode scalars.
  static let longestText = 200

  init(_ fields: FormFields) {
    text = String((fields["q"] ?? "").unicodeScalars.prefix(Self.longestText))
    country = fields["in"].map { ItemSection.ID($0) }
    after = fields["after"].flatMap { SearchCursor($0) }
    showsAllCountries = fields["countries"] == "all"
  }

  /// Whether nothing was typed, or only spaces.
  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// The query for the repository: the 5 best cities of the 12 best countries or of all, or 50 of one.
  var query: SearchQuery {
    // A snippet has one line.
    var query = SearchQuery(text, snippetLength: 80)
    if let country {
      query.sections = [country]
      query.limit = 50
      query.after = after
    } else if !showsAllCountries {
      query.maxGroups = 12
    }
    return query
  }

  /// The address of the page that shows the search.
  var address: String {
    "/?"
      + FormFields.query([
        "q": text, "in": country?.rawValue, "after": after?.description,
        "countries": showsAllCountries ? "all" : nil,
      ])
  }

  /// The same search in one country, after a place in its hits if there is one.
  func more(in country: ItemSection.ID, after: SearchCursor? = nil) -> CitySearch {
    var search = self
    (search.country, search.after, search.showsAllCountries) = (country, after, false)
    return search
  }

  /// The same search in all countries.
  var inAllCountries: CitySearch {
    var search = self
    (search.country, search.after, search.showsAllCountries) = (nil, nil, true)
    return search
  }
}
