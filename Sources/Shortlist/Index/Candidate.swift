/// A match before its item is read: enough to rank it.
struct Candidate {
  let docid: Int64
  let rung: Rung
  /// Where the section stands in the list.
  let sectionPosition: Int64
  /// Where the item stands among others of its rank class in its section: its position, or the
  /// docid while both give the same order.
  let tie: Int64

  var rankClass: Int { DocID(docid).rankClass.rawValue }

  /// By rung, rank class, and the order of the list.
  static func ranksBefore(_ a: Candidate, _ b: Candidate) -> Bool {
    if a.rung != b.rung { return a.rung < b.rung }
    let (classA, classB) = (a.rankClass, b.rankClass)
    return classA != classB ? classA < classB : standsBefore(a, b)
  }

  /// By the order of the list.
  static func standsBefore(_ a: Candidate, _ b: Candidate) -> Bool {
    (a.sectionPosition, a.tie, a.docid) < (b.sectionPosition, b.tie, b.docid)
  }
}
