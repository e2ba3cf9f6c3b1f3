import Shortlist
import Testing

@Suite("When a call to the disk fails, a repository")
struct DiskFaultTests {
  /// `SHORTLIST_ROUNDS=200` tries every call, in two minutes.
  @Test(
    "says so, loses nothing, and goes on once the disk is well again",
    arguments: Disk.Fault.allCases, [false, true])
  func sweep(fault: Disk.Fault, forEver: Bool) throws {
    let total = try calls(fault)
    #expect(total > 0)
    // Every call in the long form, else some all over.
    let points = min(total, 3 * max(1, Rounds.factor))
    var refused = 0
    for point in 0..<points {
      let first = 1 + (point * total / points + Rounds.first) % total
      let disk = Disk()
      disk.plan(fault, first: first, forEver: forEver)
      let name = "\(fault) \(first) of \(total)"
      var life = try FaultyLife(options: disk.options)
      for step in FaultyLife.Step.allCases {
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
            return
          }
        }
      }
      #expect(try life.problems() == [], "\(name)")
    }
    // Deleting or truncating a log that was written back can wait.
    #expect(refused > 0 || [.truncate, .delete].contains(fault))
  }

  /// How many calls that could fail a life takes.
  private func calls(_ fault: Disk.Fault) throws -> Int {
    let disk = Disk()
    disk.plan(fault, first: 0, forEver: false)
    var life = try FaultyLife(options: disk.options)
    for step in FaultyLife.Step.allCases { try life.run(step) }
    return disk.calls
  }
}
