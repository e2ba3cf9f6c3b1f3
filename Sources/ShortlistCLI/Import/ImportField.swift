/// What a key of a JSON object, or a column of a table, is taken for.
enum ImportField: String, CaseIterable {
  case id, section, title, subtitle, keywords, body, weight, payload
  /// The payload in Base64, as `list --json` writes one that is no JSON.
  case payloadBase64
  /// The title of a section, in a record without a title of its own, as `export` writes it.
  case sectionTitle
}
