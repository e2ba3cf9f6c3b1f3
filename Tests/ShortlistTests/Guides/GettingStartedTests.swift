import Shortlist
import ShortlistTestSupport
import Testing

/// The lines that the code of a guide prints.
private enum Printed {
  @TaskLocal static var lines: Locked<[String]>?
}

/// Prints as the standard library does, to ``Printed``.
private func print(_ items: Any...) {
  let line = items.map { "\($0)" }.joined(separator: " ")
  Printed.lines?.withLock { $0.append(line) }
}

// snippet: program
struct Countries {
  static func main() async throws {
    let countries = try ItemRepository(path: ":memory:")
    try await countries.upsert([
      Item(section: "Countries to visit", title: "New Zealand", keywords: ["Aotearoa"]),
      Item(section: "Countries to visit", title: "Switzerland", weight: 9_000_000),
      Item(section: "Countries to visit", title: "Iceland", weight: 400_000),
      Item(section: "Countries visited", title: "Papua New Guinea"),
    ])
    for text in ["new", "swizerland", "aotea", "land"] {
      let results = try await countries.search(SearchQuery(text))
      for group in results.groups {
        print("\(text): \(group.section):", group.hits.map(\.item.title).joined(separator: ", "))
      }
    }
    await countries.close()
  }
}
// end

// snippet: values
struct Country: ItemConvertible {
  let code: String
  var name: String
  var isVisited: Bool

  var item: Item {
    Item(
      id: Item.ID(code), section: isVisited ? "Countries visited" : "Countries to visit",
      title: name)
  }
}
// end

@Suite("The guide to getting started", .timeLimit(.minutes(5)))
struct GettingStartedTests {
  private let guide: Document
  private let countries: ItemRepository

  init() throws {
    guide = try Document(Document.catalogue + "/GettingStarted.md")
    countries = try ItemRepository(path: ":memory:")
    try countries.blocking.add("New Zealand", to: "Countries to visit")
  }

  private func printed(by work: () async throws -> Void) async throws -> [String] {
    let lines = Locked<[String]>([])
    try await Printed.$lines.withValue(lines) { try await work() }
    return lines.withLock { $0 }
  }

  @Test("has a program that prints what it says")
  func program() async throws {
    let printed = try await printed { try await Countries.main() }
    #expect(guide.blocks("text") == [printed])
  }

  @Test("marks the matches")
  func highlights() async throws {
    let printed = try await printed {
      // snippet: highlights
      let results = try await countries.search(SearchQuery("new z"))
      for hit in results.hits {
        var title = hit.item.title
        for range in hit.ranges(in: .title).reversed() {
          title.replaceSubrange(range, with: "[\(title[range])]")
        }
        print(title)  // [New] [Z]ealand
      }
      // end
    }
    #expect(printed == ["[New] [Z]ealand"])
  }

  @Test("stores values, changes the list, and finds them again")
  func values() async throws {
    var printed = try await printed {
      // snippet: typed search
      try await countries.upsert(values: [Country(code: "JP", name: "Japan", isVisited: false)])
      for hit in try await countries.search("jap", as: Country.self).hits {
        print(hit.item.title, try hit.value.code)  // Japan JP
      }
      // end
    }
    #expect(printed == ["Japan JP"])
    printed = try await self.printed {
      // snippet: changes
      try await countries.add("Greece", to: "Countries to visit")
      try await countries.move(["JP"], to: "Countries visited")
      try await countries.remove(["Countries to visit/Greece"])
      for summary in try await countries.sections() {
        print(summary.section.title, summary.count)
      }
      // end
    }
    #expect(printed == ["Countries to visit 1", "Countries visited 1"])
  }

  @Test("shows new results after a change")
  func liveResults() async throws {
    var shown: [[String]] = []
    func print(_ titles: [String]) {
      shown.append(titles)
      let countries = countries
      if shown.count == 1 {
        Task { try await countries.add("New Caledonia", to: "Countries to visit") }
      } else {
        Task { await countries.close() }
      }
    }
    // snippet: live results
    for try await results in countries.results(for: SearchQuery("new")) {
      print(results.hits.map(\.item.title))
    }
    // end
    #expect(shown == [["New Zealand"], ["New Zealand", "New Caledonia"]])
  }
}
