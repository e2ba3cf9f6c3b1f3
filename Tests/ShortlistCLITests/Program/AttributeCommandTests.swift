import Foundation
import ShortlistTestSupport
import Testing

@Suite("The program filters, counts and sorts by attributes")
struct AttributeCommandTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    var shortlist = ShortlistBinary(home: home)
    shortlist.environment["SHORTLIST_DATABASE"] = home.path("list.sqlite")
    self.shortlist = shortlist
    let path = try home.write(
      """
      section,title,continent,year,capital
      Cities,Lima,South America,1535,true
      Cities,Linz,Europe,799,false
      Cities,Lisbon,Europe,-1200,true
      Cities,Lille,Europe,,false
      Cities,Lilongwe,,1906,true

      """, to: "cities.csv")
    #expect(try shortlist.run("import", path).status == 0)
  }

  private func titles(_ arguments: String...) throws -> [String] {
    try shortlist.run(["search", "--flat"] + arguments).lines
      .filter { $0.hasSuffix("  Cities") }
      .map { $0.components(separatedBy: "  ")[0] }
  }

  @Test("All filters must hold, with and without a text")
  func filters() throws {
    #expect(
      try titles("li", "--where", "continent = europe").sorted() == ["Lille", "Linz", "Lisbon"])
    #expect(
      try titles("li", "--where", "continent = europe", "--where", "year > 0") == ["Linz"])
    #expect(try titles("--where", "capital = true AND year < 1600").sorted() == ["Lima", "Lisbon"])
    #expect(try titles("--where", "continent NOT EXISTS") == ["Lilongwe"])
    #expect(try shortlist.run("search", "--where", "year = 5").status == 1)
    #expect(try titles("lis", "--where", "year < 0", "--match", "any") == ["Lisbon"])
  }

  @Test("Hits are sorted by an attribute; items without it come last")
  func sorting() throws {
    #expect(
      try titles("--sort", "year:desc") == ["Lilongwe", "Lima", "Linz", "Lisbon", "Lille"])
    #expect(
      try titles("li", "--sort", "year", "--limit", "2", "--where", "year EXISTS")
        == ["Lisbon", "Linz"])
  }

  @Test("Values are counted after the hits, in columns")
  func facets() throws {
    let outcome = try shortlist.run(
      "search", "li", "--facet", "continent", "--facet", "capital", "--facet", "nothing",
      "--limit", "1")
    #expect(
      outcome.output.hasSuffix(
        """
          … 4 more

        continent
          Europe         3
          South America  1
        capital
          true   3
          false  2

        """))
    #expect(outcome.errors == "No item has an attribute “nothing”.\n")
    #expect(try shortlist.run("search", "zzz", "--facet", "continent").output == "")
    let first = try shortlist.run("search", "--facet", "continent", "--facet-values", "1")
    #expect(first.lines.last?.hasPrefix("  Europe  ") == true)
    #expect(try shortlist.run("search", "--facet", "capital").output.contains("  true   3\n"))
  }

  @Test("A count that is a lower bound has a plus behind the column")
  func bounds() throws {
    let many = (1...3_000).map { number in
      #"{"title":"Item \#(number)","kind":"\#(number % 9 == 0 ? "rare" : "common")"}"#
    }.joined(separator: "\n")
    let path = try home.write(many, to: "many.ndjson")
    let database = home.path("many.sqlite")
    #expect(try shortlist.run("import", path, "--database", database).status == 0)
    func lines(_ options: String...) throws -> [String] {
      try shortlist.run(["search", "item", "--facet", "kind", "--database", database] + options)
        .lines.suffix(3)
    }
    #expect(try lines("--exact-totals") == ["kind", "  common  2,667", "  rare      333"])
    let bounded = try lines()
    #expect(bounded.dropFirst().allSatisfy { $0.hasSuffix("+") })
    #expect(Set(bounded.dropFirst().map(\.count)).count == 1)
  }

  @Test("JSON has facets and the attributes of hits")
  func json() throws {
    let lines = try shortlist.run(
      "search", "lil", "--json", "--facet", "year", "--where", "capital = true", "--sort", "year"
    )
    .output
    #expect(
      lines.contains(
        #""facets":[{"attribute":"year","values":[{"value":1906,"#
          + #""total":{"value":1,"relation":"exact"}}]}]"#))
    #expect(lines.contains(#""attributes":{"capital":true,"year":1906}"#))
  }

  @Test(
    "A filter that cannot be read is a mistake, with its sentence",
    arguments: [
      (["--where", "year >"], "The filter cannot be read: it ends where it needs a value."),
      (["--sort", ""], "--sort"), (["--facet-values", "0"], "--facet-values must be 1 or more."),
      (["a", "--match", "any", "--sort", "year"], "--match any"),
    ])
  func mistakes(options: [String], sentence: String) throws {
    let outcome = try shortlist.run(["search"] + options)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("shortlist: ") && outcome.errors.contains(sentence))
  }

  @Test("add takes attributes, typed as in a table, and show and stats print them")
  func adding() throws {
    let added = try shortlist.run(
      "add", "--section", "Cities", "--attribute", "country=Japan", "--attribute", "old=true",
      "--attribute", "tags=garden", "--attribute", "tags=-7", "--attribute", "code=007",
      "--attribute", "none=", "Kyoto", "Nara")
    #expect(added.status == 0, "\(added.errors)")
    #expect(
      try shortlist.run("show", "Nara").lines.filter { $0.hasPrefix("  attribute ") } == [
        "  attribute code = 007", "  attribute country = Japan", "  attribute old = true",
        "  attribute tags = garden, -7",
      ])
    #expect(
      try shortlist.run("show", "Kyoto", "--json").output.contains(
        #""attributes":{"code":"007","country":"Japan","old":true,"tags":["garden",-7]}"#))
    let stats = try shortlist.run("stats").lines
    #expect(stats.contains("Attributes          capital in 5 items"))
    #expect(stats.contains("                    country in 2 items"))
    #expect(
      try shortlist.run("stats", "--json").output.contains(
        #""attributes":[{"name":"capital","items":5},{"name":"code","items":2},"#))
    for argument in ["x", "=1"] {
      #expect(
        try shortlist.run("add", "--section", "s", "--attribute", argument, "A").status == 2)
    }
  }

  @Test("pipe answers filters, orders and facets, and lists the attributes")
  func pipe() throws {
    let requests = [
      #"{"q":"li","layout":"flat","where":["continent = Europe","year < 0"],"facets":["capital"]}"#,
      #"{"q":"","layout":"flat","where":"capital = true","sort":"year:desc","limit":1}"#,
      #"{"q":"","facets":["continent"],"maxFacetValues":1,"limit":1}"#,
      #"{"q":"li","where":"year >"}"#, #"{"q":"li","sort":""}"#, #"{"attributes":{}}"#,
      #"{"attributes":{"x":1}}"#,
      #"{"add":[{"title":"A","x":1,"attributes":{"year":5,"tags":["a",2,null],"no":null}}]}"#,
      #"{"show":"Items/A"}"#, #"{"add":[{"title":"A","attributes":{"x":{}}}]}"#,
      #"{"add":[{"title":"A","attributes":["x"]}]}"#,
      #"{"add":[{"title":"A","attributes":{"":1}}]}"#,
    ]
    let lines = try shortlist.run("pipe", input: requests.joined(separator: "\n")).lines
    let answers = try lines.map { try #require(try Answer($0)) }
    #expect(answers[0].titles == ["Lisbon"])
    #expect(
      lines[0].contains(
        #""facets":[{"attribute":"capital","values":[{"value":true,"#
          + #""total":{"value":1,"relation":"exact"}}]}]"#))
    #expect(answers[1].titles == ["Lilongwe"])
    #expect(
      lines[2].contains(
        #""values":[{"value":"Europe","total":{"value":3,"relation":"exact"}}]}]"#))
    #expect(answers[3].errorCode == "badRequest" && answers[4].errorCode == "badRequest")
    #expect(
      lines[3].contains("The filter cannot be read: it ends where it needs a value."))
    #expect(
      lines[5] == #"{"attributes":[{"name":"capital","items":5},{"name":"continent","items":4},"#
        + #"{"name":"year","items":4}]}"#)
    #expect(answers[6].errorCode == "badRequest")
    #expect(lines[8].contains(#""title":"A","attributes":{"tags":["a",2],"year":5}}"#))
    #expect(answers[9...10].allSatisfy { $0.errorCode == "badRequest" })
    #expect(
      lines[9].contains("attributes: expected a text, a number, true, false, or an array of these"))
    #expect(answers[11].errorCode == "invalidItem")
  }
}
