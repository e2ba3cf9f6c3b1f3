import Shortlist

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The fields of an item as they were read, not yet validated.
struct ItemDraft {
  var id = ""
  /// The values that identify the record, in the order of `--key`.
  var key: [String] = []
  var section: ItemSection.ID?
  var sectionTitle: String?
  var title: String?
  var subtitle = ""
  var keywords: [String] = []
  var body = ""
  var weight = 0.0
  var payload: Data?
  var positionInSection: Int64?

  init(_ names: FieldNames) { key = names.keys.map { _ in "" } }

  /// The section, if this is the record of a section.
  var ownSection: ImportSection? {
    guard title == nil, id.isEmpty, let section, let sectionTitle else { return nil }
    return ImportSection(id: section, title: sectionTitle)
  }

  /// The item, or the reason there is none. A record with a missing or blank title is skipped in
  /// every format: a table cannot tell the two apart, and the library stores no such item.
  func item(defaultSection: ItemSection.ID) -> Result<Item, ItemProblem> {
    guard let title else { return .failure("there is no title") }
    guard !title.isBlank else { return .failure("the title is blank") }
    guard key.isEmpty || key.contains(where: { !$0.isEmpty }) else {
      return .failure("the fields that --key names are empty")
    }
    let id = key.isEmpty ? id : Self.id(ofKey: key)
    guard weight.isFinite, weight >= 0 else {
      return .failure("the weight is not a finite number of 0 or more")
    }
    // U+001F separates keywords in the database.
    for keyword in keywords where keyword.utf8.contains(0x1F) {
      return .failure("a keyword contains the control character U+001F")
    }
    var item = Item(
      id: id.isEmpty ? nil : Item.ID(id), section: section ?? defaultSection, title: title,
      subtitle: subtitle, keywords: keywords, body: body, weight: weight, payload: payload)
    item.positionInSection = positionInSection
    guard item.size <= RecordLimit.itemBytes else { return .failure(RecordLimit.itemReason) }
    return .success(item)
  }

  /// Joins the parts of a key with slashes, escaped so that different keys give different ids.
  private static func id(ofKey key: [String]) -> String {
    guard key.count > 1 else { return key[0] }
    return key.map {
      $0.replacing("\\", with: "\\\\").replacing("/", with: "\\/")
    }.joined(separator: "/")
  }
}

extension Item {
  /// Its size in the database, in bytes. A new section stores its id as its title too.
  fileprivate var size: Int {
    let names = id.rawValue.utf8.count + 2 * section.rawValue.utf8.count
    let texts = title.utf8.count + subtitle.utf8.count + body.utf8.count
    return names + texts + keywords.reduce(payload?.count ?? 0) { $0 + 1 + $1.utf8.count }
  }
}

/// The reason a record holds no item.
struct ItemProblem: Error, Equatable, ExpressibleByStringInterpolation {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  init(stringLiteral value: String) { reason = value }
}

/// The meaning of a key of a JSON object or a column of a table.
enum ImportField: String, CaseIterable {
  case id, section, title, subtitle, keywords, body, weight, payload
  /// The payload in Base64, as `list --json` writes it if it is not JSON.
  case payloadBase64
  /// The item's number in the order of its section, as `export` writes it after a gap.
  case positionInSection
  /// The title of a section, in the section's own record, as `export` writes it.
  case sectionTitle
}

/// A section that a file declares, with or without items.
struct ImportSection: Equatable {
  let id: ItemSection.ID
  /// The title; `nil` if the file does not give one.
  var title: String?
}

extension StringProtocol {
  /// The text without leading and trailing white space.
  func trimmingSpaces() -> SubSequence {
    let rest = drop(while: \.isWhitespace)
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return rest }
    return rest[...last]
  }
}

extension String {
  /// Whether the text is empty or all white space: the library stores no item with such a title.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
