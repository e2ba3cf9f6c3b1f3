import Shortlist
import Testing

@Suite("The model's answers")
struct ModelSearchTests {
  static func countries() -> ModelIndex {
    var index = ModelIndex()
    let wanted = [
      "Iceland", "Greenland", "Switzerland", "Norway", "New Zealand", "Greece", "Rome", "Ireland",
    ]
    index.upsert(wanted.map { Item(section: "Countries to visit", title: $0) })
    index.upsert(["India", "U.S.A"].map { Item(section: "Countries visited", title: $0) })
    return index
  }

  static func titles(_ query: SearchQuery, in index: ModelIndex) -> [String] {
    index.search(query).flat.map { hit in
      "\(hit.rank.tier) \(index.item(hit.id)?.title ?? "")"
    }
  }

  @Test(
    "about the sample are those of the specification",
    arguments: [
      ("", []), ("zzz", []),
      ("land", ["5 Iceland", "5 Ireland", "5 Greenland", "5 Switzerland", "5 New Zealand"]),
      ("gre", ["2 Greece", "2 Greenland"]), ("greece", ["1 Greece"]), ("Greece ", ["1 Greece"]),
      ("usa", ["1 U.S.A"]), ("u.s.a", ["1 U.S.A"]), ("U.S.A.", ["1 U.S.A"]),
      ("new zeal", ["2 New Zealand"]), ("zealand new", ["3 New Zealand"]),
      ("land -new", ["5 Iceland", "5 Ireland", "5 Greenland", "5 Switzerland"]),
    ])
  func sample(text: String, titles: [String]) {
    #expect(Self.titles(SearchQuery(text, limit: 8), in: Self.countries()) == titles)
  }

  @Test("keep the order of the list when asked to")
  func listOrder() {
    let query = SearchQuery("land", order: .list)
    #expect(
      Self.titles(query, in: Self.countries()) == [
        "5 Iceland", "5 Greenland", "5 Switzerland", "5 New Zealand", "5 Ireland",
      ])
  }

  @Test(
    "find whole titles however they are joined",
    arguments: [
      ("e-mail list", "email list", 1), ("e-mail", "email", 1), ("email", "e-mail", 1),
      ("e-mail", "e-mail", 1), ("e-mail", "e mail", 1), ("Guinea-Bissau", "guineabis", 2),
      ("new e-mail", "new email", 2), ("東京都", "東京", 2), ("東京 a", "東京 a", 1),
      ("東京都", "京", 3), ("東京都", "京都", 3), ("東京", "\"東京\"", 1), ("東京 a", "\"東京 a\"", 1),
      ("d'Ivoire", "ivoire", 3), ("d'Ivoire", "divoire", 1), ("京 a", "京 ", 2),
    ])
  func joinedTitles(title: String, text: String, tier: Int) {
    var index = ModelIndex()
    index.upsert([Item(section: "s", title: title)])
    #expect(index.search(SearchQuery(text)).flat.map(\.rank.tier) == [tier])
  }

  @Test("weigh in three classes an octave")
  func weights() {
    #expect(ModelRank.weightClass(0) == 127)
    #expect(ModelRank.weightClass(.leastNonzeroMagnitude) == 126)
    #expect(ModelRank.weightClass(0x1p-9) == 126)
    #expect(ModelRank.weightClass(1) == 99)
    #expect(ModelRank.weightClass(1.25) == 99)
    #expect(ModelRank.weightClass(1.26) == 98)
    #expect(ModelRank.weightClass(2) == 96)
    #expect(ModelRank.weightClass(0x1p33) == 0)
    #expect(ModelRank.weightClass(.greatestFiniteMagnitude) == 0)
  }

  @Test("measure titles without marks")
  func lengths() {
    #expect(ModelRank.length("Zu\u{308}rich") == 6)
    #expect([20, 21, 22, 23, 90, 91].map(ModelRank.lengthClass) == [20, 21, 21, 22, 30, 31])
  }
}
