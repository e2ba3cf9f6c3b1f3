import Testing

@testable import ShortlistCLI

@Suite("Figures")
struct FiguresTests {
  @Test(
    "Numbers are grouped by threes",
    arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (153_227, "153,227"), (-1_234, "-1,234")])
  func grouping(number: Int, text: String) {
    #expect(number.grouped == text)
  }

  @Test("One is one, and all else is many")
  func counting() {
    #expect(1.counted("item") == "1 item")
    #expect(0.counted("item") == "0 items")
    #expect(1_000.counted("item") == "1,000 items")
  }

  @Test("Durations are shown in tenths of a second")
  func seconds() {
    #expect(Duration.milliseconds(4_060).inSeconds == "4.1 s")
    #expect(Duration.milliseconds(40).inSeconds == "0.0 s")
    #expect(Duration.microseconds(12).microseconds == 12)
  }
}
