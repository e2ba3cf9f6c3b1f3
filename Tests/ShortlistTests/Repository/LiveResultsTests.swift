import Shortlist
import Testing

@Suite("Live results")
struct LiveResultsTests {
  private func titles(_ results: SearchResults?) -> [String]? {
    results?.hits.map(\.item.title)
  }

  @Test("are the answer, and another one once a change has altered it")
  func answers() async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.add("Iceland", to: "Lands")
    var results = repository.results(for: SearchQuery("land")).makeAsyncIterator()
    #expect(titles(try await results.next()) == ["Iceland"])
    // This one does not affect the results, so the next answer belongs to the change after it.
    try await repository.add("Greece", to: "Lands")
    try await repository.add("Ireland", to: "Lands")
    #expect(titles(try await results.next()) == ["Iceland", "Ireland"])
    try await repository.move(["Lands/Iceland"], to: "Visited")
    #expect(try await results.next()?.groups.map(\.section.id) == ["Lands", "Visited"])
    try await repository.renameSection("Visited", to: "Seen")
    #expect(try await results.next()?.groups.last?.section.title == "Seen")
    await repository.close()
    #expect(try await results.next() == nil)
  }

  @Test("are those of the index that a repair has built")
  func repair() async throws {
    let database = try TemporaryDatabase()
    let repository = try ItemRepository(path: database.path)
    try await repository.add("Iceland", to: "Lands")
    let raw = try RawDatabase(database.path)
    try raw.run("INSERT INTO item_titles(item_titles) VALUES('delete-all')")
    var results = repository.results(for: SearchQuery("ice")).makeAsyncIterator()
    #expect(titles(try await results.next()) == [])
    try await repository.repair()
    #expect(titles(try await results.next()) == ["Iceland"])
    await repository.close()
  }

  @Test("follow a change of another repository, for one that only reads")
  func others() async throws {
    let database = try TemporaryDatabase()
    let writer = try ItemRepository(path: database.path)
    try await writer.add("Iceland", to: "Lands")
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let reader = try ItemRepository(path: database.path, options: options)
    var results = reader.results(for: SearchQuery("land")).makeAsyncIterator()
    #expect(titles(try await results.next()) == ["Iceland"])
    try await writer.remove(["Lands/Iceland"])
    #expect(titles(try await results.next()) == [])
    await reader.close()
    await writer.close()
  }

  @Test("skip what is out of date, and end with the last state of many changes")
  func newest() async throws {
    let database = try TemporaryDatabase()
    let repository = try ItemRepository(path: database.path)
    let last = Task {
      var totals: [Int] = []
      // No change follows the last one, so its answer has to be whole, however busy the machine is.
      let query = SearchQuery("land", totals: .exact, timeBudget: .seconds(600))
      for try await results in repository.results(for: query) {
        totals.append(results.total.value)
        if results.total.value == 200 { break }
      }
      return totals
    }
    for number in 1...200 { try await repository.add("Land \(number)", to: "Lands") }
    let totals = try await last.value
    #expect(totals == totals.sorted())
    #expect(Set(totals).count == totals.count)
    #expect(totals.last == 200)
    await repository.close()
  }

  @Test("end when the task is cancelled")
  func cancelling() async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.add("Iceland", to: "Lands")
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var answers = 0
      for try await _ in repository.results(for: SearchQuery("land")) {
        answers += 1
        continuation.finish()
      }
      return answers
    }
    for await _ in started {}
    task.cancel()
    #expect(try await task.value == 1)
  }
}
