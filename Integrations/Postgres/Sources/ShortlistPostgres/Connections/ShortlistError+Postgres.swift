import Shortlist

extension ShortlistError {
  /// Makes an error of what a server reported. SQLSTATE tells its kind.
  init(state: String, message: String) {
    let sentence = message.hasSuffix(".") ? message : message + "."
    switch state {
    case "57014": self.init(.cancelled, "The server stopped the statement: \(sentence)")
    case "42P01", "3F000":
      self.init(
        .notAnIndex,
        "There is no list in this database. Create one with “shortlist-postgres create”.")
    case "53100": self.init(.full, "The server's disk is full: \(sentence)")
    case "53200": self.init(.outOfMemory, "The server is out of memory: \(sentence)")
    case "25006": self.init(.readOnly, "This server can only be read: \(sentence)")
    case "42501": self.init(.readOnly, "The server denies access: \(sentence)")
    case "40001", "40P01", "55P03": self.init(.busy, "Somebody else is writing: \(sentence)")
    case "57P01", "57P02", "57P03", "HV00N": self.init(.unreachable, Self.unreachable(sentence))
    case let state where state.hasPrefix("08"):
      self.init(.unreachable, Self.unreachable(sentence))
    case let state where state.hasPrefix("28"):
      self.init(.cannotOpen, "The server refuses the login: \(sentence)")
    default: self.init(.storage, "The server reported an error (\(state)): \(sentence)")
    }
  }

  private static func unreachable(_ sentence: String) -> String {
    "A server does not answer: \(sentence)"
  }
}
