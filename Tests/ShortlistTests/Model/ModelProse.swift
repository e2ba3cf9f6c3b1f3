import Foundation
import Shortlist

/// Scores items by how well they answer a question, following the formula of BM25F literally.
struct ModelProse {
  private let clauses: [ModelClause]
  private let idf: [Double]
  /// The mean length of bodies, in words.
  private let mean: Double
  private let weights: [Field: Double]

  /// The limit of the score of an item in which every word occurs ever more often.
  var best: Double { idf.reduce(0, +) }

  init(_ clauses: [ModelClause], _ index: ModelIndex, _ weights: [Field: Double] = [:]) {
    self.clauses = clauses
    self.weights = [.title: 5, .subtitle: 2, .keywords: 3, .body: 1].merging(weights) { $1 }
    let documents = index.items.compactMap { item in index.documents[item.id].map { (item, $0) } }
    let terms = documents.map { document in
      Field.allCases.flatMap { document.1.texts(of: $0) }
        .reduce(into: Set<[UInt8]>()) { $0.formUnion($1.terms) }
    }
    let texts = documents.filter { !$0.0.subtitle.isEmpty || !$0.0.body.isEmpty }
    let words = texts.reduce(0) { $0 + $1.1.body.length }
    mean = words > 0 ? Double(words) / Double(texts.count) : 1
    let all = Double(documents.count)
    idf = clauses.map { clause in
      let counts = clause.alternatives.map { alternative in
        alternative.phrase.enumerated().map { offset, token in
          let isLast = offset == alternative.phrase.count - 1
          let isPrefix = isLast && alternative.endsInPrefix
          return terms.reduce(0) { sum, terms in
            sum + terms.count { isPrefix ? $0.starts(with: token.text) : $0 == token.text }
          }
        }.min() ?? 0
      }
      let n = min(Double(counts.max() ?? 0), all)
      return log(1 + (all - n + 0.5) / (n + 0.5))
    }
  }

  func score(of document: ModelDocument) -> Double {
    let norm = 1 - 0.75 + 0.75 * Double(document.body.length) / mean
    return zip(clauses, idf).reduce(0) { sum, pair in
      let frequency =
        pair.0.alternatives.map { alternative in
          func weighed(_ field: Field) -> Double {
            count(field) * (weights[field] ?? 0)
          }
          func count(_ field: Field) -> Double {
            guard alternative.field == nil || alternative.field == field else { return 0 }
            return document.texts(of: field).reduce(0) { sum, text in
              let count = text.count(
                of: alternative.phrase, endsInPrefix: alternative.endsInPrefix)
              return sum + Double(count)
            }
          }
          let short = weighed(.title) + weighed(.subtitle) + weighed(.keywords)
          return short + weighed(.body) / norm
        }.max() ?? 0
      return sum + pair.1 * frequency / (1.2 + frequency)
    }
  }

  /// Whether the item has any of the words, whatever its field weighs.
  func matches(_ document: ModelDocument) -> Bool {
    clauses.contains { ModelTiers.matches($0, document, in: Field.allCases) }
  }

  // MARK: - Questions

  /// Returns each word of a query as a clause, once. Stop words count only if there are no others.
  static func question(_ query: ModelQuery) -> [ModelClause] {
    var words: [ModelClause] = []
    for word in query.clauses.flatMap({ choices($0).flatMap { $0 } })
    where tells(word) || !isTelling(query) {
      if !words.contains(word) { words.append(word) }
    }
    return Array(words.prefix(64))
  }

  /// Returns the words of each alternative. The joined form of a hyphenated word may replace each
  /// of its parts.
  static func choices(_ clause: ModelClause) -> [[ModelClause]] {
    var choices: [[ModelClause]] = []
    for alternative in clause.alternatives {
      var plain = alternative
      plain.isPrefix = alternative.endsInPrefix
      plain.tokens = alternative.phrase
      if !alternative.isQuoted, alternative.tokens.map(\.kind) == [.joined], !choices.isEmpty {
        for index in choices[choices.count - 1].indices {
          choices[choices.count - 1][index].alternatives.append(plain)
        }
      } else if alternative.isQuoted {
        choices.append([ModelClause(alternatives: [plain])])
      } else {
        choices.append(
          plain.tokens.enumerated().map { offset, token in
            var word = plain
            word.tokens = [ModelQueryToken(text: token.text, kind: .word)]
            word.isPrefix = plain.isPrefix && offset == plain.tokens.count - 1
            return ModelClause(alternatives: [word])
          })
      }
    }
    return choices
  }

  static func isTelling(_ query: ModelQuery) -> Bool {
    query.clauses.contains { choices($0).contains { $0.contains(where: tells) } }
  }

  static func tells(_ word: ModelClause) -> Bool {
    guard let first = word.alternatives.first, !first.isQuoted, !first.isPrefix,
      first.field == nil, first.tokens.count == 1, let token = first.tokens.first
    else { return true }
    return !stopWords.contains(String(decoding: token.text, as: UTF8.self))
  }

  private static let stopWords = Set(
    """
    a about after all also an and any are as at be been between both but by can could did do does \
    each for from had has have having how i if in into is it its may more most must no not of on or \
    other our over should so some such than that the their them then there these they this those \
    through to under up upon us used using very was we were what when where which while who whom why \
    will with would you your
    """.split(separator: " ").map(String.init))
}
