import Foundation
import Testing

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: FuzzTarget.Target
) -> CInt

/// Not a test in itself: `Scripts/fuzz` runs one target in a process, which libFuzzer ends. It is a
/// test target because only a test target can call the program's readers.
@Suite("Fuzzing")
struct FuzzTests {
  @Test("of the target that SHORTLIST_FUZZ names, with the options and folders behind it")
  func run() throws {
    let words = try #require(ProcessInfo.processInfo.environment["SHORTLIST_FUZZ"])
      .split(separator: " ").map(String.init)
    let target = try #require(FuzzTarget.all[words.first ?? ""], "There is no such target.")
    var arguments = words.map { strdup($0) } + [nil]
    var count = CInt(words.count)
    arguments.withUnsafeMutableBufferPointer { arguments in
      guard var base = arguments.baseAddress else { return }
      exit(runDriver(&count, &base, target))
    }
  }
}
