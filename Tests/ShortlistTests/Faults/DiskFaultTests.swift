import Shortlist
import Testing

@Suite("When a call to the disk fails, a repository")
struct DiskFaultTests {
  /// `SHORTLIST_ROUNDS=200` tries every call, in two minutes. Each fault runs in its own process,
  /// which keeps leaks apart from those of other tests.
  @Test(
    "says so, loses nothing, and goes on once the disk is well again",
    arguments: Disk.Fault.allCases, [false, true])
  func sweep(fault: Disk.Fault, forEver: Bool) async {
    await #expect(processExitsWith: .success) {
      [fault = fault as Disk.Fault, forEver = forEver as Bool] in
      let total = try Self.calls(fault)
      #expect(total > 0)
      // The long run tries every call, the short one a few spread over all of them: with fewer than
      // three, perhaps none would matter.
      let points = min(total, max(3, Rounds.of(3)))
      var refused = 0
      let hasLeaked = try Leaks.any {
        for point in 0..<points {
          let first = 1 + (point * total / points + Rounds.first) % total
          refused += try Self.run(fault, failing: first, of: total, forEver: forEver)
        }
      }
      #expect(!hasLeaked)
      // A checkpointed log can be deleted or truncated later.
      #expect(refused > 0 || [.truncate, .delete].contains(fault))
    }
  }

  /// Makes one call fail, and checks the file afterwards. Returns the number of steps that failed.
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
        // The disk works again.
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

  /// Returns the number of calls in a life that could fail.
  private static func calls(_ fault: Disk.Fault) throws -> Int {
    let disk = Disk()
    disk.plan(fault, first: 0, forEver: false)
    var life = try FaultyLife(options: disk.options)
    for step in life.steps { try life.run(step) }
    let calls = disk.calls
    // This also allocates what the first check of a file needs once.
    #expect(try life.problems() == [])
    return calls
  }
}
