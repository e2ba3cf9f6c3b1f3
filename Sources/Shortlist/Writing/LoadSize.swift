/// How much there is of some items.
struct LoadSize {
  private(set) var items = 0
  /// How long their texts are, in bytes, about.
  private(set) var bytes = 0

  mutating func add(_ item: Item) {
    items += 1
    bytes += item.title.utf8.count + item.subtitle.utf8.count + item.body.utf8.count
    // A short keyword takes most of its room for its place in the array.
    bytes += item.keywords.reduce(0) { $0 + 16 + $1.utf8.count } + (item.payload?.count ?? 0)
  }

  /// About 50 ms of work: as much as others have to wait for.
  static let itemsBetweenLooks = 1_500
  private static let bytesBetweenLooks = 512 << 10

  /// Whether it is time to look whether others wait.
  var isWorthALook: Bool {
    items >= Self.itemsBetweenLooks || bytes >= Self.bytesBetweenLooks
  }
}
