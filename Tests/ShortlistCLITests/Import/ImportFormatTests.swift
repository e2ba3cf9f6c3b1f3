import Testing

@testable import ShortlistCLI

@Suite("Formats of imports")
struct ImportFormatTests {
  @Test(
    "The end of a name tells the format",
    arguments: [
      ("a.ndjson", .ndjson), ("b.JSONL", .ndjson), ("c.x.json", .json), ("/d/e.csv", .csv),
      ("f.tsv", .tsv), ("g.tab", .tsv), ("h.txt", nil), ("csv", nil), ("-", nil),
    ] as [(String, ImportFormat?)])
  func names(path: String, format: ImportFormat?) {
    #expect(ImportFormat(path: path) == format)
  }

  @Test(
    "Without a telling name, the beginning tells it",
    arguments: [
      ("[1", .json), (" \n[", .json), ("{\"title\":\"A\"}\n{", .ndjson),
      ("{\"title\":\"A\"}", .ndjson),
      ("{\"S\":[\"A\"]}", .json), ("{\n\"S\"", .json), ("title,weight\n", .csv),
      ("title\tweight\n", .tsv), ("title\na\tb", .csv), ("", .csv),
      ("{\"section\":\"S\",\"sectionTitle\":\"T\"}\n{\"title\":\"A\"}\n", .ndjson),
      ("{\"section\":\"S\",\"sectionTitle\":\"T\"}\n", .ndjson),
      ("{\"titel\":\"A\"}\n{\"title\":\"B\"}\n", .ndjson),
      ("{\"title\":\"A\n{\"title\":\"B\"}\n", .ndjson),
      ("{\"title\":\"A\n{\"title\":\"B\"}\n{\"title\":\"C\"}\n{", .ndjson),
      ("[1, 2]\n{\"title\":\"B\"}\n", .ndjson), ("null\n\n{\"title\":\"B\"}\n", .ndjson),
      ("oops\n{\"title\":\"B\"}\n", .ndjson),
      ("{\"S\":[\n{\"title\":\"A\"}\n]}", .json), ("{\"S\":[\n{\"title\":\"A\"}\n", .json),
      ("[\n{\"title\":\"A\"},\n{\"title\":\"B\"}\n]", .json),
      ("[\n{\"title\":\"A\"},\n{\"title\":\"B\"}\n", .json),
      ("{\n  \"S\": [\n    {\"title\": \"A\"}\n  ]\n}\n", .json),
      ("title;weight\nA;1\n", .csv), ("name,json\nA,\"{\"\"title\"\":\"\"B\"\"}\"\n", .csv),
    ] as [(String, ImportFormat)])
  func beginnings(text: String, format: ImportFormat) throws {
    let fields = try FieldNames(mapping: [])
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      #expect(ImportFormat(beginning: bytes, fields: fields) == format)
    }
  }

  @Test(
    "A mapping must name a field",
    arguments: ["title", "name=title", "=x", "title:name", "title=a,id=a"])
  func badMappings(text: String) {
    #expect(throws: CommandFailure.self) { try FieldNames(mapping: [text]) }
  }
}
