/// The matches of each section, by the section's number.
struct MatchesBySection {
  /// The numbers, ascending.
  private var numbers: [Int64] = []
  /// The matches of each of them; `nil` while they are taken out.
  private var matches: [SectionMatches?] = []

  /// The number of sections.
  var count: Int { numbers.count }

  /// The matches of all sections, by ascending number.
  var values: some Sequence<SectionMatches> { matches.lazy.compactMap { $0 } }

  /// O(log *n*) for *n* sections.
  subscript(number: Int64) -> SectionMatches? {
    let place = place(of: number)
    return place < numbers.count && numbers[place] == number ? matches[place] : nil
  }

  /// Takes the matches of a section out, so that they can change without a copy, until they are put
  /// back.
  mutating func take(_ number: Int64) -> SectionMatches? {
    let place = place(of: number)
    return place < numbers.count && numbers[place] == number ? matches[place].take() : nil
  }

  /// Puts the matches of a section in, or back.
  mutating func put(_ section: SectionMatches) {
    let place = place(of: section.number)
    if place == numbers.count || numbers[place] != section.number {
      numbers.insert(section.number, at: place)
      matches.insert(section, at: place)
    } else {
      matches[place] = section
    }
  }

  /// Returns the place of the first number that is not less.
  private func place(of number: Int64) -> Int {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
