import Shortlist

extension SearchResults.Note {
  /// The note as a sentence.
  var sentence: String {
    switch self {
    case .wordsCut(let kept): "Only the first \(kept) words were used."
    case .wordCut: "A word of more than 1,000 characters was cut."
    case .timeBudgetSpent: "The time budget ran out; there may be more."
    case .unknownSection(let id): "There is no section “\(id)”."
    case .indexOutdated:
      "The index was made by another version: items may be missing until `shortlist reindex`."
    }
  }
}

extension Total {
  /// The number to show: "5", or "1,000+" where counting stopped.
  var shown: String { value.grouped + (isExact ? "" : "+") }

  /// How many there are besides those shown: "12", "12+"; `nil` when none are known of.
  func shown(besides count: Int) -> String? {
    guard value > count || !isExact else { return nil }
    return (value - min(count, value)).grouped + (isExact ? "" : "+")
  }
}
