import Foundation
import Shortlist
import ShortlistTestSupport

/// The changes that a process makes to a file until it is killed: the same for the same seed.
struct KilledLife {
  let changes: [Change]
  /// The items before all changes, and after each one.
  let states: [ModelIndex]

  /// Makes small changes of all kinds. With an odd seed, makes bulk changes and works a lot on the
  /// index.
  init(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var changes: [Change] = []
    var states = [ModelIndex()]
    let isHeavy = !seed.isMultiple(of: 2)
    for step in 0..<(isHeavy ? 16 : 50) {
      var model = states[step]
      let change =
        isHeavy
        ? Self.heavyChange(step, &generator)
        : generator.change(of: model, mood: Mood.all[seed / 2 % Mood.all.count])
      change.apply(to: &model)
      changes.append(change)
      states.append(model)
    }
    self.changes = changes
    self.states = states
  }

  private static func heavyChange(_ step: Int, _ generator: inout SeededGenerator) -> Change {
    if step < 6 || generator.once(in: 3) {
      return .upsert(
        (0..<60).map { _ in
          Item(
            id: Item.ID("\(generator.number(0...300))"),
            section: ItemSection.ID(generator.pick(["a", "b", "c"])),
            title: generator.pick(Alphabets.plain) + " " + generator.pick(Alphabets.folded),
            body: generator.pick(Alphabets.plain), weight: generator.weight())
        })
    }
    return generator.once(in: 2) ? .reindex : .optimize
  }

  /// Returns a fork that will make the changes, append a byte to a file for each acknowledged one,
  /// and be killed at a random moment.
  func fork(at path: String, noting acknowledged: String) -> Fork {
    Fork { try self.run(at: path, noting: acknowledged) }
  }

  private func run(at path: String, noting acknowledged: String) throws -> Never {
    let note = open(acknowledged, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var generator = SystemRandomNumberGenerator()
    let last = Int.random(in: -1..<changes.count, using: &generator)
    let pause = UInt32.random(in: 0...(changes.count < 20 ? 100_000 : 10_000), using: &generator)
    func killSoon(after step: Int) {
      guard step == last else { return }
      Thread.detachNewThread {
        usleep(pause)
        kill(getpid(), SIGKILL)
      }
    }
    killSoon(after: -1)
    let repository = try ItemRepository(path: path).blocking
    for (step, change) in changes.enumerated() {
      killSoon(after: step)
      try change.apply(to: repository)
      write(note, "x", 1)
    }
    while true { usleep(1_000) }
  }
}
