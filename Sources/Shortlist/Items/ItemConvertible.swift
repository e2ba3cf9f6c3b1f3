/// A value of the app that can be stored as an item.
///
/// ```swift
/// struct Country: ItemConvertible {
///   let code: String
///   var name: String
///   var isVisited: Bool
///
///   var item: Item {
///     Item(id: .init(code), section: isVisited ? "Countries visited" : "Countries to visit", title: name)
///   }
/// }
///
/// try await repository.upsert(values: [Country(code: "IS", name: "Iceland", isVisited: false)])
/// let results = try await repository.search("ice", as: Country.self)
/// for hit in results.hits { print(hit.item.title, try hit.value.code) }
/// ```
public protocol ItemConvertible: Codable, Sendable {
  /// The item of the value: its id, its section and the texts to search. The value itself becomes
  /// the payload, whatever payload this item has.
  var item: Item { get }
}

extension Item {
  /// Makes the item of a value, with the value as its payload.
  ///
  /// - Throws: ``ShortlistError/Code/invalidValue`` when the value cannot be encoded.
  public init(_ value: some ItemConvertible) throws(ShortlistError) {
    self = value.item
    try setValue(value)
  }
}
