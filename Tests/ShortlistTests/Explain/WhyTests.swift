import Shortlist
import Testing

@Suite("Why an item is a hit, or is none")
struct WhyTests {
  static func repository() throws -> BlockingItemRepository {
    try ItemRepository.countries(and: [
      Item(
        id: "guide", section: "Books", title: "The Greek Islands", subtitle: "A guide",
        keywords: ["travel", "sea and sun"], body: "Ferries leave every morning.")
    ])
  }

  static func why(_ id: Item.ID, _ query: SearchQuery) throws -> Why {
    try repository().why(id, query)
  }

  @Test(
    "is said of hits",
    arguments: [
      ("Greece", "greece", 1, "“greece” is “greece”, word 1 of the title."),
      ("Greece", "gre", 2, "“gre” begins “greece”, word 1 of the title."),
      ("New Zealand", "zealand", 3, "“zealand” is “zealand”, word 2 of the title."),
      ("New Zealand", "new zeal", 2, "“zeal” begins “zealand”, word 2 of the title."),
      ("U.S.A", "usa", 1, "The title has the word “usa”."),
      ("Ireland", "land", 5, "“land” is inside “ireland”, word 1 of the title."),
      ("guide", "trav", 3, "“trav” begins “travel”, word 1 of keyword 1."),
      ("guide", "greek ferries", 4, "“ferries” is “ferries”, word 1 of the body."),
      ("guide", "title:greek", 3, "“greek” is “greek”, word 2 of the title."),
      ("guide", "\"sea and\"", 3, "“sea” is “sea”, word 1 of keyword 2."),
      (
        "Greece", "-rome gre", 2,
        "That is tier 2, of 1 (best) to 8: the title begins with the words."
      ),
      ("Ireland", "land", 5, "It stands 2nd in its section, best first."),
    ])
  func hits(id: String, text: String, tier: Int, sentence: String) throws {
    let why = try Self.why(Item.ID(id), SearchQuery(text))
    #expect(why.isHit)
    #expect(why.tier?.rawValue == tier)
    #expect(why.sentences[0] == "“\(why.item.title)” is a hit for “\(text)”.")
    #expect(why.sentences.contains(sentence), "\(why.sentences)")
  }

  @Test("names the synonym that makes a hit")
  func synonyms() throws {
    let repository = try Self.repository()
    try repository.addSynonyms([SynonymSet(["aotearoa", "New Zealand"])])
    let why = try repository.why("New Zealand", SearchQuery("aotearoa"))
    #expect(why.isHit)
    #expect(
      Array(why.sentences.dropFirst(3)) == [
        "It matches through the synonym “New Zealand” of “aotearoa”.",
        "“new” is “new”, word 1 of the title.", "“zealand” is “zealand”, word 2 of the title.",
        "That is tier 1, of 1 (best) to 8: the words are the whole title.",
        "Within the tier, it comes after all that match without a synonym.",
        "It stands 1st in its section, best first.",
      ])
    let literal = try repository.why("New Zealand", SearchQuery("new zealand"))
    #expect(!literal.sentences.contains { $0.contains("synonym") })
  }

  @Test(
    "is said of what does not match",
    arguments: [
      (
        "Greece", "greek",
        "“greek” begins no word of the title; the nearest word is “greece”. "
          + "Nor is it inside a word, as tier 5 would have it."
      ),
      (
        "Switzerland", "swizzera",
        "“swizzera” is 2 edits away from “switzerla”, the beginning of that word, which is tier 7, but "
          + "the query wants no misspelt words."
      ),
      (
        "Greece", "grxxce",
        "“grxxce” is 2 edits away from it; in a word of 6 letters the typo tiers, 6 and 7, forgive 1."
      ),
      (
        "Rome", "roma",
        "“roma” is 1 edit away from it; a word of 4 letters must be typed exactly, misspelt words need "
          + "5 or more."
      ),
      (
        "Switzerland", "swizerl",
        "“swizerl” is 1 edit away from “switzerl”, the beginning of that word, which is tier 6, but the "
          + "query wants no misspelt words."
      ),
      (
        "U.S.A", "usa1", "“usa1” is 1 edit away from it; a word with a digit must be typed exactly."
      ),
      (
        "guide", "\"gree\" travel",
        "“gree” is no word of the title, the subtitle, the keywords or the body. “greek” begins with "
          + "it, but only the last word of a query may be half typed, and only while nothing "
          + "follows it, not even a space."
      ),
      (
        "New Zealand", "\"zealand new\"",
        "All words of “zealand new” are in the title, but not next to each other in this order."
      ),
      ("New Zealand", "\"new york\"", "Of the phrase “new york”, “york” is not in the title."),
      ("Greece", "body:gre", "The body of the item is empty."),
      ("guide", "body:greek", "The title has it, but the query wants it in the body."),
      ("Greece", "rome OR norway", "None of “rome” and “norway” is in the title."),
      ("Iceland", "ice green", "“ice” begins “iceland”, word 1 of the title."),
      ("Greece", "", "The query holds no word, so it finds nothing."),
      (
        "New Zealand", "zea -new",
        "The query excludes “new”, and “new” is “new”, word 1 of the title."
      ),
      (
        "New Zealand", "zea -new",
        "Without that it would be on tier 5: every word is inside a word "
          + "of the title or the keywords."
      ),
      (
        "guide", "ferries slands",
        "No tier takes these together: tiers 1 to 4 want each word to be, or the last one to begin, a "
          + "whole word; tier 5 takes the inside of words, but only in the title and the keywords."
      ),
    ])
  func misses(id: String, text: String, sentence: String) throws {
    let why = try Self.why(Item.ID(id), SearchQuery(text, typos: false))
    #expect(!why.isHit)
    #expect(why.tier == nil)
    #expect(why.sentences[0] == "“\(why.item.title)” is no hit for “\(text)”.")
    #expect(why.sentences.contains(sentence), "\(why.sentences)")
  }

  @Test(
    "names no distance to a few letters of a word, nor between words that are not alike",
    arguments: [
      ("uk", "United Kingdom"), ("uk ", "United Kingdom"), ("unx", "United Kingdom"),
      ("gra", "Greece"),
    ])
  func unlikeWords(text: String, title: String) throws {
    let repository = try ItemRepository.countries(and: [
      Item(id: "United Kingdom", section: "s", title: "United Kingdom")
    ])
    let why = try repository.why(Item.ID(title), SearchQuery(text))
    #expect(!why.isHit)
    #expect(!why.sentences.contains { $0.contains("away from") }, "\(why.sentences)")
  }

  @Test("is a limit, and where the item stands beyond it")
  func limit() throws {
    let why = try Self.why("Switzerland", SearchQuery("land", limit: 3))
    #expect(!why.isHit)
    #expect(why.tier == .substring)
    #expect(why.place == 4)
    #expect(
      why.sentences.last == "It stands 4th in its section, best first, and the limit is 3.")
    let flat = try Self.why("Switzerland", SearchQuery("land", limit: 3, layout: .flat))
    #expect(flat.sentences.last == "It stands 4th of all, best first, and the limit is 3.")
    let list = try Self.why("Ireland", SearchQuery("land", limit: 3, order: .list))
    #expect(
      list.sentences.last
        == "It stands 5th in its section, in the order of the list, and the limit is 3.")
  }

  @Test("is a better tier that gave enough")
  func betterTier() throws {
    let why = try Self.why("Rome", SearchQuery("e", limit: 1))
    #expect(why.isHit == false)
    let greek = try Self.repository()
    try greek.upsert([Item(section: "s", title: "Land"), Item(section: "s", title: "Landing")])
    let land = try greek.why("Iceland", SearchQuery("land", limit: 2))
    #expect(land.tier == .substring)
    #expect(
      land.sentences.last
        == "But the tiers 1 to 4 gave 2 hits, not fewer than the limit of 2, so tier 5 was not tried."
    )
  }

  @Test("is a section that was not asked for")
  func section() throws {
    let why = try Self.why("Greece", SearchQuery("gre", in: ["Books"]))
    #expect(!why.isHit)
    #expect(why.place == nil)
    #expect(
      why.sentences.contains(
        "It stands in the section “Countries to visit”, and the query looks only in “Books”."))
    #expect(
      why.sentences.last
        == "Else it would be a match: tier 2, of 1 (best) to 8: the title begins with the words.")
  }

  @Test("is no answer for an item that is not there")
  func unknownItem() throws {
    #expect {
      try Self.why("Atlantis", SearchQuery("a"))
    } throws: {
      ($0 as? ShortlistError)?.code == .unknownItem
    }
  }

  /// SQLite checks the time every 1,000 steps of a statement, counted over all its runs. So each
  /// query stops at another point: in a look-up, an iteration, or a sort.
  @Test("is answered with what is known when the time runs out, wherever that is")
  func spentBudget() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.load(
      (0..<3_000).map { Item(id: .init("\($0)"), section: "s", title: "Number \($0)") })
    try repository.move(["7"], to: "s", at: 0)
    let queries = [
      SearchQuery("n", timeBudget: .zero),
      SearchQuery("n", layout: .flat, order: .list, timeBudget: .zero),
      SearchQuery("number 2", limit: 3_000, order: .list, timeBudget: .zero),
      SearchQuery("number", match: .any, timeBudget: .zero),
      SearchQuery("nunber", timeBudget: .zero),
      SearchQuery("umber", timeBudget: .zero),
    ]
    var incomplete = 0
    let rounds = Rounds.of(60)
    for round in 0..<rounds {
      for query in queries {
        let why = try repository.why(["2999", "7", "2500"][round % 3], query)
        let isIncomplete = why.sentences.contains {
          $0.hasPrefix("The time ran out before")
        }
        if isIncomplete {
          incomplete += 1
          #expect(why.place == nil, "\(query.text)")
        }
        // The answer includes whatever the texts alone tell.
        if ["n", "umber"].contains(query.text) { #expect(why.tier != nil, "\(query.text)") }
      }
    }
    #expect(incomplete > rounds)
  }

  @Test("agrees with the search, item by item")
  func agreement() throws {
    let repository = try Self.repository()
    let items = try repository.sections().flatMap { try repository.items(in: $0.id) }
    for text in ["land", "e", "new", "gre", "a guide", "the", "i", "u.s.a", "sea -travel", "s"] {
      for limit in [1, 3, 20] {
        for layout in [SearchQuery.Layout.grouped, .flat] {
          for order in [SearchQuery.Order.rank, .list] {
            let query = SearchQuery(text, limit: limit, layout: layout, order: order)
            let hits = try repository.search(query).hits
            for item in items {
              let why = try repository.why(item.id, query)
              let hit = hits.first { $0.id == item.id }
              #expect(why.isHit == (hit != nil))
              if let hit {
                #expect(why.tier == hit.tier)
                let own = layout == .flat ? hits : hits.filter { $0.item.section == item.section }
                #expect(why.place.map { own[$0 - 1].id } == item.id)
              }
            }
          }
        }
      }
    }
  }
}
