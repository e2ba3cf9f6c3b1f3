import Foundation
import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Requests of pipe")
struct PipeRequestTests {
  private func task(_ text: String) throws(BadRequest) -> PipeRequest.Task {
    let bytes = Array(text.utf8)
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(BadRequest) in try PipeRequest.task(bytes) }
    }
    return try result.get()
  }

  private func query(_ text: String) throws(BadRequest) -> SearchQuery {
    guard case .search(let query) = try task(text) else { throw BadRequest("No query") }
    return query
  }

  @Test("Changes come with ids to remove and a checkpoint")
  func changes() throws {
    let request =
      #"{"apply":{"upserts":[{"id":7,"section":"S","title":"T"},{"title":"U"}],"removals":["a"],"#
      + #""checkpoint":{"name":"n","valueBase64":"AP8="}}}"#
    #expect(
      try task(request)
        == .apply(
          ChangeSet(
            upserts: [
              Item(id: "7", section: "S", title: "T"), Item(section: "Items", title: "U"),
            ], removals: ["a"], checkpoint: Checkpoint(name: "n", value: Data([0, 255])))))
    #expect(try task(#"{"apply":{}}"#) == .apply(ChangeSet()))
    #expect(try task(#"{"checkpoint":"n"}"#) == .checkpoint("n"))
  }

  @Test("A list to reconcile with has a scope, which is everything unless it says so")
  func reconciliations() throws {
    let items = [Item(section: "Items", title: "U")]
    let list = #""items":[{"title":"U"}]"#
    #expect(try task(#"{"reconcile":{\#(list)}}"#) == .reconcile(items, in: .everything, nil))
    #expect(
      try task(#"{"reconcile":{\#(list),"sections":["S"]}}"#)
        == .reconcile(items, in: .sections(["S"]), nil))
    #expect(
      try task(#"{"reconcile":{"items":[],"prefix":"c/","checkpoint":{"name":"n","value":"1"}}}"#)
        == .reconcile([], in: .ids(prefix: "c/"), Checkpoint(name: "n", value: Data("1".utf8))))
  }

  @Test("There is a request for each way to read and to change the list")
  func others() throws {
    #expect(
      try task(#"{"complete":{"text":"san"}}"#) == .complete("san", limit: 8, in: nil))
    #expect(
      try task(#"{"complete":{"text":"","limit":2,"sections":["S"]}}"#)
        == .complete("", limit: 2, in: ["S"]))
    #expect(
      try task(#"{"why":{"item":"i","q":"a","layout":"flat"}}"#)
        == .why("i", SearchQuery("a", layout: .flat)))
    #expect(try task(#"{"show":"i"}"#) == .show("i"))
    #expect(try task(#"{"synonyms":{"add":null}}"#) == .listSynonyms)
    #expect(
      try task(#"{"synonyms":{"add":[{"synonyms":["a"],"for":"b"}]}}"#)
        == .addSynonyms([SynonymSet(["a"], for: "b")]))
    #expect(
      try task(#"{"synonyms":{"remove":[{"synonyms":["a","b"],"for":null}]}}"#)
        == .removeSynonyms([SynonymSet(["a", "b"])]))
    #expect(try task(#"{"synonyms":{"replace":[]}}"#) == .replaceSynonyms([]))
    #expect(try task(#"{"list":{}}"#) == .listSections)
    #expect(try task(#"{"attributes":{}}"#) == .listAttributes)
    #expect(
      try task(#"{"list":{"section":"S","from":3,"limit":4}}"#)
        == .listItems(of: "S", from: 3, limit: 4))
    #expect(
      try task(#"{"list":{"section":"S","from":null}}"#)
        == .listItems(of: "S", from: 0, limit: 100))
    #expect(
      try task(#"{"add":[{"title":"T"}]}"#) == .add([Item(section: "Items", title: "T")]))
    #expect(
      try task(#"{"move":{"items":["a","b"],"to":"S","at":0}}"#)
        == .move(["a", "b"], to: "S", at: 0))
    #expect(try task(#"{"remove":["a"]}"#) == .remove(["a"]))
  }

  @Test(
    "The id of a request is found, even of a bad one",
    arguments: [
      (#"{"id":7,"q":"a"}"#, "7"), (#"{"q":5,"id":"x\"y"}"#, #""x\"y""#),
      (#"{"id":-1.50e3}"#, "-1.50e3"),
      (#"{"id":1,"id":2}"#, "2"), (#"{"id":1,"q":"a"#, "1"), (#"{"id":{}}"#, nil), ("{}", nil),
      (#"{"id":true}"#, nil), (#"{"apply":{"id":1}}"#, nil), ("", nil), ("[1]", nil),
      (#"{"id":null,"q":"a"}"#, nil),
    ] as [(String, String?)])
  func ids(text: String, id: String?) {
    let found = Array(text.utf8).withUnsafeBufferPointer { PipeRequest.id(of: $0) }
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == id)
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
    #expect(
      try query(
        #"{"q":"a","typos":{"letters":8,"fields":["title"]},"operators":false,"sectionTitles":false,"#
          + #""fieldWeights":{"body":0.5},"learned":true}"#)
        == SearchQuery(
          "a", typos: .after(letters: 8).limited(to: [.title]), operators: false,
          usesLearning: true, matchesSectionTitles: false, fieldWeights: [.body: 0.5]))
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
      "{\"q\":\"a\",\"typos\":1}", "{\"q\":\"a\",\"typos\":{\"letters\":0}}",
      "{\"q\":\"a\",\"typos\":{\"fields\":[\"name\"]}}", "{\"q\":\"a\",\"operators\":0}",
      "{\"q\":\"a\",\"fieldWeights\":{\"body\":101}}", "{\"q\":\"a\",\"fieldWeights\":{\"x\":1}}",
      "{\"q\":\"a\",\"budgetMs\":-1}",
      "{\"q\":\"a\",\"budgetMs\":1e99}",
      #"{"apply":[]}"#, #"{"apply":{"upsert":[]}}"#, #"{"apply":{"upserts":[{"id":"x"}]}}"#,
      #"{"apply":{"checkpoint":{"name":"n"}}}"#, #"{"apply":{},"q":"a"}"#, #"{"reconcile":{}}"#,
      #"{"apply":{"upserts":[{"section":"S","sectionTitle":"T"}]}}"#,
      #"{"reconcile":{"items":[],"prefix":"a","sections":[]}}"#, #"{"checkpoint":1}"#,
      #"{"complete":{}}"#, #"{"complete":{"text":"a","q":"b"}}"#, #"{"why":{"q":"a"}}"#,
      #"{"why":{"item":"i"}}"#, #"{"why":{"item":"i","q":"a","x":1}}"#, #"{"show":7}"#,
      #"{"list":[]}"#, #"{"list":{"section":"S","from":-1}}"#, #"{"add":{}}"#,
      #"{"move":{"items":["a"]}}"#, #"{"move":{"items":"a","to":"S"}}"#, #"{"remove":"a"}"#,
      #"{"synonyms":[]}"#, #"{"synonyms":{"set":[]}}"#, #"{"synonyms":{"add":[["a","b"]]}}"#,
      #"{"synonyms":{"add":[{"for":"a"}]}}"#, #"{"synonyms":{"add":[],"remove":[]}}"#,
      #"{"show":"a","remove":[]}"#, "{\"q\":\"a\",\"after\":{}}", "{\"q\":\"a\",\"after\":5}",
      "{\"q\":\"a",
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
