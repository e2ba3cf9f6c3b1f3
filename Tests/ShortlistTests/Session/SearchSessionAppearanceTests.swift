import Shortlist
import Testing

@Suite("How a search bar looks")
struct SearchSessionAppearanceTests {
  @Test("It leaves to the platform what nobody has set")
  func platform() {
    let appearance = SearchSessionAppearance()
    #expect(appearance.font == nil && appearance.textInsets == nil)
    #expect(appearance.overlayColor == nil)
    #expect(appearance.clearButtonMode == .whileEditing)
    #expect(appearance.overlayOpacity > 0 && appearance.overlayOpacity < 1)
    #expect(appearance.overlayFade == .milliseconds(250))
  }

  @Test("A font is one for running text, unless it is told otherwise")
  func font() {
    #expect(SearchSessionAppearance.Font() == .init(name: nil, size: nil, textStyle: .body))
    let fixed = SearchSessionAppearance.Font(name: "Avenir-Book", size: 17, textStyle: nil)
    #expect(fixed.name == "Avenir-Book" && fixed.size == 17 && fixed.textStyle == nil)
  }

  @Test("All of it reaches whoever draws")
  func session() throws {
    let appearance = SearchSessionAppearance(
      font: .init(size: 20), textInsets: .init(leading: 4, trailing: 8), clearButtonMode: .always,
      overlayColor: .init(red: 0, green: 0, blue: 1, opacity: 0.5), overlayOpacity: 1,
      overlayFade: .zero)
    let session = SearchSession(
      try ItemRepository(path: ":memory:"),
      configuration: SearchSessionConfiguration(appearance: appearance))
    let drawn = session.configuration.appearance
    #expect(drawn == appearance)
    #expect(drawn.font == .init(size: 20))
    #expect(drawn.textInsets == .init(leading: 4, trailing: 8))
    #expect(drawn.clearButtonMode == .always)
    #expect(drawn.overlayColor == .init(red: 0, green: 0, blue: 1, opacity: 0.5))
    #expect(drawn.overlayOpacity == 1)
    #expect(drawn.overlayFade == .zero)
  }
}
