import CShortlist

extension Tokens {
  /// The English stem of a folded word, as it stands in an index with stems; `nil` for what has none:
  /// words of other letters than a to z, or of one or two.
  static func markedStem(_ word: some Collection<UInt8>) -> String? {
    stem(word).map { markedFirst(String(decoding: $0, as: UTF8.self)) }
  }

  /// The English stem of a folded word.
  static func stem(_ word: some Collection<UInt8>) -> [UInt8]? {
    let bytes = word.map { CChar(bitPattern: $0) }
    let stem = [UInt8](unsafeUninitializedCapacity: bytes.count + 1) { stem, count in
      count = stem.withMemoryRebound(to: CChar.self) { stem in
        guard let target = stem.baseAddress else { return 0 }
        return bytes.withUnsafeBufferPointer { source in
          guard let base = source.baseAddress else { return 0 }
          return Int(shortlist_stem(base, Int32(clamping: source.count), target))
        }
      }
    }
    return stem.isEmpty ? nil : stem
  }
}
