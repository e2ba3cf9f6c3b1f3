import Foundation
import ShortlistTestSupport
import Testing

@Suite("The program as a pipe")
struct PipeTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary

  init() throws {
    home = try TemporaryFolder()
    var shortlist = ShortlistBinary(home: home)
    shortlist.environment["SHORTLIST_DATABASE"] = home.path("list.sqlite")
    self.shortlist = shortlist
    #expect(try shortlist.run("import", "--sample").status == 0)
  }

  @Test("Requests are answered in order, bad ones too, until the input ends")
  func order() throws {
    let requests = [
      #"{"q":"land","limit":2}"#, "", "nonsense", #"{"q":"usa","layout":"flat"}"#,
      #"{"q":"x","layout":"tree"}"#, #"{"limit":5}"#, #"{"q":"","layout":"flat"}"#,
      #"{"q":"gre","sections":["Countries visited"]}"#, #"{"q":"greece"}"#,
    ]
    let outcome = try shortlist.run("pipe", input: requests.joined(separator: "\n"))
    #expect(outcome.status == 0)
    let answers = try outcome.lines.map { try #require(try Answer($0)) }
    #expect(
      answers.map(\.titles) == [
        ["Iceland", "Ireland"], [], [], ["U.S.A"], [], [], [], [], ["Greece"],
      ])
    #expect(
      answers.map(\.errorCode) == [
        nil, "badRequest", "badRequest", nil, "badRequest", "badRequest", nil, nil, nil,
      ])
  }

  @Test("A request ends with a line feed, whatever the first one holds")
  func carriageReturns() throws {
    let outcome = try shortlist.run("pipe", input: "a\rb\n{\"q\":\"rome\"}\r\n{\"q\":\"rome\"}\n")
    let answers = try outcome.lines.map { try #require(try Answer($0)) }
    #expect(answers.map(\.titles) == [[], ["Rome"], ["Rome"]])
  }

  @Test("An answer's cursor leads through the list")
  func paging() throws {
    var titles: [String] = []
    var after = ""
    for _ in 1...3 {
      let request = #"{"q":"land","limit":2\#(after)}"#
      let answer = try #require(try Answer(shortlist.run("pipe", input: request).output))
      titles += answer.titles
      let groups = try #require(answer.json["groups"] as? [[String: Any]])
      guard let next = groups.first?["next"] else { break }
      let cursor = try JSONSerialization.data(withJSONObject: next, options: .fragmentsAllowed)
      after = ",\"after\":" + String(decoding: cursor, as: UTF8.self)
    }
    #expect(titles == ["Iceland", "Ireland", "Greenland", "Switzerland", "New Zealand"])
  }

  @Test("Changes are applied with their checkpoint, and found by the next request")
  func changes() throws {
    let apply =
      #"{"apply":{"upserts":[{"id":"x","section":"S","title":"Xanadu"}],"removals":["y"],"#
      + #""checkpoint":{"name":"n","value":"7"}}}"#
    let requests = [
      #"{"checkpoint":"n"}"#, apply, #"{"q":"xanadu"}"#, apply, #"{"checkpoint":"n"}"#,
      #"{"reconcile":{"items":[],"sections":["S"]}}"#, #"{"q":"xanadu","typos":false}"#,
      #"{"apply":{"upserts":[{"title":" "}]}}"#,
    ]
    let outcome = try shortlist.run("pipe", input: requests.joined(separator: "\n"))
    #expect(outcome.status == 0)
    let lines = outcome.lines
    try #require(lines.count == requests.count)
    #expect(lines[0] == #"{"checkpoint":null}"#)
    #expect(lines[1] == #"{"inserted":1,"updated":0,"unchanged":0,"removed":0}"#)
    #expect(try Answer(lines[2])?.titles == ["Xanadu"])
    #expect(lines[3] == #"{"inserted":0,"updated":0,"unchanged":1,"removed":0}"#)
    #expect(lines[4] == #"{"checkpoint":{"name":"n","value":"7"}}"#)
    #expect(lines[5] == #"{"inserted":0,"updated":0,"unchanged":0,"removed":1}"#)
    #expect(try Answer(lines[6])?.titles == [])
    #expect(try Answer(lines[7])?.errorCode == "badRequest")
  }

  @Test("An answer repeats the id of its request, an error too")
  func ids() throws {
    let requests = [
      #"{"id":1,"checkpoint":"n"}"#, #"{"id":"zwei","q":5}"#, #"{"id":[],"show":"x"}"#,
      #"{"remove":["nothing"],"id":4.0}"#, "nonsense",
    ]
    let lines = try shortlist.run("pipe", input: requests.joined(separator: "\n")).lines
    #expect(lines[0] == #"{"id":1,"checkpoint":null}"#)
    #expect(lines[1].hasPrefix(#"{"id":"zwei","error":{"code":"badRequest""#))
    #expect(lines[2] == #"{"item":null}"#)
    #expect(lines[3] == #"{"id":4.0,"removed":0}"#)
    #expect(lines[4].hasPrefix(#"{"error":"#))
  }

  @Test("The list is read and changed by requests")
  func requests() throws {
    let requests = [
      #"{"list":{}}"#, #"{"add":[{"title":"Oslo","section":"Cities"}]}"#,
      #"{"show":"Cities/Oslo"}"#,
      #"{"move":{"items":["Cities/Oslo"],"to":"Visited"}}"#, #"{"list":{"section":"Visited"}}"#,
      #"{"complete":{"text":"osl","limit":1}}"#, #"{"why":{"item":"Cities/Oslo","q":"rome"}}"#,
      #"{"remove":["Cities/Oslo"]}"#, #"{"move":{"items":["Cities/Oslo"],"to":"Visited"}}"#,
    ]
    let lines = try shortlist.run("pipe", input: requests.joined(separator: "\n")).lines
    try #require(lines.count == requests.count)
    #expect(lines[0].hasPrefix(#"{"sections":[{"id":""#))
    #expect(lines[1] == #"{"added":[{"id":"Cities/Oslo","section":"Cities"}]}"#)
    let oslo = #"{"id":"Cities/Oslo","section":"Cities","title":"Oslo"}"#
    #expect(lines[2] == #"{"item":"# + oslo + "}")
    #expect(lines[3] == #"{"moved":1}"#)
    #expect(
      lines[4] == #"{"items":["# + oslo.replacing(#""Cities""#, with: #""Visited""#)
        + #"],"total":1}"#)
    #expect(lines[5].hasPrefix(#"{"completions":[{"text":"Oslo","typed":[0,3]"#))
    #expect(lines[6].hasPrefix(#"{"item":"Cities/Oslo","query":"rome","isHit":false,"tier":null"#))
    #expect(lines[7] == #"{"removed":1}"#)
    #expect(lines[8].hasPrefix(#"{"error":{"code":"unknownItem""#))
  }

  @Test("An untrusted file is not changed")
  func untrusted() throws {
    let outcome = try shortlist.run("pipe", "--untrusted", input: #"{"apply":{"removals":["a"]}}"#)
    #expect(try Answer(outcome.output)?.errorCode == "cannotOpen")
  }

  @Test("A request that is too long is refused, and the next one is answered")
  func longRequests() throws {
    let long = String(repeating: "x", count: 3 << 20)
    let outcome = try shortlist.run("pipe", input: "{\"q\":\"\(long)\"}\n{\"q\":\"rome\"}\n\(long)")
    let answers = try outcome.lines.map { try #require(try Answer($0)) }
    #expect(answers.map(\.errorCode) == ["badRequest", nil, "badRequest"])
    #expect(answers[1].titles == ["Rome"])
  }

  @Test(
    "Each request is answered immediately, 10,000 in a row, bad ones among them, without growing")
  func manyRequests() throws {
    let requests = [
      #"{"q":"land"}"#, #"{"q":"e","layout":"flat"}"#, "bad", #"{"q":"new zeal","totals":"exact"}"#,
      "", #"{"q":5}"#, #"{"q":"grece","order":"list"}"#, #"{"q":"a OR b -c \"d","limit":1}"#,
    ]
    let process = shortlist.process(["pipe"])
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var reader = LineByLine(output.fileHandleForReading)
    var before: Int?
    for number in 0..<10_000 {
      let request = requests[number % requests.count]
      try input.fileHandleForWriting.write(contentsOf: Data((request + "\n").utf8))
      let line = reader.next()
      let answer = try #require(line)
      let isError = answer.hasPrefix("{\"error\":{\"code\":\"badRequest\"")
      #expect(isError == ["bad", "", #"{"q":5}"#].contains(request))
      #if os(Linux)
        if number == 1_000 { before = MemoryFigures.resident(of: process.processIdentifier) }
      #endif
    }
    #if os(Linux)
      let after = try #require(MemoryFigures.resident(of: process.processIdentifier))
      #expect(after - (try #require(before)) < 8 << 20)
    #endif
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}

/// Reads lines as they arrive.
struct LineByLine {
  private let handle: FileHandle
  private var rest = Data()

  init(_ handle: FileHandle) { self.handle = handle }

  mutating func next() -> String? {
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = handle.availableData
      guard !more.isEmpty else { return nil }
      rest += more
    }
  }
}
