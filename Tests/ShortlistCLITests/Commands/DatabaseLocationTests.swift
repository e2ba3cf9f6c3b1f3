import Testing

@testable import ShortlistCLI

@Suite("Location of the database")
struct DatabaseLocationTests {
  private func find(
    _ option: String?, _ environment: [String: String]
  ) throws(CommandFailure) -> DatabaseLocation {
    try DatabaseLocation.find(option: option) { environment[$0] }
  }

  @Test("The option goes before the variable, and the variable before the default")
  func order() throws {
    let environment = ["SHORTLIST_DATABASE": "v.db", "HOME": "/home/me"]
    #expect(try find("o.db", environment) == DatabaseLocation(path: "o.db", isDefault: false))
    #expect(try find(nil, environment) == DatabaseLocation(path: "v.db", isDefault: false))
    #expect(try find(nil, ["HOME": "/home/me"]).isDefault)
  }

  #if !os(macOS)
    @Test(
      "The default is in the user's data folder",
      arguments: [
        (["HOME": "/home/me"], "/home/me/.local/share/shortlist/shortlist.sqlite"),
        (["HOME": "/home/me", "XDG_DATA_HOME": "/data"], "/data/shortlist/shortlist.sqlite"),
        (
          ["HOME": "/home/me", "XDG_DATA_HOME": "data"],
          "/home/me/.local/share/shortlist/shortlist.sqlite"
        ),
      ])
    func defaults(environment: [String: String], path: String) throws {
      #expect(try find(nil, environment) == DatabaseLocation(path: path, isDefault: true))
    }
  #endif

  @Test("An empty name, a database in memory and a missing home are refused")
  func refusals() {
    #expect(throws: CommandFailure.self) { try find("", [:]) }
    #expect(throws: CommandFailure.self) { try find(":memory:", [:]) }
    #expect(throws: CommandFailure.self) { try find(nil, [:]) }
  }
}
