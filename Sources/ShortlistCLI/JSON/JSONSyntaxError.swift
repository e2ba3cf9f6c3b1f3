/// Why bytes are no JSON, or not the JSON that was wanted.
struct JSONSyntaxError: Error, Equatable {
  /// A phrase that goes after a place: "a string does not end".
  let reason: String
  /// Where, in bytes from the beginning.
  let offset: Int
}
