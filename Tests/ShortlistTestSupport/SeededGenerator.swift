/// A generator that returns the same random numbers for the same seed: SplitMix64.
///
/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014,
/// doi:10.1145/2660193.2660195.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence of a seed.
  public init(seed: some BinaryInteger) {
    state = UInt64(truncatingIfNeeded: seed)
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns `true` once in `n` times on average.
  public mutating func once(in n: Int) -> Bool {
    Int.random(in: 0..<n, using: &self) == 0
  }

  /// Returns a number from the range.
  public mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns one of the elements.
  public mutating func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element {
    guard let element = elements.randomElement(using: &self) else {
      preconditionFailure("There is nothing to pick from.")
    }
    return element
  }

  /// Returns some of the elements, at most `count`, in any order.
  public mutating func some<Element>(_ elements: [Element], _ count: Int) -> [Element] {
    Array(elements.shuffled(using: &self).prefix(count))
  }
}
