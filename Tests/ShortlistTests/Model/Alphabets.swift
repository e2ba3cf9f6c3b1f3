/// The words and characters of random texts.
enum Alphabets {
  /// A small set of words, so that texts share them and they are prefixes and substrings of each
  /// other.
  static let plain = [
    "new", "newark", "york", "Yorkshire", "zealand", "land", "Iceland", "GREENLAND", "green",
    "Greece", "gree", "e", "a", "San", "Jose", "s", "or", "on", "london", "mali", "alina", "lin",
    "2024", "7", "20", "v2", "abcabc", "aa", "aaa", "title",
  ]

  /// Words with everything that is folded, joined or split.
  static let folded = [
    "Zürich", "Zu\u{308}rich", "zurich", "Łódź", "Lo\u{301}dz\u{301}", "Straße", "strasse",
    "STRASSE", "København", "ﬁn", "ﬁ", "fin", "Ｔｏｋｙｏ", "tokyo", "İzmir", "ı", "½", "x²", "Ⅳ",
    "Ἀθῆναι", "αθηναι", "ΣΟΦΟΣ", "σοφος", "Ёлка", "Елка", "й", "и\u{306}", "œuvre", "Þór",
    "na\u{AD}ïve", "naive", "зима", "२०२४", "2024",
  ]

  /// Words with apostrophes, hyphens and dots.
  static let joined = [
    "d'Ivoire", "d’ivoire", "divoire", "Ivoire", "rock'n'roll", "roll", "l'a", "O'Neil", "e-mail",
    "email", "mail", "e", "Guinea-Bissau", "guineabissau", "Bissau", "a-b-c", "abc", "bc", "x‐ray",
    "xray", "U.S.A", "u.s.a.", "USA", "usa", "a.b", "ab", "e.g.", "eg", "'n'", "-", "--", "a--b",
    "l'an-mil", "St-Jean-d'Or", "jean", "dor",
  ]

  /// Words of scripts without spaces, of Hangul and of scripts with vowel signs.
  static let scripts = [
    "東京", "東京都", "京都", "京", "都", "東", "東京タワー", "タワー", "ﾀﾜｰ", "ｶﾞｲﾄﾞ", "ガイド",
    "か\u{3099}いこく", "がいこく", "ไทย", "ประเทศไทย", "น้ำ", "ที่", "ລາວ", "កម្ពុជា", "မြန်မာ", "한국", "한",
    "\u{1112}\u{1161}\u{11AB}국", "한국어", "हिन्दी", "हिन्दी में", "क\u{93C}लम", "क़लम", "दी", "বাংলা",
    "தமிழ்", "العربية", "الْعَرَبِيَّة", "שלום", "שָׁלוֹם", "日本go", "𠀀𠀁",
  ]

  /// Emoji and flags.
  static let emoji = [
    "🇫🇷", "🇫🇷🇩🇪", "🇫", "👍", "👍🏽", "👨‍👩‍👧", "👩", "❤️", "❤", "❤️‍🔥", "🏳️‍🌈", "🎉🎉", "⌚", "⭐",
    "1️⃣", "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  ]

  /// Names with symbols, and words of the same letters.
  static let symbols = [
    "C++", "c++", "C", "c", "C#", "c#", "F#m", "C++17", "C+", "c+++", "a++++", "Objective-C++",
    "objective", "ＡＢ＋", "ab", ".NET", ".net", "ASP.NET", "net", "netto", "...net", "node.js", ".c",
    "J.R.net", "AT&T", "at&t", "AT & T", "at", "t", "R&D", "r&d-c", "x&y&ab", "abc&d", "H&M's",
    "a+b", "A+", "a", "&", "#1", "1+", "cool", "+", "Xi'an+",
  ]

  /// Separators between words.
  static let separators = [
    " ", " ", " ", " ", "  ", ", ", " - ", "-", "'", "’", ".", ". ", "/", "_", " & ", "\u{200B}",
    "\u{A0}", "\u{3000}", "\u{0}", "\u{1}", "\u{3}", "\t", "\n", "(", ") ", "…", "—", "\u{AD}",
    "\u{200D}", "·", "“", "”", "",
  ]

  /// Single characters, for texts that no person would write.
  static let characters: [Unicode.Scalar] = Array(
    """
    aabbcdeXYZ0179 \u{0}\u{1}\t\n.,-'.-'.-'’‑־`´ʼ＇．․…_/()"*:^+\
    éÅßÆøıİſŉ½²⅔①ⅣﬁＡａ１－ﾞﾟ\u{301}\u{308}\u{323}\u{20E3}\u{483}\u{5B8}\u{5C2}\u{64B}\u{651}\u{640}\u{AD}\
    \u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}\u{FE0F}\u{200F}\u{202E}\u{34F}\
    αΣςΆжЙאשبيأ漢京東々〆〇ひがカガｶー・かは\u{3099}\u{309A}กเไำั\u{E48}\u{E38}ลาວ\u{EB1}កម\u{17D2}ြမန\u{103A}\
    한글가각ㄱㅏ힣कखनद\u{93C}\u{94D}\u{93F}\u{940}क़ব\u{9BE}த\u{BCD}ㄅ०५๙\u{1F1EB}\u{1F1F7}\u{1F1E9}👍👩❤⌚\
    \u{E0067}\u{E007F}    ++#&&＋＃\u{1F3FD}🏴→©★\u{E000}\u{FFFF}\u{10FFFF}𠀀𝐀𝟘
    """.unicodeScalars)

  /// All characters of all alphabets, and the replacement for bytes that are not UTF-8.
  static let known: Set<Unicode.Scalar> = Set(
    ([plain, folded, joined, scripts, emoji, symbols, separators].flatMap(\.self).joined()
      + "\u{FFFD}")
      .unicodeScalars
  ).union(characters)
}
