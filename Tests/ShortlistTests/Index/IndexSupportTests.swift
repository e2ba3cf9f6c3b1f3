import Testing

@testable import Shortlist

@Suite("The door to FTS5's format")
struct IndexSupportTests {
  private static let version = "3.99.0"

  @Test("is open for tested versions of SQLite, without a self-test")
  func tested() throws {
    #expect(IndexSupport.testedVersions.contains("3.40.1"))
    #expect(try IndexSupport.decide(version: "3.40.1", mode: nil) == IndexSupport.Verdict())
  }

  @Test("is open for another version that passes the self-test")
  func selfTest() throws {
    #expect(try IndexSelfTest().run() == IndexSelfTest.Outcome(canRead: true, failure: nil))
    #expect(try IndexSupport.decide(version: Self.version, mode: nil) == IndexSupport.Verdict())
  }

  @Test("is closed for a version that fails the self-test, and says why")
  func failingSelfTest() throws {
    for version in ["3.40.1", Self.version] {
      let verdict = try IndexSupport.decide(version: version, mode: "failing-self-test")
      #expect(verdict.support == .none)
      let start = "SQLite \(version) failed the self-test: "
      #expect(verdict.reason?.hasPrefix(start) == true)
    }
  }

  @Test("is half open when that is forced", arguments: [IndexSupport.none, .read])
  func forced(support: IndexSupport) throws {
    let verdict = try IndexSupport.decide(version: "3.40.1", mode: support.rawValue)
    #expect(verdict.support == support)
    #expect(verdict.reason == "SHORTLIST_INDEX_SUPPORT is \(support.rawValue).")
  }

  @Test("is closed for an index that FTS5 has marked as of another format")
  func otherFormat() throws {
    let connection = try Schema.model(.none)
    connection.trustsFormat = true
    #expect(try IndexSupport.allowsWriting("item_titles", of: connection))
    try connection.writingShadows { () throws(ShortlistError) in
      try connection.execute("UPDATE item_titles_config SET v = 5 WHERE k = 'version'")
    }
    let verdict = try IndexSupport.verdict(on: "item_titles", of: connection)
    #expect(verdict.support == .none)
    #expect(verdict.reason == "FTS5 has marked item_titles as of format 5.")
    #expect(try !IndexSupport.allowsReading("item_titles", of: connection))
    #expect(try IndexSupport.allowsReading("item_texts", of: connection))
  }
}
