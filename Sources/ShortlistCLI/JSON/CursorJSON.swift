import Shortlist

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a page ended, as JSON: whoever asks hands it back as it is.
enum CursorJSON {
  static func encode(_ cursor: SearchCursor) -> Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys  // the same answer each time
    return try? encoder.encode(cursor)
  }

  static func decode(_ json: UnsafeBufferPointer<UInt8>) -> SearchCursor? {
    try? JSONDecoder().decode(SearchCursor.self, from: Data(json))
  }
}
