import Shortlist
import Testing

@Suite("When a call to the disk fails, a repository")
struct DiskFaultTests {
  /// `SHORTLIST_ROUNDS=200` tries every call, in two minutes. Each fault has a process to itself, so
  /// that memory that is lost can be told from that of other tests.
  @Test(
    "says so, loses nothing, and goes on once the disk is well again",
    arguments: Disk.Fault.allCases, [false, true])
  func sweep(fault: Disk.Fault, forEver: Bool) async {
    await #expect(processExitsWith: .success) {
      [fault = fault as Disk.Fault, forEver = forEver as Bool] in
      let total = try Self.calls(fault)
      #expect(total > 0)
      // Every call in the long form, else some all over: of fewer than three, none may matter.
      let points = min(total, max(3, Rounds.of(3)))
      var refused = 0
      let hasLeaked = try Leaks.any {
        for point in 0..<points {
          let first = 1 + (point * total / points + Rounds.first) % total
          refused += try Self.run(fault, failing: first, of: total, forEver: forEver)
        }
      }
      #expect(!hasLeaked)
      // Deleting or truncating a log that was written back can wait.
      #expect(refused > 0 || [.truncate, .delete].contains(fault))
    }
  }

  /// Lets one call fail, and looks at what becomes of the file. Gives how many steps failed.
  private static func run(
    _ fault: Disk.Fault, failing first: Int, of total: Int, forEver: Bool
  ) throws -> Int {
    let disk = Disk()
    disk.plan(fault, first: first, forEver: forEver)
    let name = "\(fault) \(first) of \(total)"
    var refused = 0
    var life = try FaultyLife(options: disk.options)
    for step in life.steps {
      do {
        try life.run(step)
      } catch {
        refused += 1
        #expect(
          fault == .full
            ? error.code == .full : [.storage, .cannotOpen].contains(error.code),
          "\(name), \(step): \(error.code), \(error)")
        if fault == .full, step != .open, step != .reopen { try life.run(.search) }
        // The disk is well again.
        disk.plan(fault, first: 0, forEver: false)
        do { try life.run(step) } catch {
          Issue.record("\(name), \(step), a second time: \(error.code), \(error)")
          return refused
        }
      }
    }
    #expect(try life.problems() == [], "\(name)")
    return refused
  }

  /// How many calls that could fail a life takes.
  private static func calls(_ fault: Disk.Fault) throws -> Int {
    let disk = Disk()
    disk.plan(fault, first: 0, forEver: false)
    var life = try FaultyLife(options: disk.options)
    for step in life.steps { try life.run(step) }
    let calls = disk.calls
    // What a look at the file needs for the first time is there from then on.
    #expect(try life.problems() == [])
    return calls
  }
}
