import Shortlist

/// A list that commands read: a file, or a list elsewhere.
protocol ReadableList {
  func sections() throws(ShortlistError) -> [SectionSummary]
  func items(
    in section: ItemSection.ID, from index: Int, limit: Int
  ) throws(ShortlistError) -> [Item]
  func item(_ id: Item.ID) throws(ShortlistError) -> Item?
  func items(titled title: String) throws(ShortlistError) -> [Item]
  func search(_ query: SearchQuery) throws(ShortlistError) -> SearchResults
  func completions(
    for text: String, limit: Int, in sections: [ItemSection.ID]?
  ) throws(ShortlistError) -> [Completion]
  func why(_ id: Item.ID, _ query: SearchQuery) throws(ShortlistError) -> Why
  /// Whether some item may have an attribute.
  func mayHaveAttributes() throws(ShortlistError) -> Bool
  func rememberSearch(_ text: String) throws(ShortlistError)
}

extension BlockingItemRepository: ReadableList {
  func mayHaveAttributes() throws(ShortlistError) -> Bool { try !attributes().isEmpty }
}
