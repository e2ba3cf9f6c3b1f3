/// The searched texts of an item as the file keeps them.
struct ItemTexts: Hashable {
  var title: String
  var subtitle: String
  /// Each keyword behind a U+001F.
  var keywords: String
  var body: String

  private static let separator: UInt8 = 0x1F

  init(title: String, subtitle: String, keywords: String, body: String) {
    self.title = title
    self.subtitle = subtitle
    self.keywords = keywords
    self.body = body
  }

  init(_ item: Item) {
    self.init(
      title: item.title, subtitle: item.subtitle,
      keywords: item.keywords.map { "\u{1F}" + $0 }.joined(), body: item.body)
  }

  /// The keywords of a text that holds a U+001F before each.
  static func keywords(in text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.utf8.split(separator: separator, omittingEmptySubsequences: false).dropFirst()
      .map { String(Substring($0)) }
  }

  /// The texts in the order of the columns.
  var all: ArraySlice<String> { [title, subtitle, keywords, body] }

  /// The texts in the columns of a table of FTS5; `nil` where the item is not in it.
  func columns(of table: String, hasStems: Bool) -> ArraySlice<String>? {
    if IndexTable.hasMarks(table) { return [title, keywords] }
    return hasProse || hasStems ? all : nil
  }

  /// How long the texts are, in bytes.
  var byteCount: Int {
    title.utf8.count + subtitle.utf8.count + keywords.utf8.count + body.utf8.count
  }

  /// Whether the item stands in `item_texts` as well.
  var hasProse: Bool { !subtitle.isEmpty || !body.isEmpty }
}
