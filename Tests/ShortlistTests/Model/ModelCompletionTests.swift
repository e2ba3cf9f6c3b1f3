import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Completions, compared with the model")
struct ModelCompletionTests {
  @Test("are the same", arguments: Rounds.seeds(20))
  func randomTexts(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 8_000_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    var model = ModelIndex()
    let items = (0..<40).map { number in
      Item(
        id: Item.ID("\(number)"), section: ItemSection.ID(generator.pick(["a", "a", "b", "c"])),
        title: generator.title(words: 3),
        subtitle: generator.once(in: 4) ? generator.text(words: 3) : "",
        keywords: generator.once(in: 4)
          ? [generator.text(words: 2).replacing("\u{1F}", with: "")] : [],
        body: generator.once(in: 2) ? generator.text(words: 5) : "", weight: generator.weight())
    }
    var changes = [Change.upsert(items)]
    if generator.once(in: 2) {
      changes.append(.reorder("a", items.filter { $0.section == "a" }.reversed().map(\.id)))
    }
    for change in changes {
      change.apply(to: &model)
      try change.apply(to: repository)
    }
    for _ in 0..<40 {
      let text = generator.typedText(of: model)
      let limit = generator.number(1...8)
      let sections: [ItemSection.ID]? =
        generator.once(in: 4) ? [ItemSection.ID(generator.pick(["a", "b"]))] : nil
      func difference(_ text: String) throws -> String? {
        let expected = ModelCompletions(model, text, limit: limit, in: sections).all()
        let found = try repository.completions(for: text, limit: limit, in: sections)
          .map(ModelCompletions.Completion.init)
        return found == expected ? nil : "\(found) instead of \(expected)"
      }
      guard try difference(text) != nil else { continue }
      let small = try Shrinking.text(text) {
        try Settled.contains($0, model.tokenizer) && difference($0) != nil
      }
      Issue.record(
        "Seed \(seed), limit \(limit): \(Shrinking.literal(small)): \(try difference(small) ?? "")")
      return
    }
  }
}

extension SeededGenerator {
  /// Returns the beginning of a text of the model, or another query.
  fileprivate mutating func typedText(of model: ModelIndex) -> String {
    let texts = model.items.flatMap { [$0.title, $0.title, $0.subtitle, $0.body] + $0.keywords }
      .filter { !$0.isEmpty }
    var text = ""
    repeat {
      let words = pick(texts).split(separator: " ")
      text = words.drop { _ in once(in: 3) }.joined(separator: " ")
      text = String(text.unicodeScalars.prefix(number(1...10)))
      if once(in: 4) { text = query(from: texts) }
    } while !Settled.contains(text, model.tokenizer)
    return text
  }
}
