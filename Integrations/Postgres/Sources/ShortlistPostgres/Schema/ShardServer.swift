import CLibPQ
import Shortlist

/// A shard, as the coordinator reaches it through `postgres_fdw`.
struct ShardServer {
  /// The statements that make it known to the coordinator.
  let statements: [String]

  /// Returns the name of the shard with this number on the coordinator.
  static func name(_ number: Int) -> String { "shortlist_shard_\(number)" }

  /// The options that belong to the login, not to the server.
  private static let userOptions: Set<String> = ["user", "password"]

  /// Takes the options from a connection string.
  ///
  /// - Throws: ``ShortlistError/Code/cannotOpen`` for a text that is no connection string.
  init(_ number: Int, _ url: String) throws(ShortlistError) {
    guard let parsed = PQconninfoParse(url, nil) else {
      throw ShortlistError(.cannotOpen, "“\(url)” does not describe a database.")
    }
    defer { PQconninfoFree(parsed) }
    var server = [
      "options": "-c plan_cache_mode=force_custom_plan -c jit=off -c enable_seqscan=off "
        + "-c max_parallel_workers_per_gather=0 -c random_page_cost=1.1",
      "fetch_size": "10000", "batch_size": "1000", "async_capable": "true",
      "connect_timeout": "2",
    ]
    var user: [String: String] = [:]
    var option = parsed
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        let keyword = String(cString: keyword)
        if Self.userOptions.contains(keyword) {
          user[keyword] = String(cString: value)
        } else {
          server[keyword] = String(cString: value)
        }
      }
      option += 1
    }
    let name = Self.name(number)
    statements = [
      "CREATE SERVER \(name) FOREIGN DATA WRAPPER postgres_fdw OPTIONS (\(Self.list(server)))",
      "CREATE USER MAPPING FOR CURRENT_USER SERVER \(name) OPTIONS (\(Self.list(user)))",
    ].map { $0.replacing(" OPTIONS ()", with: "") }
  }

  private static func list(_ options: [String: String]) -> String {
    options.sorted { $0.key < $1.key }.map { "\($0.key) \(quoted($0.value))" }
      .joined(separator: ", ")
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }
}
