import Shortlist

/// Decodes items from JSON values: an object with the fields of an item, or just a title.
struct ItemDecoder {
  /// The keys of the fields.
  let fields: FieldNames
  /// The section of items that name none.
  let defaultSection: ItemSection.ID
  /// The attributes of the import. `nil` for items of which only `attributes` is read, and has to be
  /// valid.
  let attributes: ImportAttributes?
  /// The keys met so far that are no fields, with the attributes that they hold.
  private var keys: [(key: [UInt8], attribute: String?)] = []
  /// The index in ``keys`` of the next one, if the next record has the same keys in the same order.
  private var nextKey = 0
  /// The number of items whose text was repaired, because it was not valid UTF-8.
  private(set) var repairedItems = 0
  /// The sections declared in records of their own.
  private(set) var sections: [ImportSection] = []
  /// The sets of synonyms, which have records of their own too.
  private(set) var synonyms: [SynonymSet] = []
  /// The pinned items, from records of their own.
  private(set) var pins: [PinnedItem] = []

  /// The most keys to remember.
  private static let maximumKeys = 64

  init(
    fields: FieldNames, defaultSection: ItemSection.ID, attributes: ImportAttributes? = nil
  ) {
    self.fields = fields
    self.defaultSection = defaultSection
    self.attributes = attributes
  }

  /// Decodes an item from the only JSON value in `bytes`. `section` is used if the value names
  /// none. Returns `nil` for the record of a section, of synonyms or of a pin.
  mutating func item(
    from bytes: UnsafeBufferPointer<UInt8>, section: ItemSection.ID? = nil,
    allowsBareTitle: Bool = false
  ) -> Result<Item, ItemProblem>? {
    var reader = JSONReader(bytes)
    var draft = ItemDraft(fields)
    do throws(JSONSyntaxError) {
      if allowsBareTitle, try reader.kind() == .string {
        draft.title = try reader.string()
      } else {
        try read(&draft, from: &reader)
      }
      try reader.finish()
    } catch {
      return .failure("\(error.reason) (at byte \(error.offset + 1) of the record)")
    }
    if reader.didRepair { repairedItems += 1 }
    if let section = draft.ownSection {
      sections.append(section)
      return nil
    }
    if let set = draft.ownSynonyms {
      do throws(ShortlistError) {
        try set.validate()
      } catch {
        return .failure("\(error.message)")
      }
      guard synonyms.count < SynonymSet.maximumSets else {
        return .failure("more than \(SynonymSet.maximumSets.grouped) sets of synonyms")
      }
      synonyms.append(set)
      return nil
    }
    if let pin = draft.ownPin {
      pins.append(pin)
      return nil
    }
    if let attributes { draft.admitAttributes(to: attributes) }
    return draft.item(defaultSection: section ?? defaultSection)
  }

  private mutating func read(
    _ draft: inout ItemDraft, from reader: inout JSONReader
  ) throws(JSONSyntaxError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let keyPart = fields.keyPart(for: key)
      readSynonyms(key, into: &draft, from: reader)
      let field = fields.field(for: key)
      let kind = try reader.kind()
      guard field != nil || keyPart != nil, kind != .null else {
        try readOther(key, kind, into: &draft, from: &reader)
        continue
      }
      if let attributes, let name = fields.attribute(for: key, isUsed: true) {
        var ahead = reader
        try read(name, of: attributes, into: &draft, from: &ahead)
      }
      guard let field else {
        if let keyPart { draft.key[keyPart] = try name(from: &reader) }
        continue
      }
      if let keyPart {
        var ahead = reader
        draft.key[keyPart] = try name(from: &ahead)
      }
      do throws(JSONSyntaxError) {
        try read(field, into: &draft, from: &reader)
      } catch {
        throw JSONSyntaxError(reason: "\(field.name): \(error.reason)", offset: error.offset)
      }
    }
  }

  /// Looks at a value that belongs to a set of synonyms, if the record turns out to be one.
  private func readSynonyms(_ key: JSONKey, into draft: inout ItemDraft, from reader: JSONReader) {
    var ahead = reader
    switch key {
    case "synonyms": draft.synonyms = try? ahead.strings()
    case "for": draft.synonymSource = try? ahead.string()
    default: break
    }
  }

  private mutating func read(
    _ field: ImportField, into draft: inout ItemDraft, from reader: inout JSONReader
  ) throws(JSONSyntaxError) {
    switch field {
    case .id: draft.id = try name(from: &reader)
    case .section:
      let name = try name(from: &reader)
      draft.section = name.isEmpty ? nil : ItemSection.ID(name)
    case .field(let field):
      let kind = try reader.kind()
      // Where several are allowed, so is one string.
      let isArray = field.isList && kind == .array
      draft.set(try isArray ? reader.strings() : [reader.string()], of: field)
    case .sectionTitle: draft.sectionTitle = try reader.string()
    case .pinnedFor: draft.pinnedFor = try reader.string()
    case .weight: draft.weight = try reader.number()
    case .positionInSection: draft.positionInSection = Int64(exactly: try reader.number())
    case .payload:
      let json = UnsafeBufferPointer(rebasing: reader.bytes[try reader.skipValue()])
      draft.setPayload(UTF8Text.decode(json).0)
    case .payloadBase64:
      guard draft.setPayload(base64: try reader.string()) else {
        throw reader.failure("not valid Base64")
      }
    }
  }

  // MARK: Attributes

  /// Reads the value of a key that is no field.
  private mutating func readOther(
    _ key: JSONKey, _ kind: JSONReader.Kind, into draft: inout ItemDraft,
    from reader: inout JSONReader
  ) throws(JSONSyntaxError) {
    if "attributes" ~= key, kind == .object || attributes == nil, kind != .null {
      do throws(JSONSyntaxError) {
        try readAttributes(into: &draft, from: &reader)
      } catch {
        throw JSONSyntaxError(reason: "attributes: \(error.reason)", offset: error.offset)
      }
    } else if kind != .null, let attributes, let name = attribute(for: key) {
      try read(name, of: attributes, into: &draft, from: &reader)
    } else {
      _ = try reader.skipValue()
    }
  }

  /// Reads an object of attributes, as `export` writes it.
  private mutating func readAttributes(
    into draft: inout ItemDraft, from reader: inout JSONReader
  ) throws(JSONSyntaxError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard let attributes else {
        let start = reader
        switch try reader.attribute() {
        case .value(let value): draft.attributes[key.text] = value
        case .absent: break
        case .invalid:
          throw start.failure("expected a text, a number, true, false, or an array of these")
        }
        continue
      }
      if let name = attribute(for: key) {
        try read(name, of: attributes, into: &draft, from: &reader)
      } else {
        _ = try reader.skipValue()
      }
    }
  }

  private func read(
    _ name: String, of attributes: ImportAttributes, into draft: inout ItemDraft,
    from reader: inout JSONReader
  ) throws(JSONSyntaxError) {
    switch try reader.attribute() {
    case .value(let value): draft.note(value, of: name)
    case .absent: break
    case .invalid: attributes.omit(name, .value)
    }
  }

  /// The attribute with a key that is no field as its name. Remembers it: records usually have the
  /// same keys in the same order.
  private mutating func attribute(for key: JSONKey) -> String? {
    for step in 0..<keys.count {
      let index = (nextKey + step) % keys.count
      guard key.matches(keys[index].key) else { continue }
      nextKey = index + 1
      return keys[index].attribute
    }
    let name = fields.attribute(for: key, isUsed: false)
    if keys.count < Self.maximumKeys { keys.append((Array(key.text.utf8), name)) }
    return name
  }

  /// Reads a string, or a number exactly as written: other systems often use numbers as keys.
  private func name(from reader: inout JSONReader) throws(JSONSyntaxError) -> String {
    guard try reader.kind() == .number else { return try reader.string() }
    return String(decoding: reader.bytes[try reader.numberRange()], as: UTF8.self)
  }
}
