#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An item of a section, found by the text of its fields.
///
/// ```swift
/// var tokyo = Item(
///   id: "city-7", section: "Cities", title: "Tokyo", keywords: ["Edo"], weight: 37_000_000)
/// try tokyo.setValue(["country": "Japan"])
/// try await repository.upsert([tokyo])
/// ```
public struct Item: Sendable, Hashable, Identifiable {
  /// The app's own key of an item, unique in a repository across all sections.
  public typealias ID = Identifier<Item>

  /// The app's own key of the item, or the key derived from its section and title.
  public var id: ID { didSet { origin.number = 0 } }
  /// The section that the item belongs to.
  public var section: ItemSection.ID
  /// The name of the item.
  ///
  /// A title of only white space could be neither seen nor found, so the repository rejects it with
  /// ``ShortlistError/Code/invalidItem``. A title of only symbols, such as "!!!", is fine.
  public var title: String
  /// A second line; empty for none.
  public var subtitle: String
  /// Alternative names and tags. None may contain U+001F, which separates them in the file.
  public var keywords: [String]
  /// The prose of the item; empty for none.
  public var body: String
  /// The importance of the item among equally good matches: population, plays, stars.
  /// Finite, 0 or more; 0 if unknown.
  public var weight: Double
  /// The app's own data, stored with the item and never searched.
  public var payload: Data?
  /// The values of the item's attributes, by name: to filter, count and sort by, never searched.
  ///
  /// A name is a text of 1 to 64 characters without control characters. A list has at most 1,000
  /// names, and an item at most 64 of them.
  public var attributes: [String: AttributeValue] = [:]
  /// The item's number in the order of its section, from 0; `nil` for the next number.
  ///
  /// ``ItemRepository/export(_:to:)`` sets it where the numbers have a gap, which a move or a removal
  /// leaves behind. A new item gets the number if it is free at the end of its section. A cursor into
  /// the old list is then valid in the new one. The number is not part of the value: equality ignores
  /// it.
  public var positionInSection: Int64? {
    get { origin.position }
    set { origin.position = newValue }
  }
  private var origin = Origin()

  /// The origin of the id and of the place in the list. It is not part of the value: equality
  /// ignores it.
  private struct Origin: Hashable {
    /// 0 for an id that the app gave; otherwise the item's number, from 1, among the items of one
    /// load with the same section and title.
    var number: Int32 = 0
    var position: Int64?

    static func == (_: Origin, _: Origin) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }
}

// MARK: - Identity

extension Item {
  /// Makes an item. Without an id, the item is identified by its section and title. Its id is
  /// derived from them when it is first added: "Countries to visit/Rome".
  ///
  /// The item keeps that id wherever it is moved. Adding or loading an item without an id updates
  /// the existing item in its current place. That item is found by the section and title that it
  /// was first added with or, after a move, by its current ones. Only
  /// ``ItemRepository/move(_:to:at:)`` and ``ItemRepository/replaceSection(_:with:)`` move it.
  ///
  /// An item with an id from the app is identified by that id alone. It belongs to the section that
  /// it names, so adding it with another section moves it. Items returned by a repository have an
  /// id, too.
  ///
  /// Within one load or replacement, items without an id that share a section and title are
  /// different items. Their ids end in `#2`, `#3` and so on, in the order of the items.
  public init(
    id: ID? = nil, section: ItemSection.ID, title: String, subtitle: String = "",
    keywords: [String] = [], body: String = "", weight: Double = 0, payload: Data? = nil,
    attributes: [String: AttributeValue] = [:]
  ) {
    self.init(
      id: id ?? ID("\(section)/\(title)"), section: section, title: title, subtitle: subtitle,
      keywords: keywords, body: body, weight: weight, payload: payload, attributes: attributes,
      origin: Origin(number: id == nil ? 1 : 0))
  }

  /// Whether the id was derived from section and title because the app gave none. Setting ``id``
  /// counts as giving one.
  public var hasDerivedID: Bool { origin.number > 0 }

  /// The item's number, from 1, among those of its load with the same section and title; 0 if the app
  /// gave the id.
  var number: Int32 { origin.number }

  /// Whether earlier items of the same load had its section and title.
  var isNumbered: Bool { number > 1 }

  /// Makes an item without texts, whose id and ``number`` are known.
  init(
    id: ID, number: Int32, section: ItemSection.ID, weight: Double, payload: Data?,
    attributes: [String: AttributeValue], positionInSection: Int64?
  ) {
    self.init(
      id: id, section: section, title: "", subtitle: "", keywords: [], body: "", weight: weight,
      payload: payload, attributes: attributes,
      origin: Origin(number: number, position: positionInSection))
  }

  /// Makes the item number `number`, from 1, of those with its section and title.
  mutating func setNumber(_ number: Int32, of derived: ID) {
    id = number > 1 ? ID("\(derived)#\(number)") : derived
    origin.number = number
  }
}

extension Item.ID {
  /// The part of a derived id after its section: the title, possibly with a number. `nil` if the id
  /// was not derived from that title.
  func derivedName(title: String) -> Substring? {
    let id = rawValue.utf8
    let title = title.utf8
    var end = id.endIndex
    if !id.hasEnding(title), let mark = id.lastIndex(of: UInt8(ascii: "#")) {
      let digits = id[mark...].dropFirst()
      guard !digits.isEmpty,
        digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return nil }
      end = mark
    }
    let whole = id[..<end]
    guard whole.hasEnding(title) else { return nil }
    return Substring(id[whole.index(whole.endIndex, offsetBy: -title.count)...])
  }
}

extension BidirectionalCollection<UInt8> {
  /// Whether it ends in a slash and a title.
  fileprivate func hasEnding(_ title: String.UTF8View) -> Bool {
    guard count > title.count else { return false }
    let start = index(endIndex, offsetBy: -title.count)
    return self[index(before: start)] == UInt8(ascii: "/") && self[start...].elementsEqual(title)
  }
}

extension Item {
  /// Stores a value of the app with the item, as JSON in ``payload``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidValue`` when the value cannot be encoded.
  public mutating func setValue(_ value: some Codable & Sendable) throws(ShortlistError) {
    let encoder = JSONEncoder()
    // Equal values make equal payloads, so that storing one again changes nothing.
    encoder.outputFormatting = .sortedKeys
    do {
      payload = try encoder.encode(value)
    } catch {
      throw ShortlistError(
        .invalidValue, "The value of item \(id) cannot be written as JSON: \(error)")
    }
  }

  /// Returns the value stored by ``setValue(_:)``; `nil` if the item has no payload.
  ///
  /// - Throws: ``ShortlistError/Code/invalidValue`` when the payload does not decode as that type.
  public func value<Value: Codable & Sendable>(as type: Value.Type) throws(ShortlistError)
    -> Value?
  {
    guard let payload else { return nil }
    do {
      return try JSONDecoder().decode(type, from: payload)
    } catch {
      throw ShortlistError(.invalidValue, "The payload of item \(id) is no \(type): \(error)")
    }
  }
}

/// The JSON of an item has the keys that `shortlist export` writes: `id`, `section`, `title` and,
/// where set, the other fields, `weight`, `payloadBase64`, `attributes` (an object) and
/// `positionInSection`. An item made without an id has no `id` in JSON either, and is identified by
/// its section and title.
extension Item: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, section, weight, payloadBase64, attributes, positionInSection
  }

  /// Decodes an item.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for a payload that is not
  ///   Base64.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let fields = try decoder.container(keyedBy: FieldKey.self)
    var payload: Data?
    if let text = try values.decodeIfPresent(String.self, forKey: .payloadBase64) {
      payload = Data(base64Encoded: text)
      guard payload != nil else {
        throw DecodingError.dataCorruptedError(
          forKey: .payloadBase64, in: values, debugDescription: "The payload is not Base64.")
      }
    }
    self.init(
      id: try values.decodeIfPresent(ID.self, forKey: .id),
      section: try values.decode(ItemSection.ID.self, forKey: .section),
      title: try fields.decode(String.self, forKey: FieldKey(.title)),
      weight: try values.decodeIfPresent(Double.self, forKey: .weight) ?? 0, payload: payload)
    for field in Field.allCases where field != .title {
      self[field] =
        field.isList
        ? try fields.decodeIfPresent([String].self, forKey: FieldKey(field)) ?? []
        : [try fields.decodeIfPresent(String.self, forKey: FieldKey(field)) ?? ""]
    }
    attributes =
      try values.decodeIfPresent([String: AttributeValue].self, forKey: .attributes) ?? [:]
    positionInSection = try values.decodeIfPresent(Int64.self, forKey: .positionInSection)
  }

  /// Encodes the item.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    var fields = encoder.container(keyedBy: FieldKey.self)
    if !hasDerivedID || isNumbered { try values.encode(id, forKey: .id) }
    try values.encode(section, forKey: .section)
    for field in Field.allCases {
      let texts = self[field].filter { field == .title || field.isList || !$0.isEmpty }
      guard let first = texts.first else { continue }
      if field.isList {
        try fields.encode(texts, forKey: FieldKey(field))
      } else {
        try fields.encode(first, forKey: FieldKey(field))
      }
    }
    if weight != 0 { try values.encode(weight, forKey: .weight) }
    try values.encodeIfPresent(payload?.base64EncodedString(), forKey: .payloadBase64)
    if !attributes.isEmpty { try values.encode(attributes, forKey: .attributes) }
    try values.encodeIfPresent(positionInSection, forKey: .positionInSection)
  }
}
