import CShortlistExtension

/// The functions that SQLite calls when it loads the library: the usual name, and the one that it
/// derives from the name of the file.
///
/// - Returns: a result code of SQLite.
@_cdecl("sqlite3_extension_init")
public func load(
  database: OpaquePointer, message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  host: UnsafeRawPointer
) -> Int32 {
  withUnsafePointer(to: Engine.functions) {
    shortlist_extension_load(database, message, host, $0)
  }
}

/// See ``load(database:message:host:)``.
///
/// - Returns: a result code of SQLite.
@_cdecl("sqlite3_shortlistextension_init")
public func loadByFileName(
  database: OpaquePointer, message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
  host: UnsafeRawPointer
) -> Int32 {
  load(database: database, message: message, host: host)
}
