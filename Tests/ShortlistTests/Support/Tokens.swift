import CShortlist

/// A token returned by `shortlist_tokenize`.
struct CToken: Equatable {
  enum Kind: Int32 {
    case word, beside, joined, tail, single, symbol
  }

  let text: String
  let kind: Kind
  let position: Int
  let group: Int
  /// UTF-8 offsets in the original text.
  let range: Range<Int>
  /// The UTF-8 offsets, for each byte of `text`, of the character that it came from.
  let characterRanges: [Range<Int>]

  /// "0 email", or "0 joined email" when it is not a plain word.
  var notation: String {
    kind == .word ? "\(position) \(text)" : "\(position) \(kind) \(text)"
  }
}

/// Returns the tokens of a text, as in an index without marks.
func tokens(of text: String) -> [CToken] {
  tokens(of: Array(text.utf8))
}

/// Returns the tokens of any bytes.
func tokens(of bytes: [UInt8]) -> [CToken] {
  withTokens(of: bytes) { tokens in
    tokenArray(tokens).compactMap { token in
      guard let kind = CToken.Kind(rawValue: token.kind) else { return nil }
      let indices = Int(token.offset)..<Int(token.offset + token.length)
      return CToken(
        text: String(decoding: indices.map { UInt8(bitPattern: tokens.bytes[$0]) }, as: UTF8.self),
        kind: kind,
        position: Int(token.position),
        group: Int(token.group),
        range: Int(token.start)..<Int(token.end),
        characterRanges: indices.map { Int(tokens.starts[$0])..<Int(tokens.ends[$0]) })
    }
  }
}

/// Calls `body` with the tokens of any bytes, as the C type.
func withTokens<Result>(of bytes: [UInt8], body: (shortlist_tokens) -> Result) -> Result {
  var tokens: UnsafeMutablePointer<shortlist_tokens>?
  let code = bytes.withUnsafeBufferPointer { buffer in
    buffer.withMemoryRebound(to: CChar.self) {
      shortlist_tokenize($0.baseAddress, Int64($0.count), &tokens)
    }
  }
  guard code == SQLITE_OK, let tokens else { preconditionFailure("Cannot split a text.") }
  defer { shortlist_tokens_free(tokens) }
  return body(tokens.pointee)
}

/// Returns the tokens in C's array, valid while `tokens` is.
func tokenArray(_ tokens: shortlist_tokens) -> UnsafeBufferPointer<shortlist_token> {
  UnsafeBufferPointer(start: tokens.array, count: Int(tokens.count))
}

/// Folds any bytes; nothing between the words is lost.
func folded(_ bytes: [UInt8]) -> [UInt8] {
  var length: Int64 = 0
  let result = bytes.withUnsafeBufferPointer { buffer in
    buffer.withMemoryRebound(to: CChar.self) {
      shortlist_fold($0.baseAddress, Int64($0.count), &length)
    }
  }
  guard let result else { return [] }
  defer { sqlite3_free(result) }
  return (0..<Int(length)).map { UInt8(bitPattern: result[$0]) }
}

/// Returns the terms of an FTS5 table with one text: "0 japan" for each term, in order of position.
///
/// Private-use characters are shown as the mark "^", the end mark as "$", and the separator of
/// keywords as "|".
func indexedTerms(of text: String, tokenizer: String) -> [String] {
  withIndex(of: [text], tokenizer: tokenizer) { handle in
    run("CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)", on: handle)
    return run("SELECT offset, term FROM v ORDER BY offset, rowid", on: handle)
  }
}

/// Returns how many of the texts, in one FTS5 table, match an FTS5 query.
func matchCount(_ query: String, in texts: [String], tokenizer: String) -> Int {
  withIndex(of: texts, tokenizer: tokenizer) { handle in
    run("SELECT rowid, 'x' FROM t WHERE t MATCH ?1", on: handle, text: query).count
  }
}

/// Calls `body` with a database whose FTS5 table `t` holds the texts.
private func withIndex<Result>(
  of texts: [String], tokenizer: String, body: (OpaquePointer) -> Result
) -> Result {
  var handle: OpaquePointer?
  sqlite3_open(":memory:", &handle)
  guard let handle, shortlist_register(handle) == SQLITE_OK else {
    preconditionFailure("Cannot open a database in memory.")
  }
  defer { sqlite3_close(handle) }
  run("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='\(tokenizer)')", on: handle)
  for text in texts { run("INSERT INTO t VALUES (?1)", on: handle, text: text) }
  return body(handle)
}

/// Runs a statement, and returns the two columns of each row.
@discardableResult
private func run(_ sql: String, on handle: OpaquePointer, text: String? = nil) -> [String] {
  var statement: OpaquePointer?
  sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
  defer { sqlite3_finalize(statement) }
  if let text {
    let bytes = text.utf8.map { CChar(bitPattern: $0) }
    sqlite3_bind_text(
      statement, 1, bytes, Int32(bytes.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
  }
  var rows: [String] = []
  while sqlite3_step(statement) == SQLITE_ROW {
    guard let column = sqlite3_column_text(statement, 1) else { continue }
    let term = String(cString: column).unicodeScalars.map { shown($0) }.joined()
    rows.append("\(sqlite3_column_int(statement, 0)) \(term)")
  }
  return rows
}

private func shown(_ scalar: Unicode.Scalar) -> String {
  switch scalar.value {
  case 0x03: "$"
  case 0x1F: "|"
  case 0xF0000...0xFFFFF: "^" + (Unicode.Scalar(scalar.value - 0xF0000).map(String.init) ?? "?")
  case 0x100000: "^"
  default: String(scalar)
  }
}
