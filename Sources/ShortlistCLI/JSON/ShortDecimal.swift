/// The shortest decimal that reads as a given number, and of those the closest, as `description` has
/// it, in a third of the time: for numbers from 2⁻¹⁰ to 1 that leave no doubt, as scores mostly are.
struct ShortDecimal {
  /// What stands behind the point, as a whole number.
  let digits: UInt64
  /// How many digits that is.
  let places: Int

  init?(_ value: Double) {
    // Below a power of two, numbers are closer to each other than above it.
    guard value >= 0x1p-10, value < 1, value.significandBitPattern != 0 else { return nil }
    let significand = value.significandBitPattern | 1 << 52
    let shift = 52 - Int(value.exponent)
    var power: UInt64 = 10_000_000_000_000_000
    var places = 16
    var best = Self.nearest(significand, shift, power)
    if best == nil {
      power *= 10
      places += 1
      best = Self.nearest(significand, shift, power)
    } else {
      while let shorter = Self.nearest(significand, shift, power / 10) {
        best = shorter
        power /= 10
        places -= 1
      }
    }
    guard let best, best.isClear else { return nil }
    digits = best.digits
    self.places = places
  }

  /// The whole number nearest to `significand` · `power` / 2^`shift`, if divided by `power` it is
  /// nearer to the number than to any other; not clear when it is just between two.
  private static func nearest(
    _ significand: UInt64, _ shift: Int, _ power: UInt64
  ) -> (digits: UInt64, isClear: Bool)? {
    let (high, low) = significand.multipliedFullWidth(by: power)
    let whole = high &<< (64 &- shift) | low &>> shift
    let rest = low & (1 &<< shift &- 1)
    let half: UInt64 = 1 &<< (shift &- 1)
    let error = rest < half ? rest : half &+ half &- rest
    guard 2 &* error <= power else { return nil }
    return (rest < half ? whole : whole &+ 1, rest != half && 2 &* error != power)
  }
}
