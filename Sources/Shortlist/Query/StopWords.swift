/// Words of English that say nothing about what a question is about.
enum StopWords {
  /// Folded. Left out of questions in prose that have other words.
  static let english: Set<String> = [
    "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "been",
    "between", "both", "but", "by", "can", "could", "did", "do", "does", "each", "for", "from",
    "had", "has", "have", "having", "how", "i", "if", "in", "into", "is", "it", "its", "may",
    "more", "most", "must", "no", "not", "of", "on", "or", "other", "our", "over", "should", "so",
    "some", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they",
    "this", "those", "through", "to", "under", "up", "upon", "us", "used", "using", "very", "was",
    "we", "were", "what", "when", "where", "which", "while", "who", "whom", "why", "will", "with",
    "would", "you", "your",
  ]
}
