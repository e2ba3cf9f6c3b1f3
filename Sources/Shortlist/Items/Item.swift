#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A thing to find: it stands in one section, and can be found by its texts.
public struct Item: Sendable, Hashable, Identifiable {
  /// The app's own key of an item; unique in a repository, whatever the section.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
  {
    /// The key itself: any string but the empty one.
    public let rawValue: String

    /// Wraps the app's own key.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Wraps the app's own key.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// Wraps the app's own key, written in the source.
    public init(stringLiteral value: String) {
      rawValue = value
    }

    /// The key itself.
    public var description: String { rawValue }
  }

  /// The app's own key of the item, or the one derived from section and title.
  public var id: ID { didSet { idSource = IDSource() } }
  /// The section that the item stands in.
  public var section: ItemSection.ID
  /// The name of the item. It must be more than white space, or the repository refuses the item with
  /// ``ShortlistError/Code/invalidItem``: nobody could see it in a list, or find it. A title of symbols
  /// alone, such as "!!!", is fine.
  public var title: String
  /// A second line; empty when there is none.
  public var subtitle: String
  /// Further names and tags. None may hold the character U+001F, which separates them in the file.
  public var keywords: [String]
  /// The prose of the item; empty when there is none.
  public var body: String
  /// How much the item matters among others that match as well: population, plays, stars.
  /// Finite, 0 or more; 0 when the app knows no better.
  public var weight: Double
  /// Bytes of the app's own, kept beside the item and never searched.
  public var payload: Data?
  private var idSource = IDSource()

  /// Where the id comes from. It is no part of the value: items compare as equal without it.
  private struct IDSource: Hashable {
    /// 0 for an id that was given; otherwise the place of the item among those of one load that have
    /// its section and title, counted from 1.
    var number: Int32 = 0

    static func == (_: IDSource, _: IDSource) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }
}

// MARK: - Identity

extension Item {
  /// Makes an item. An item without an id is identified by its section and title, from which its id
  /// is derived when it is first added: "Countries to visit/Rome".
  ///
  /// From then on the item keeps that id, wherever it is moved. Adding or loading an item without an
  /// id finds the one it means where that stands now, and updates it there: under the section and
  /// title that it was first added with, or under those that it has since it was moved. Only
  /// ``ItemRepository/move(_:to:at:)`` and ``ItemRepository/replaceSection(_:with:)`` move it.
  ///
  /// An item with an id of the app's own is identified by that alone. It is kept in the section that
  /// it names, so that adding it with another one moves it. An item that a repository gave back has
  /// an id, too.
  ///
  /// Items of one load or replacement that have the same section and title and no id are different
  /// items. Their ids end in `#2`, `#3` and so on, in the order in which they come.
  public init(
    id: ID? = nil, section: ItemSection.ID, title: String, subtitle: String = "",
    keywords: [String] = [], body: String = "", weight: Double = 0, payload: Data? = nil
  ) {
    self.init(
      id: id ?? ID("\(section)/\(title)"), section: section, title: title, subtitle: subtitle,
      keywords: keywords, body: body, weight: weight, payload: payload,
      idSource: IDSource(number: id == nil ? 1 : 0))
  }

  /// Whether the id was derived from section and title, because none was given. Setting ``id`` gives
  /// one.
  public var hasDerivedID: Bool { idSource.number > 0 }

  /// Whether others of one load came before it with its section and title.
  var isNumbered: Bool { idSource.number > 1 }

  /// Makes the item the `number`th of those with its section and title, counted from 1.
  mutating func setNumber(_ number: Int32, of derived: ID) {
    id = number > 1 ? ID("\(derived)#\(number)") : derived
    idSource.number = number
  }
}

extension Item.ID {
  /// The part that a derived id has behind its section: the title, perhaps with a number. `nil` for
  /// an id that was not derived from that title.
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

/// A searched text of an item.
public enum Field: String, Sendable, Hashable, CaseIterable, Codable {
  /// The name of the item: searched first, and in every way.
  case title
  /// A second line.
  case subtitle
  /// Further names, tags: searched as the title is, except that they begin no title.
  case keywords
  /// The prose of the item.
  case body
}

extension Item {
  /// Keeps a value of the app beside the item, as JSON in ``payload``.
  ///
  /// - Throws: ``ShortlistError/Code/invalidValue`` when the value cannot be encoded.
  public mutating func setValue(_ value: some Codable & Sendable) throws(ShortlistError) {
    do {
      payload = try JSONEncoder().encode(value)
    } catch {
      throw ShortlistError(
        .invalidValue, "The value of item \(id) cannot be written as JSON: \(error)")
    }
  }

  /// The value that ``setValue(_:)`` kept; `nil` when the item has no payload.
  ///
  /// - Throws: ``ShortlistError/Code/invalidValue`` when the payload is not such a value.
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

/// In JSON an item is as `shortlist export` writes it: `id`, `section` and `title`, and what it has of
/// `subtitle`, `keywords`, `body`, `weight` and `payloadBase64`. An item that was made without an `id` has none in JSON either, and
/// is identified by its section and title.
extension Item: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, section, title, subtitle, keywords, body, weight, payloadBase64
  }

  /// Decodes an item.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for a payload that is not Base64.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
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
      title: try values.decode(String.self, forKey: .title),
      subtitle: try values.decodeIfPresent(String.self, forKey: .subtitle) ?? "",
      keywords: try values.decodeIfPresent([String].self, forKey: .keywords) ?? [],
      body: try values.decodeIfPresent(String.self, forKey: .body) ?? "",
      weight: try values.decodeIfPresent(Double.self, forKey: .weight) ?? 0, payload: payload)
  }

  /// Encodes the item.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    if !hasDerivedID || isNumbered { try values.encode(id, forKey: .id) }
    try values.encode(section, forKey: .section)
    try values.encode(title, forKey: .title)
    if !subtitle.isEmpty { try values.encode(subtitle, forKey: .subtitle) }
    if !keywords.isEmpty { try values.encode(keywords, forKey: .keywords) }
    if !body.isEmpty { try values.encode(body, forKey: .body) }
    if weight != 0 { try values.encode(weight, forKey: .weight) }
    try values.encodeIfPresent(payload?.base64EncodedString(), forKey: .payloadBase64)
  }
}
