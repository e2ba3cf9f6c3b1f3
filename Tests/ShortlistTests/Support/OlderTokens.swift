/// Turns an index into one left by an earlier version of the tokenizer.
enum OlderTokens {
  /// Rebuilds the index of a closed file from texts in which each a is an e, and marks its tokens
  /// as of an older version, also those of an index being built.
  static func put(into path: String) throws {
    let raw = try RawDatabase(path)
    for (table, columns) in [
      ("item_titles", ["title", "keywords"]),
      ("item_texts", ["title", "subtitle", "keywords", "body"]),
    ] {
      let names = columns.joined(separator: ", ")
      let texts = columns.map { "replace(\($0), 'a', 'e')" }.joined(separator: ", ")
      try raw.run(
        """
        INSERT INTO \(table)(\(table)) VALUES('delete-all');
        INSERT INTO \(table)(rowid, \(names)) SELECT docid, \(texts) FROM item ORDER BY docid;
        """)
    }
    try raw.run("UPDATE meta SET value = 0 WHERE key IN ('tokenizer', 'rebuild_tokenizer')")
  }
}
