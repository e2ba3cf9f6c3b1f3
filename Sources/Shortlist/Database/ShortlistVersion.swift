/// The versions of Shortlist and of the SQLite that it uses.
public enum ShortlistVersion {
  /// The version of Shortlist, by [Semantic Versioning](https://semver.org), such as "1.2.0" or
  /// "1.2.0-beta.1".
  public static let current = "1.0.0-beta.1"

  /// The version of SQLite in use, such as "3.40.1".
  public static var sqlite: String { Database.sqliteVersion }
}
