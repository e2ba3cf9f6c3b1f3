import Shortlist

/// The markup of the pages. The script adds what a combobox needs (`search.js`).
enum Markup {
  /// A whole page: the search bar with a text, and the content below it.
  static func page(title: String, text: String, count: Int, content: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title)</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/style.css">
    <script src="/search.js" type="module"></script>
    <header>
    <form action="/" role="search">
    <label for="query">Search \(count) cities</label>
    <input id="query" name="q" value="\(text)" maxlength="\(CitySearch.longestText)" \
    placeholder="Name or region" autocomplete="off" autocapitalize="off" \
    spellcheck="false" enterkeyhint="search" autofocus>
    <button>Search</button>
    </form>
    </header>
    <p id="status" role="status"></p>
    <main id="answer">\(content)</main>
    </html>
    """
  }

  /// The results of a search: a sentence, and the hits of each country.
  static func answer(_ results: SearchResults, to search: CitySearch) -> HTML {
    var html: HTML = "<p class=\"summary\">\(summary(of: results, for: search))</p>"
    html += "<div id=\"results\">"
    for group in results.groups {
      html += "<section><h2>\(group.section.title) <small>\(count(group.total))</small></h2><ul>"
      for hit in group.hits {
        let address = "/city?" + FormFields.query(["id": hit.id.rawValue])
        let title = marked(hit.item.title, hit.ranges(in: .title))
        html +=
          "<li><a href=\"\(address)\"><b>\(title)</b> <small>\(detail(of: hit))</small></a></li>"
      }
      if group.next != nil {
        let more = search.more(in: group.id, after: search.country == nil ? nil : group.next)
        html += "<li><a href=\"\(more.address)\">More in \(group.section.title)</a></li>"
      }
      html += "</ul></section>"
    }
    html += "</div>"
    if results.groupTotal.value > results.groups.count {
      html += "<p><a href=\"\(search.inAllCountries.address)\">"
      html += "Show all \(count(results.groupTotal)) countries</a></p>"
    }
    return html
  }

  /// Everything about a city; a sentence if there is no such city.
  static func city(_ city: Item?, in country: ItemSection?) -> HTML {
    guard let city else { return "<article><h1>There is no such city.</h1></article>" }
    var html: HTML = "<article><h1>\(city.title)</h1>"
    for text in [city.subtitle, country?.title ?? "", city.body] where !text.isEmpty {
      html += "<p>\(text)</p>"
    }
    if !city.keywords.isEmpty {
      html += "<p>Also known as \(city.keywords.joined(separator: ", "))</p>"
    }
    html += "</article>"
    return html
  }

  /// A sentence for the visitor if the list cannot be read.
  static let failure: HTML = """
    <!doctype html>
    <html lang="en">
    <title>Cities</title>
    <p>The search does not answer. Please try again.</p>
    </html>
    """

  private static func summary(of results: SearchResults, for search: CitySearch) -> HTML {
    guard let first = results.groups.first else { return "No city matches “\(search.text)”." }
    let (cities, countries) = (results.total.value, results.groupTotal.value)
    var html: HTML = results.total.isExact ? "" : "At least "
    html += "\(cities) \(cities == 1 ? "city" : "cities") in "
    if search.country != nil {
      html += "\(first.section.title)"
    } else {
      html += "\(countries) \(countries == 1 ? "country" : "countries")"
    }
    if let corrected = results.correctedText { html += " for “\(corrected)”" }
    if search.country != nil {
      html += ". <a href=\"\(search.inAllCountries.address)\">Show all countries</a>"
    }
    return html
  }

  private static func count(_ total: Total) -> HTML {
    total.isExact ? "\(total.value)" : "\(total.value)+"
  }

  /// One line below the title: the part of the city's texts that matches, or its region.
  private static func detail(of hit: Hit) -> HTML {
    if let snippet = hit.snippet { return marked(snippet.text, snippet.ranges) }
    let keywords = hit.highlights.filter { $0.field == .keywords }
    if let keyword = keywords.first?.keyword {
      return marked(
        hit.item.keywords[keyword], keywords.filter { $0.keyword == keyword }.map(\.range))
    }
    guard hit.item.subtitle.isEmpty else {
      return marked(hit.item.subtitle, hit.ranges(in: .subtitle))
    }
    return "\(hit.item.body.prefix { $0 != "." }.prefix(80))"
  }

  private static func marked(_ text: String, _ ranges: [Range<String.Index>]) -> HTML {
    var html: HTML = ""
    var end = text.startIndex
    for range in ranges {
      html += "\(text[end..<range.lowerBound])<mark>\(text[range])</mark>"
      end = range.upperBound
    }
    html += "\(text[end...])"
    return html
  }
}
