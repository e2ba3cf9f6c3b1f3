/// A match before its item is read: enough to rank it.
struct Candidate {
  let docid: Int64
  let rung: Rung
  /// Where the section stands in the list.
  let sectionPosition: Int64
  /// Where the item stands among others of its rank class in its section: its position, or the
  /// docid while both give the same order.
  var tie: Int64
  /// What it scores by its words, in 0...1; 0 when only the static order counts.
  var relevance = 0.0
  /// Whether the rung says nothing about the order: in answers to questions in prose.
  var isRungless = false

  var rankClass: Int { DocID(docid).rankClass.rawValue }

  /// By rung, relevance, rank class, and the order of the list.
  static func ranksBefore(_ a: Candidate, _ b: Candidate) -> Bool {
    if a.rung != b.rung, !a.isRungless { return a.rung < b.rung }
    if a.relevance != b.relevance { return a.relevance > b.relevance }
    let (classA, classB) = (a.rankClass, b.rankClass)
    return classA != classB ? classA < classB : standsBefore(a, b)
  }

  /// By the order of the list.
  static func standsBefore(_ a: Candidate, _ b: Candidate) -> Bool {
    (a.sectionPosition, a.tie, a.docid) < (b.sectionPosition, b.tie, b.docid)
  }
}
