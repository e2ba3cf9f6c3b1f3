import Foundation

/// Random numbers that are the same in every run.
///
/// SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014,
/// doi:10.1145/2660193.2660195.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, but not including, 1.
  package mutating func fraction() -> Double {
    Double.random(in: 0..<1, using: &self)
  }

  /// Returns one of the values, all equally likely.
  package mutating func pick<Values: Collection>(_ values: Values) -> Values.Element {
    let place = Int.random(in: 0..<values.count, using: &self)
    return values[values.index(values.startIndex, offsetBy: place)]
  }
}

/// Draws indices with probabilities proportional to their weights.
package struct WeightedDraw {
  private let sums: [Double]

  /// Weights of 0 or more, at least one of them above 0.
  package init(weights: some Sequence<Double>) {
    var sum = 0.0
    sums = weights.map { weight in
      sum += weight
      return sum
    }
    precondition(sum > 0, "There is nothing to draw from.")
  }

  /// Zipf's law: the weight of the *i*th of `count` is *i* to the power of −`exponent`.
  package init(zipf count: Int, exponent: Double) {
    self.init(weights: (1...count).lazy.map { pow(Double($0), -exponent) })
  }

  /// - Complexity: O(log *n*).
  package func callAsFunction(using generator: inout SeededGenerator) -> Int {
    let target = generator.fraction() * (sums.last ?? 0)
    var low = 0
    var high = sums.count - 1
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > target { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
