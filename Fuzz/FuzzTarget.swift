import CShortlist
import Shortlist

@testable import ShortlistCLI

/// What is done with the bytes that libFuzzer makes up. Each stops the process when something is
/// wrong; AddressSanitizer does so as well.
enum FuzzTarget {
  typealias Target = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

  static let all: [String: Target] = [
    "tokens": { tokens(UnsafeBufferPointer(start: $0, count: $1)) },
    "fold": { fold(UnsafeBufferPointer(start: $0, count: $1)) },
    "query": { query(UnsafeBufferPointer(start: $0, count: $1)) },
    "item": { item(UnsafeBufferPointer(start: $0, count: $1)) },
    "request": { request(UnsafeBufferPointer(start: $0, count: $1)) },
    "ndjson": { read(UnsafeBufferPointer(start: $0, count: $1), as: .ndjson) },
    "json": { read(UnsafeBufferPointer(start: $0, count: $1), as: .json) },
    "postings": { postings(UnsafeBufferPointer(start: $0, count: $1)) },
    "words": { words(UnsafeBufferPointer(start: $0, count: $1)) },
    "csv": { read(UnsafeBufferPointer(start: $0, count: $1), as: .csv) },
  ]

  // MARK: Text

  /// Tokens lie inside the text, in order, and are of a size that FTS5 takes.
  private static func tokens(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
    bytes.withMemoryRebound(to: CChar.self) { bytes in
      var made: OpaquePointer?
      precondition(shortlist_tokenize(bytes.baseAddress, Int64(bytes.count), &made) == SQLITE_OK)
      guard let made else { preconditionFailure("No tokens.") }
      defer { shortlist_tokens_free(made) }
      let folded = shortlist_tokens_bytes(made)
      var last: Int32 = 0
      for index in 0..<Int(shortlist_tokens_count(made)) {
        let token = shortlist_tokens_array(made)[index]
        precondition((1...256).contains(token.length))
        precondition(0 <= token.start && token.start < token.end && token.end <= bytes.count)
        precondition(token.position >= last, "Positions fall.")
        last = token.position
        for offset in Int(token.offset)..<Int(token.offset + token.length) {
          precondition(folded[offset] != 0, "A token holds a NUL.")
          let start = shortlist_tokens_starts(made)[offset]
          precondition(token.start <= start && start < shortlist_tokens_ends(made)[offset])
        }
        var mark = [CChar](repeating: 0, count: Int(token.length) + 8)
        precondition(shortlist_mark_first(folded + Int(token.offset), token.length, &mark) > 0)
        var stem = [CChar](repeating: 0, count: Int(token.length) + 1)
        precondition(
          shortlist_stem(folded + Int(token.offset), token.length, &stem) <= token.length)
      }
      precondition(shortlist_length(bytes.baseAddress, Int64(bytes.count)) <= bytes.count)
      return 0
    }
  }

  /// What is folded is folded: once more changes nothing.
  private static func fold(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
    bytes.withMemoryRebound(to: CChar.self) { bytes in
      var length: Int64 = 0
      guard let once = shortlist_fold(bytes.baseAddress, Int64(bytes.count), &length) else {
        preconditionFailure("Nothing was folded.")
      }
      defer { sqlite3_free(once) }
      var lengthOfTwice: Int64 = 0
      guard let twice = shortlist_fold(once, length, &lengthOfTwice) else {
        preconditionFailure("Nothing was folded again.")
      }
      defer { sqlite3_free(twice) }
      precondition(
        UnsafeBufferPointer(start: once, count: Int(length))
          .elementsEqual(UnsafeBufferPointer(start: twice, count: Int(lengthOfTwice))))
      return 0
    }
  }

  private static let sample: BlockingItemRepository = {
    do {
      let repository = try ItemRepository(path: ":memory:").blocking
      try repository.upsert(SampleItems.items)
      return repository
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// What is typed is no error, finds what it sets off, and can be explained.
  private static func query(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      for match in [SearchQuery.Match.all, .any] {
        for hit in try sample.search(SearchQuery(text, match: match)).hits {
          for range in hit.ranges(in: .title) { precondition(!hit.item.title[range].isEmpty) }
        }
      }
      _ = try sample.completions(for: text)
      if let hit = try sample.search(SearchQuery("greece")).hits.first {
        _ = try sample.why(hit.id, SearchQuery(text))
      }
    } catch {
      preconditionFailure("\(error)")
    }
    return 0
  }

  /// A text is indexed and taken out again without a trace.
  private static func item(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
    let texts = bytes.split(separator: 0, maxSplits: 3).map { String(decoding: $0, as: UTF8.self) }
    let title = texts.first ?? ""
    guard !title.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { return 0 }
    let item = Item(
      id: "fuzzed", section: "Fuzzed", title: title,
      subtitle: texts.dropFirst(1).first ?? "", body: texts.dropFirst(2).first ?? "")
    do {
      let before = try sample.statistics().terms
      try sample.upsert([item])
      let kept = try sample.item("fuzzed")
      precondition(kept == item)
      _ = try sample.search(SearchQuery(item.title))
      try sample.remove(["fuzzed"])
      let after = try sample.statistics().terms
      precondition(after == before, "Terms were left behind.")
    } catch {
      preconditionFailure("\(error)")
    }
    return 0
  }

  /// A request is understood or refused.
  private static func request(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
    _ = try? PipeRequest.query(bytes)
    return 0
  }
}
