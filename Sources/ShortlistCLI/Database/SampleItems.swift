import Shortlist

/// The list that the program shows before there is another.
enum SampleItems {
  /// Two sections of countries.
  static let items: [Item] = titles.flatMap { section, titles in
    titles.map { Item(section: ItemSection.ID(section), title: $0) }
  }

  private static let titles: KeyValuePairs = [
    "Countries to visit": [
      "Iceland", "Greenland", "Switzerland", "Norway", "New Zealand", "Greece", "Rome", "Ireland",
    ],
    "Countries visited": ["India", "U.S.A"],
  ]
}
