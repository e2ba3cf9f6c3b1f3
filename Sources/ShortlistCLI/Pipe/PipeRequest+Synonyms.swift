import Shortlist

// The requests about synonyms.
extension PipeRequest {
  /// Reads the value of `synonyms`: one of `add`, `remove` and `replace`, each with sets. Without
  /// them, it lists the sets.
  static func synonyms(from reader: inout JSONReader) throws -> Task {
    var task: Task?
    try object(from: &reader) { key, reader in
      let new: Task =
        switch key {
        case "add": .addSynonyms(try sets(from: &reader))
        case "remove": .removeSynonyms(try sets(from: &reader))
        case "replace": .replaceSynonyms(try sets(from: &reader))
        default: throw BadRequest("“synonyms” has no “\(key.text)”.")
        }
      guard task == nil else {
        throw BadRequest("“synonyms” takes one of “add”, “remove” and “replace”.")
      }
      task = new
    }
    return task ?? .listSynonyms
  }

  private static func sets(from reader: inout JSONReader) throws -> [SynonymSet] {
    var sets: [SynonymSet] = []
    try reader.beginArray()
    while try reader.nextElement() { sets.append(try set(from: &reader)) }
    return sets
  }

  /// Reads a set: its `synonyms`, and `for` if it is one-way.
  private static func set(from reader: inout JSONReader) throws -> SynonymSet {
    var terms: [String]?
    var source: String?
    try object(from: &reader) { key, reader in
      switch key {
      case "synonyms": terms = try reader.strings()
      case "for": source = try reader.string()
      default: throw BadRequest("A set of synonyms has no “\(key.text)”.")
      }
    }
    guard let terms else { throw BadRequest("A set of synonyms has “synonyms”.") }
    return source.map { SynonymSet(terms, for: $0) } ?? SynonymSet(terms)
  }
}
