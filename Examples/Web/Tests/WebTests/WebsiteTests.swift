import Hummingbird
import HummingbirdTesting
import Shortlist
import Testing

@testable import Web

@Suite("The website")
struct WebsiteTests {
  @Test("is complete without a script: a form, groups, matches and links")
  func form() async throws {
    let page = try await Website.sample().get("/?q=new+y&button=")
    #expect(page.status == .ok)
    #expect(page.body.contains("<form action=\"/\" role=\"search\">"))
    #expect(page.body.contains("<input id=\"query\" name=\"q\" value=\"new y\""))
    #expect(page.body.contains("<h2>United States <small>1</small></h2>"))
    #expect(
      page.body.contains(
        """
        <li><a href="/city?id=United+States%2FNew+York"><b><mark>New</mark> <mark>Y</mark>ork</b> \
        <small><mark>New</mark> <mark>Y</mark>ork City</small></a></li>
        """))
  }

  @Test(
    "answers the script with the markup of the page",
    arguments: ["san+j", "zurch", "qqq", "", "+", "s"])
  func answer(text: String) async throws {
    let website = try await Website.sample()
    let answer = try await website.get("/search?q=\(text)")
    let page = try await website.get("/?q=\(text)")
    #expect(page.body.contains("<main id=\"answer\">\(answer.body)</main>"))
    #expect(answer.body.isEmpty == ["", "+"].contains(text))
  }

  @Test("says how many cities match")
  func summaries() async throws {
    let website = try await Website.sample()
    for (text, summary) in [
      ("york", "2 cities in 2 countries"), ("turitg", "1 city in 1 country"),
      ("qqq", "No city matches “qqq”."), ("johanesburg", "1 city in 1 country for “Johannesburg”"),
    ] {
      let answer = try await website.get("/search?q=\(text)")
      #expect(answer.body.hasPrefix("<p class=\"summary\">\(summary)</p>"))
    }
  }

  @Test("escapes what was typed, and what is in the list")
  func escaping() async throws {
    let script = "<script>alert('&\"')</script>"
    let escaped = "&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;"
    let item = Item(
      section: ItemSection.ID(script), title: script, subtitle: script, keywords: [script],
      body: script)
    let website = try await Website(items: [item])
    let typed = FormFields.query(["q": script])
    for address in ["/?\(typed)", "/search?\(typed)", "/search?q=s", "/?q=z\(typed)"] {
      let page = try await website.get(address)
      #expect(!page.body.contains("<script>"), "\(address)")
    }
    let id = try #require(try await website.cities.items(in: ItemSection.ID(script)).first?.id)
    let city = try await website.get("/city?" + FormFields.query(["id": id.rawValue]))
    #expect(city.body.contains("<h1>\(escaped)</h1>"))
    #expect(!city.body.contains("<script>"))
  }

  @Test("shows the best 12 countries, or all of them")
  func countries() async throws {
    let website = try await Website(
      items: (1...30).map { Item(section: ItemSection.ID("Land \($0)"), title: "Port \($0)") })
    let best = try await website.get("/?q=port")
    #expect(best.body.contains("30 cities in 30 countries"))
    #expect(best.body.ranges(of: "<section>").count == 12)
    let link = "/?q=port&amp;countries=all"
    #expect(best.body.contains("<a href=\"\(link)\">Show all 30 countries</a>"))
    let all = try await website.get(link.replacing("&amp;", with: "&"))
    #expect(all.body.ranges(of: "<section>").count == 30)
    #expect(!all.body.contains("Show all"))
  }

  @Test("leads to all cities of a country, page by page")
  func pages() async throws {
    let website = try await Website(
      items: (100..<223).map { Item(section: "Chile & Perú", title: "Port \($0)") })
    var address: String? = "/?q=port"
    var found: [[Substring]] = []
    while let next = address {
      let page = try await website.get(next)
      found.append(page.body.matches(of: /<\/mark> (\d+)<\/b>/).map { $0.1 })
      address = page.body.firstMatch(of: /<a href="([^"]+)">More in Chile &amp; Perú<\/a>/).map {
        String($0.1).replacing("&amp;", with: "&")
      }
    }
    #expect(found.map(\.count) == [5, 50, 50, 23])
    #expect(Set(found.dropFirst().joined()) == Set((100..<223).map { Substring("\($0)") }))
  }

  @Test("has a page for each city, and one for those that it has not")
  func city() async throws {
    let website = try await Website.sample()
    let city = try await website.get("/city?id=Switzerland%2FZ%C3%BCrich")
    #expect(city.status == .ok)
    #expect(city.body.contains("<h1>Zürich</h1><p>Zürich</p><p>Switzerland</p>"))
    #expect(city.body.contains("Also known as Zurich, Zurigo, Turitg"))
    for address in ["/city?id=Atlantis", "/city", "/city?id=%FF%00"] {
      #expect(try await website.get(address).status == .notFound)
    }
  }

  @Test(
    "answers anything that is typed",
    arguments: [
      "%00", "%00%00san%00", "%FF%FE", "%ED%A0%80", "%", "%%%", "%u00e9", "\"", "%22san",
      "san&q=j", "san&in=Nowhere", "san&after=x", "san&after=1,2/Chile&in=Argentina",
      "san&after=9223372036854775807/Argentina&in=Argentina", "OR", "-san", "title:", "e%CC%81",
      "+",
    ])
  func oddTexts(query: String) async throws {
    let website = try await Website.sample()
    #expect(try await website.get("/?q=\(query)").status == .ok)
    #expect(try await website.get("/search?q=\(query)").status == .ok)
  }

  @Test("answers a text of a million letters, over a connection", arguments: ["a", "a+", "%CC%81"])
  func longText(letter: String) async throws {
    let text = String(repeating: letter, count: 1_000_000 / letter.utf8.count)
    let website = try await Website.sample()
    try await website.application(at: .hostname(port: 0)).test(.live) { client in
      try await client.execute(uri: "/?q=\(text)", method: .get) { response in
        #expect(response.status == .ok)
        // The text is cut, not sent back.
        #expect(response.body.readableBytes < 10_000)
      }
    }
  }

  @Test("lets a browser load only its own script and style, and guess no type")
  func headers() async throws {
    let website = try await Website.sample()
    for (address, type) in [
      ("/", "text/html"), ("/search?q=s", "text/html"), ("/city", "text/html"),
      ("/style.css", "text/css"), ("/search.js", "text/javascript"),
    ] {
      let page = try await website.get(address)
      #expect(page.headers[.contentType] == "\(type); charset=utf-8")
      #expect(page.headers[.xContentTypeOptions] == "nosniff")
      guard type == "text/html" else { continue }
      let policy = try #require(page.headers[.contentSecurityPolicy])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
      #expect(!policy.contains("unsafe"))
    }
    let head = try await website.get("/?q=san", method: .head)
    #expect(head.status == .ok)
    #expect(head.body.isEmpty)
  }

  @Test("says that it does not answer when the list cannot be read")
  func failure() async throws {
    let website = try await Website.sample()
    await website.cities.close()
    for address in ["/", "/?q=san", "/search?q=san", "/city?id=x"] {
      let page = try await website.get(address)
      #expect(page.status == .serviceUnavailable)
      #expect(page.body.contains("Please try again."))
    }
  }
}

extension Website {
  fileprivate struct Page {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: String
  }

  fileprivate static func sample() async throws -> Website {
    Website(cities: try await SampleCities.repository())
  }

  fileprivate init(items: [Item]) async throws {
    self.init(cities: try ItemRepository(path: ":memory:"))
    try await cities.upsert(items)
  }

  fileprivate func get(_ address: String, method: HTTPRequest.Method = .get) async throws -> Page {
    try await application(at: .hostname()).test(.router) { client in
      try await client.execute(uri: address, method: method) { response in
        Page(
          status: response.status, headers: response.headers, body: String(buffer: response.body))
      }
    }
  }
}
