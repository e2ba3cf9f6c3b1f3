import CShortlist
import Testing

@testable import Shortlist

@Suite("The definitions of a file")
struct SchemaTests {
  /// The text of `Migrations/schema.sql`.
  private static func text(of definitions: Set<Schema.Definition>) -> String {
    definitions.sorted { ($0.table, $0.name) < ($1.table, $1.name) }
      .map { "\(Schema.mark)\($0.type) \($0.name) \($0.table)\n\($0.sql)" }
      .joined(separator: "\n\n") + "\n"
  }

  // Another SQLite may put the tables of FTS5 in other words; then a file is compared with what the
  // migrations make.
  @Test(
    "are those that the migrations make",
    .enabled(if: sqlite3_libversion_number() / 1_000 == 3_040),
    arguments: [ItemRepository.Options.Stemming.none, .english])
  func migrations(stemming: ItemRepository.Options.Stemming) throws {
    let made = try Schema.definitions(of: Schema.model(stemming))
    #expect(Schema.shipped(stemming) == made)
    guard stemming == .none else { return }
    let text = Self.text(of: made)
    #expect(text == String(cString: shortlist_schema()), "Migrations/schema.sql must be:\n\(text)")
  }
}
