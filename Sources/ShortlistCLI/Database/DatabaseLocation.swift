import Shortlist

/// The location of the database file.
struct DatabaseLocation: Equatable {
  let path: String
  /// Whether this is the default file, in the user's data folder.
  let isDefault: Bool

  /// Finds the file: the option, then `SHORTLIST_DATABASE`, then the user's data folder.
  static func find(
    option: String?, environment: (String) -> String? = Environment.value
  ) throws(CommandFailure) -> DatabaseLocation {
    if let path = option ?? environment("SHORTLIST_DATABASE") {
      guard !path.isEmpty else { throw CommandFailure("The path of the database is empty.") }
      guard path != ":memory:" else {
        throw CommandFailure("An in-memory database would not outlive the command; specify a file.")
      }
      return DatabaseLocation(path: path, isDefault: false)
    }
    let folder = try dataFolder(environment)
    return DatabaseLocation(path: folder + "/shortlist.sqlite", isDefault: true)
  }

  /// The folder of the default file.
  private static func dataFolder(
    _ environment: (String) -> String?
  ) throws(CommandFailure) -> String {
    #if os(macOS)
      let inHome = "Library/Application Support"
    #else
      // The XDG specification says to ignore a relative path.
      if let folder = environment("XDG_DATA_HOME"), folder.hasPrefix("/") {
        return folder + "/shortlist"
      }
      let inHome = ".local/share"
    #endif
    guard let home = environment("HOME") else {
      throw CommandFailure("HOME is not set; specify the database with --database.")
    }
    return "\(home)/\(inHome)/shortlist"
  }

  var folder: String? {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
    return String(path[..<slash])
  }
}

/// The built-in sample, shown until the user has a database.
enum SampleItems {
  /// Two sections of countries.
  static let items: [Item] = titles.flatMap { section, titles in
    titles.map { Item(section: ItemSection.ID(section), title: $0) }
  }

  private static let titles: KeyValuePairs = [
    "Countries to visit": [
      "Iceland", "Greenland", "Switzerland", "Norway", "New Zealand", "Greece", "Rome", "Ireland",
    ],
    "Countries visited": ["India", "U.S.A"],
  ]
}
