/// Why a command could not do what was asked. The program shows the sentence, and exits with 2.
struct CommandFailure: Error, Equatable {
  /// A sentence to show.
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
