import CShortlistFaults
import Foundation
import Shortlist

/// A test's own disk, which can fail and lose power.
///
/// `@unchecked Sendable`: the C functions lock.
final class Disk: @unchecked Sendable {
  /// The calls that can fail, with the codes that they then return.
  enum Fault: String, CaseIterable, Sendable, Codable {
    case read, write, shortWrite, full, truncate, sync, open, lock, sharedMemory, delete, size

    /// SQLite's extended codes are macros that Swift cannot import.
    private func ioError(_ detail: Int32) -> Int32 { SQLITE_IOERR | detail << 8 }

    fileprivate var call: (kind: Int, code: Int32) {
      switch self {
      case .read: (SHORTLIST_CALL_READ, ioError(1))
      case .write, .shortWrite: (SHORTLIST_CALL_WRITE, ioError(3))
      case .full: (SHORTLIST_CALL_WRITE, SQLITE_FULL)
      case .truncate: (SHORTLIST_CALL_TRUNCATE, ioError(6))
      case .sync: (SHORTLIST_CALL_SYNC, ioError(4))
      case .open: (SHORTLIST_CALL_OPEN, SQLITE_CANTOPEN)
      case .lock: (SHORTLIST_CALL_LOCK, ioError(15))
      case .sharedMemory: (SHORTLIST_CALL_SHARED_MEMORY, ioError(21))
      case .delete: (SHORTLIST_CALL_DELETE, ioError(10))
      case .size: (SHORTLIST_CALL_SIZE, ioError(7))
      }
    }
  }

  /// The name of the disk among SQLite's file systems.
  let name = "test-\(UUID().uuidString)"
  private let handle: OpaquePointer

  init() {
    guard let handle = shortlist_disk_create(name) else {
      preconditionFailure("Cannot make a disk.")
    }
    self.handle = handle
  }

  deinit { shortlist_disk_free(handle) }

  /// Options for a repository on this disk.
  var options: ItemRepository.Options {
    var options = ItemRepository.Options()
    options.vfs = name
    return options
  }

  /// Resets the count of calls, and makes call number `first` fail, and all later ones if
  /// `forEver`; 0 for none.
  func plan(_ fault: Fault, first: Int, forEver: Bool) {
    let (kind, code) = fault.call
    shortlist_disk_plan(
      handle,
      shortlist_fault(
        calls: UInt32(kind), first: Int64(first), for_ever: forEver ? 1 : 0, code: code,
        writes_half: fault == .shortWrite ? 1 : 0))
  }

  /// The number of calls that could have failed.
  var calls: Int { Int(shortlist_disk_calls(handle)) }

  /// The unsynced writes that a power failure loses.
  enum Loss: Int, CaseIterable, Sendable {
    case all, nothing, theLast, some, sectors
  }

  /// Cuts the power at a write, truncation, deletion or sync from now on. With `liesAboutSyncs`,
  /// syncs do nothing.
  func cutPower(after calls: Int, loss: Loss, seed: Int, liesAboutSyncs: Bool = false) {
    shortlist_disk_cut(
      handle, Int64(calls), Int32(loss.rawValue), UInt64(seed) &* 0x9E37_79B9_7F4A_7C15,
      liesAboutSyncs ? 1 : 0)
  }

  var isOff: Bool { shortlist_disk_is_off(handle) != 0 }

  /// Writes the surviving files into an empty folder.
  func save(toFolderOf path: String) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    precondition(shortlist_disk_save(handle, folder) == 0, "Cannot write to \(folder).")
  }
}
