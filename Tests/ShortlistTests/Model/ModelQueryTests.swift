import Testing

@Suite("The model's queries")
struct ModelQueryTests {
  /// Shows clauses separated by " & ", alternatives by " | ", and exclusions with a minus at the
  /// end.
  static func summary(_ text: String) -> String {
    let query = ModelQuery(text, ModelTokenizer())
    let required = query.clauses.map { Self.summary($0) }
    let excluded = query.exclusions.map { "-" + Self.summary($0) }
    return (required + excluded).joined(separator: " & ")
  }

  private static func summary(_ clause: ModelClause) -> String {
    clause.alternatives.map { alternative in
      let words = alternative.phrase.map { String(decoding: $0.text, as: UTF8.self) }
      return (alternative.field.map { "\($0):" } ?? "") + words.joined(separator: "+")
        + (alternative.endsInPrefix ? "*" : "")
    }.joined(separator: " | ")
  }

  @Test(
    "are parsed as the specification says",
    arguments: [
      ("", ""), (" . ", ""), ("new zeal", "new & zeal*"), ("new zeal ", "new & zeal"),
      ("\"new zeal\"", "new+zeal"), ("\"new zeal", "new+zeal*"), ("\"new zeal ", "new+zeal"),
      ("a -b", "a & -b"), ("-b a", "a* & -b"), ("-b", "b*"), ("-title:b ", "title:b"),
      ("-\"a b", "a+b*"), ("-a -b", "-a & -b"),
      ("a -\"b c\"", "a & -b+c"),
      ("- a", "a*"), ("--a b", "b* & -a"), ("-title:a b", "b* & -title:a"),
      ("title:a", "title:a*"), ("title: a", "title & a*"), ("Title:a", "title & a*"),
      ("body:\"a b\" c", "body:a+b & c*"), ("title:\"\" a", "title & a*"),
      ("a b OR c d", "a & b | c & d*"), ("a OR b OR c", "a | b | c*"), ("OR a", "a*"),
      ("a OR", "a"), ("a OR ", "a"), ("a or b", "a & or & b*"), ("a o", "a & o*"), ("OR", "or*"),
      ("OR ", "or"), ("OR OR", "or"), ("OR -a", "or & -a"), ("a OR OR b", "a | b*"),
      ("a OR -b", "a & -b"), ("a -", "a"), ("a OR -", "a"), ("a OR \"", "a"), ("a\"", "a*"),
      ("a \"", "a"), ("a title:", "a"), ("a -title:", "a"), ("a title:\"", "a"), ("-a OR", "a"),
      ("-a -title:\" ", "a"), ("-a \u{2014} ", "a"), ("title:", "title*"),
      ("a OR body:b", "a | body:b*"),
      ("e-mail x", "e+mail | email & x*"), ("e-mai", "e+mai* | emai*"),
      ("東京都 ", "東京+京都"), ("京 ", "京*"), ("東京go", "東京 & go*"), ("a.b,c", "ab & c*"),
      ("\"京 a\" 京 b", "京+a & 京* & b*"), ("d'Ivoire ", "divoire"), ("a\u{7}b", "a & b*"),
    ])
  func specification(text: String, clauses: String) {
    #expect(Self.summary(text) == clauses)
  }

  @Test("use 64 words and 1,000 characters of a word")
  func limits() {
    let words = (0..<70).map { "w\($0)" }.joined(separator: " ")
    #expect(ModelQuery(words, ModelTokenizer()).clauses.count == 64)
    let long = String(repeating: "x,", count: 500) + "y"
    #expect(ModelQuery(long, ModelTokenizer()).clauses.count == 64)
  }
}
