/// What a scope bar offers: some sections under a name.
public struct SearchSessionScope: Sendable, Hashable {
  /// What the scope bar shows.
  public var title: String
  /// The sections to look in; `nil` for all.
  public var sections: [ItemSection.ID]?

  /// All sections.
  public static let all = SearchSessionScope(title: "All")

  /// Makes a scope; without sections, it is all of them under another name.
  public init(title: String, sections: [ItemSection.ID]? = nil) {
    self.title = title
    self.sections = sections
  }
}
