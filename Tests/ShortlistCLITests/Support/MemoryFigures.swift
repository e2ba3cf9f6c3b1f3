#if os(Linux)
  import Foundation

  /// The memory of a process, read from Linux's `/proc`.
  enum MemoryFigures {
    /// The current resident size, in bytes.
    static func resident(of process: Int32) -> Int? { figure("VmRSS", of: process) }

    /// The peak resident size, in bytes.
    static func peak(of process: Int32) -> Int? { figure("VmHWM", of: process) }

    private static func figure(_ name: String, of process: Int32) -> Int? {
      guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      else { return nil }
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      let digits = line?.filter(\.isNumber) ?? ""
      return Int(digits).map { $0 << 10 }
    }
  }
#endif
