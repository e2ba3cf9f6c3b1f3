import Foundation
import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Requests of pipe")
struct PipeRequestTests {
  private func query(_ text: String) throws(BadRequest) -> SearchQuery {
    let bytes = Array(text.utf8)
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(BadRequest) in try PipeRequest.query(bytes) }
    }
    return try result.get()
  }

  @Test("Only q is required")
  func smallest() throws {
    #expect(try query(#"{"q":"land"}"#) == SearchQuery("land"))
    #expect(try query(#"{"q":"","limit":null,"x":[{}]}"#) == SearchQuery(""))
  }

  @Test("Every key has its effect")
  func everything() throws {
    let request =
      #"{"q":"a","limit":3,"layout":"flat","sections":["S","T"],"match":"any","totals":"exact","#
      + #""order":"list","groupOrder":"sections","typos":false,"explain":true,"budgetMs":1.5,"#
      + #""maxGroups":4,"snippetLength":0}"#
    #expect(
      try query(request)
        == SearchQuery(
          "a", in: ["S", "T"], limit: 3, maxGroups: 4, layout: .flat, order: .list,
          groupOrder: .sections, match: .any, totals: .exact, typos: false,
          timeBudget: .microseconds(1_500), snippetLength: 0, explains: true))
    #expect(try query(#"{"q":"a","sections":[]}"#).sections == [])
    #expect(try query(#"{"q":"a","q":"b","layout":"grouped"}"#).text == "b")
    #expect(try query(#"{"q":"\ud800"}"#).text == "\u{FFFD}")
  }

  @Test("A query in JSON is a request")
  func encodedQueries() throws {
    let queries = [
      SearchQuery("land"),
      SearchQuery(
        "\"Zü\\rich\u{2028}", in: ["S"], limit: 3, maxGroups: 2, layout: .flat, order: .list,
        groupOrder: .sections, match: .any, totals: .exact, typos: false,
        timeBudget: .milliseconds(20), snippetLength: 7, after: SearchCursor("1,-2/S"),
        explains: true), SearchQuery("a", totals: .bounded(3)),
    ]
    for asked in queries {
      let json = String(decoding: try JSONEncoder().encode(asked), as: UTF8.self)
      #expect(try query(json) == asked)
    }
  }

  @Test(
    "What cannot be a request is refused",
    arguments: [
      "", " ", "x", "1", "[]", "{", "{}", "{\"limit\":3}", "{\"q\":1}", "{\"q\":null}",
      "{\"q\":\"a\"} {\"q\":\"b\"}", "{\"q\":\"a\",}", "{\"q\":\"a\",\"limit\":0}",
      "{\"q\":\"a\",\"limit\":-1}", "{\"q\":\"a\",\"limit\":1.5}", "{\"q\":\"a\",\"limit\":\"5\"}",
      "{\"q\":\"a\",\"limit\":99999999999999999999}", "{\"q\":\"a\",\"layout\":\"tree\"}",
      "{\"q\":\"a\",\"layout\":1}", "{\"q\":\"a\",\"sections\":\"S\"}",
      "{\"q\":\"a\",\"sections\":[1]}", "{\"q\":\"a\",\"match\":\"some\"}",
      "{\"q\":\"a\",\"totals\":\"all\"}", "{\"q\":\"a\",\"order\":\"best\"}",
      "{\"q\":\"a\",\"totals\":0}", "{\"q\":\"a\",\"maxGroups\":0}",
      "{\"q\":\"a\",\"snippetLength\":-1}",
      "{\"q\":\"a\",\"typos\":1}", "{\"q\":\"a\",\"budgetMs\":-1}",
      "{\"q\":\"a\",\"budgetMs\":1e99}",
      "{\"q\":\"a\",\"after\":{}}", "{\"q\":\"a\",\"after\":5}", "{\"q\":\"a",
    ])
  func refusals(text: String) {
    #expect(throws: BadRequest.self) { try query(text) }
  }

  @Test("A refusal names the key and the place")
  func refusalText() {
    #expect(throws: BadRequest("The request is not valid: “q”: expected a string (at byte 6).")) {
      try query(#"{"q":1}"#)
    }
    #expect(throws: BadRequest("The request has no “q”.")) { try query(#"{"limit":1}"#) }
  }
}
