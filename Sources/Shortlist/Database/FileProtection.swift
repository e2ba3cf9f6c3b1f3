import CShortlist

#if canImport(Darwin)
  import Darwin
#endif

/// The protection of files where devices are locked. Elsewhere, nothing happens.
extension RepositoryOptions.FileProtection {
  /// The flags with which SQLite opens a database, so that the log and the shared memory that it
  /// creates are protected.
  var openFlags: Int32 {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      switch self {
      case .complete: SQLITE_OPEN_FILEPROTECTION_COMPLETE
      case .completeUnlessOpen: SQLITE_OPEN_FILEPROTECTION_COMPLETEUNLESSOPEN
      case .completeUntilFirstUserAuthentication:
        SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION
      case .unprotected: SQLITE_OPEN_FILEPROTECTION_NONE
      }
    #else
      0
    #endif
  }

  /// Protects a new file that is still empty. A file system without protection, such as that of a
  /// simulator, refuses; the file is then as good as any other there.
  func apply(to descriptor: Int32) {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // The kernel's names of the classes, A to D, are not in the SDK.
      let protectionClass: Int32 =
        switch self {
        case .complete: 1
        case .completeUnlessOpen: 2
        case .completeUntilFirstUserAuthentication: 3
        case .unprotected: 4
        }
      _ = fcntl(descriptor, F_SETPROTECTIONCLASS, protectionClass)
    #endif
  }
}
