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
  /// The texts of the other fields.
  private var others: [(field: Field, texts: [String])] = []
  var weight = 0.0
  private var payload: Data?
  var positionInSection: Int64?
  /// The terms of a set of synonyms, and the one that finds them.
  var synonyms: [String]?
  var synonymSource: String?
  /// The text for which the item is pinned, in the record of a pin.
  var pinnedFor: String?
  var attributes: [String: AttributeValue] = [:]
  private var notedAttributes: [(name: String, value: AttributeValue)] = []

  init(_ names: FieldNames) { key = names.keys.map { _ in "" } }

  /// Sets the texts of a field. If a record repeats a field, the last one counts.
  mutating func set(_ texts: [String], of field: Field) {
    if field == .title {
      title = texts.first
    } else {
      others.removeAll { $0.field == field }
      others.append((field, texts))
    }
  }

  /// Notes the value of an attribute, which ``admitAttributes(to:)`` sets.
  mutating func note(_ value: AttributeValue, of name: String) {
    notedAttributes.append((name, value))
  }

  /// Sets the attributes that the import takes, if this is an item: the other records have none.
  mutating func admitAttributes(to report: ImportAttributes) {
    guard title?.isBlank == false else { return }
    for (name, value) in notedAttributes where report.admits(name) {
      if attributes.count < ImportAttributes.maximumInItem || attributes[name] != nil {
        attributes[name] = value
      } else {
        report.omit(name, .item)
      }
    }
  }

  /// Sets the payload from text in Base64; returns `false` if it is not valid.
  mutating func setPayload(base64 text: String) -> Bool {
    payload = Data(base64Encoded: text)
    return payload != nil
  }

  mutating func setPayload(_ text: String) { payload = Data(text.utf8) }

  /// The section, if this is the record of a section.
  var ownSection: ImportSection? {
    guard title == nil, id.isEmpty, let section, let sectionTitle else { return nil }
    return ImportSection(id: section, title: sectionTitle)
  }

  /// The set of synonyms, if this is the record of one.
  var ownSynonyms: SynonymSet? {
    guard title == nil, id.isEmpty, section == nil, let synonyms else { return nil }
    return synonymSource.map { SynonymSet(synonyms, for: $0) } ?? SynonymSet(synonyms)
  }

  /// The pinned item, if this is the record of a pin.
  var ownPin: PinnedItem? {
    guard title == nil, !id.isEmpty, let pinnedFor else { return nil }
    return PinnedItem(text: pinnedFor, item: Item.ID(id))
  }

  /// The item, or the reason there is none. A record with a missing or blank title is skipped in
  /// every format: a table cannot tell the two apart, and the library stores no such item.
  func item(defaultSection: ItemSection.ID) -> Result<Item, ItemProblem> {
    guard let title else { return .failure("there is no title") }
    guard !title.isBlank else { return .failure("the title is blank") }
    guard key.isEmpty || key.contains(where: { !$0.isEmpty }) else {
      return .failure("the fields that --key names are empty")
    }
    guard weight.isFinite, weight >= 0 else {
      return .failure("the weight is not a finite number of 0 or more")
    }
    let id = key.isEmpty ? id : Self.id(ofKey: key)
    var item = Item(
      id: id.isEmpty ? nil : Item.ID(id), section: section ?? defaultSection, title: title,
      weight: weight, payload: payload)
    item.positionInSection = positionInSection
    item.attributes = attributes
    // Its size in the database, in bytes. A new section stores its id as its title too.
    var size = item.id.rawValue.utf8.count + 2 * item.section.rawValue.utf8.count
    size += title.utf8.count + (payload?.count ?? 0)
    for (field, texts) in others {
      // U+001F separates the texts of a field in the database.
      for text in texts where field.isList && text.utf8.contains(0x1F) {
        return .failure("\(field.rawValue): a text contains the control character U+001F")
      }
      size += texts.reduce(0) { $0 + 1 + $1.utf8.count }
      item[field] = texts
    }
    for (_, value) in attributes { size += value.textSize }
    guard size <= RecordLimit.itemBytes else { return .failure(RecordLimit.itemReason) }
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

/// The meaning of a key of a JSON object or a column of a table.
enum ImportField: Hashable {
  case id, section
  case field(Field)
  case weight, payload
  /// The payload in Base64, as `list --json` writes it if it is not JSON.
  case payloadBase64
  /// The item's number in the order of its section, as `export` writes it after a gap.
  case positionInSection
  /// The title of a section, in the section's own record, as `export` writes it.
  case sectionTitle
  /// The text for which an item is pinned, in the pin's own record, as `export` writes it.
  case pinnedFor

  static let all =
    [.id, .section] + Field.allCases.map(field)
    + [.weight, .payload, .payloadBase64, .positionInSection, .sectionTitle, .pinnedFor]

  /// Its usual name in the input.
  var name: String {
    if case .field(let field) = self { field.rawValue } else { "\(self)" }
  }
}

/// A section that a file declares, with or without items.
struct ImportSection: Equatable {
  let id: ItemSection.ID
  /// The title; `nil` if the file does not give one.
  var title: String?
}

extension AttributeValue {
  /// The size of its texts, in bytes.
  fileprivate var textSize: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .list(let values): values.reduce(0) { $0 + $1.textSize }
    case .number, .boolean: 0
    }
  }
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
