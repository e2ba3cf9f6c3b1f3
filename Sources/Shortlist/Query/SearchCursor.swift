/// The end of a page of hits, from which the next page continues.
///
/// A cursor belongs to one query. It stays valid while the list changes: it stores a place in the
/// order, not a number of hits, so added and removed items shift nothing. It is also valid in a copy
/// of the list that was exported and imported.
///
/// Its JSON is its ``description``, as written by `shortlist pipe`.
public struct SearchCursor: Sendable, Hashable {
  /// The section whose hits continue; `nil` for flat results.
  public let section: ItemSection.ID?
  /// The place of the last hit in the order of the query. One of the numbers is the item's position
  /// in its section.
  ///
  /// A search source other than a repository chooses the numbers itself.
  public let key: [Int64]

  /// Makes a cursor, for a search source other than a repository.
  public init(section: ItemSection.ID?, key: [Int64]) {
    self.section = section
    self.key = key
  }
}

extension SearchCursor: LosslessStringConvertible {
  /// The cursor as text, to pass around and parse again: integers, then a slash and the id of the
  /// section.
  public var description: String {
    let section = section?.rawValue ?? ""
    // A number has at most 19 digits, a sign and a comma.
    return String(unsafeUninitializedCapacity: key.count * 21 + 1 + section.utf8.count) { text in
      var end = 0
      for number in key {
        if end > 0 {
          text[end] = UInt8(ascii: ",")
          end += 1
        }
        end = Self.write(number, into: text, at: end)
      }
      guard self.section != nil else { return end }
      text[end] = UInt8(ascii: "/")
      return text[(end + 1)...].update(fromContentsOf: section.utf8)
    }
  }

  /// Writes a number and returns the index after it.
  private static func write(
    _ number: Int64, into text: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    var end = start
    if number < 0 {
      text[end] = UInt8(ascii: "-")
      end += 1
    }
    var rest = number.magnitude
    repeat {
      rest /= 10
      end += 1
    } while rest > 0
    rest = number.magnitude
    var place = end
    repeat {
      place -= 1
      text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    return end
  }

  /// Parses the description of a cursor; `nil` if the text is not one.
  public init?(_ description: String) {
    // Split bytes, not characters: an id may begin with a combining mark, which would join the
    // slash.
    let parts = description.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { Int64(Substring($0)) }
    key = numbers.compactMap(\.self)
    guard key.count == numbers.count else { return nil }
    section = parts.count > 1 ? ItemSection.ID(String(Substring(parts[1]))) : nil
  }
}

extension SearchCursor: Codable {
  /// Decodes a cursor from a string.
  ///
  /// - Throws: what the decoder throws; `DecodingError.dataCorrupted` for a string that is not a
  ///   cursor.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let cursor = SearchCursor(try value.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "This is not the description of a cursor.")
    }
    self = cursor
  }

  /// Encodes the cursor as a string.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}
