#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
