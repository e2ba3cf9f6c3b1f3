import Shortlist

/// The cities that the program searches if no database is given.
enum SampleCities {
  /// Makes a list of the cities in memory.
  static func repository() async throws -> ItemRepository {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.upsert(items)
    return repository
  }

  /// The rows of `cities.csv`, in which no value is quoted.
  private static var items: [Item] {
    String(decoding: PackageResources.cities_csv, as: UTF8.self)
      .split(separator: "\n").dropFirst().map { line in
        let values = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return Item(
          section: ItemSection.ID(values[1]), title: values[0], subtitle: values[2],
          keywords: values[4].split(separator: "; ").map(String.init),
          weight: Double(values[3]) ?? 0)
      }
  }
}
