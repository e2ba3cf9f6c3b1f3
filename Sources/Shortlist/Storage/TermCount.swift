/// How many items hold a term.
struct TermCount: Equatable {
  /// In some field.
  var items: Int64 = 0
  /// In the title or the keywords.
  var titles: Int64 = 0
}
