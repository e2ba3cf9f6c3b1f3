import Foundation

/// An answer of `search --json` or `pipe`, as another program reads it.
struct Answer {
  let json: [String: Any]

  init?(_ line: String) throws {
    guard let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    else { return nil }
    self.json = json
  }

  /// The hits of a flat answer, or of all groups in order.
  var hits: [[String: Any]] {
    json["hits"] as? [[String: Any]]
      ?? (json["groups"] as? [[String: Any]] ?? []).flatMap { $0["hits"] as? [[String: Any]] ?? [] }
  }

  var titles: [String] { hits.compactMap { $0["title"] as? String } }

  var total: Int? { (json["total"] as? [String: Any])?["value"] as? Int }

  /// The code of an error answer.
  var errorCode: String? { (json["error"] as? [String: Any])?["code"] as? String }
}
