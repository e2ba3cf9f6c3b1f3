import Foundation
import ShortlistTestSupport
import Testing

@Suite("The program about its answers")
struct WhyAndCompleteTests {
  private let shortlist: ShortlistBinary
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    shortlist = ShortlistBinary(home: home)
  }

  @Test("complete goes on where the text stops")
  func complete() throws {
    #expect(try shortlist.run("complete", "gre").lines == ["Greece", "Greenland"])
    #expect(try shortlist.run("complete", "n", "--limit", "2").lines == ["Norway", "New"])
    #expect(try shortlist.run("complete", "zzz").status == 1)
    #expect(try shortlist.run("complete", "gre", "--limit", "0").status == 2)
    let colored = try shortlist.run("complete", "gre", "--color", "always").output
    #expect(colored.hasPrefix("\u{1B}[1;33mGre\u{1B}[0mece\n"))
    #expect(
      try shortlist.run("complete", "zea", "--json").output == """
        {"completions":[{"text":"Zealand","typed":[0,3],"kind":"term","weight":1}]}

        """)
  }

  @Test("why exits with 0 for a hit, 1 for none, 2 for no such item")
  func why() throws {
    let hit = try shortlist.run("why", "Greece", "gre")
    #expect(hit.status == 0)
    #expect(hit.lines[0] == "“Greece” is a hit for “gre”.")
    let miss = try shortlist.run("why", "Greece", "norw")
    #expect(miss.status == 1)
    #expect(
      miss.output.contains("“norw” begins no word of the title; the nearest word is “greece”."))
    let limited = try shortlist.run("why", "Switzerland", "land", "--limit", "2")
    #expect(limited.lines.last == "It stands 4th in its section, best first, and the limit is 2.")
    #expect(try shortlist.run("why", "Atlantis", "gre").status == 2)
    #expect(
      try shortlist.run("why", "New Zealand", "land", "-new").output.contains("excludes “new”"))
  }

  @Test("why --json gives the sentences with tier and place")
  func whyJSON() throws {
    let output = try shortlist.run("why", "Greece", "gre", "--json").output
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    #expect(json["isHit"] as? Bool == true)
    #expect(json["tier"] as? String == "prefix")
    #expect(json["place"] as? Int == 1)
    #expect((json["sentences"] as? [String])?.isEmpty == false)
  }

  @Test("search --explain says how each hit matched, and what was read")
  func explain() throws {
    let lines = try shortlist.run("search", "gre", "--explain").lines
    #expect(lines[2] == "      score = ((8 − tier) + rank) / 8: 0.75")
    #expect(lines.contains("          “gre” begins “greece”, in the title, word: 1"))
    #expect(lines.contains { $0.hasPrefix("plan: rows read, in all iterators: ") })
    let answer = try #require(
      try Answer(shortlist.run("search", "gre", "--explain", "--json").output))
    let explanation = try #require(answer.hits[0]["explanation"] as? [String: Any])
    #expect(explanation["label"] as? String == "score = ((8 − tier) + rank) / 8")
    #expect((explanation["children"] as? [[String: Any]])?.count == 3)
    #expect(answer.json["plan"] != nil)
  }
}
