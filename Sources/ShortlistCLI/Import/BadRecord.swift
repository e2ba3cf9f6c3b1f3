/// A line, an element or a row that holds no item, and why.
struct BadRecord: Error, Equatable, CustomStringConvertible {
  /// The name of the file.
  let file: String
  /// The line it begins on, counted from 1.
  let line: Int
  /// What is wrong with it.
  let reason: String

  var description: String { "\(file):\(line): \(reason)" }
}
