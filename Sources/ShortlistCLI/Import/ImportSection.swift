import Shortlist

/// A section that a file names by itself, whether it has items for it or not.
struct ImportSection: Equatable {
  let id: ItemSection.ID
  /// What it is to be called; `nil` when the file does not say.
  var title: String?
}
