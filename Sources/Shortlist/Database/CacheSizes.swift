/// The maximum sizes of the caches of one connection, in bytes. SQLite forgets all pages when anyone
/// commits; our own caches keep what has not changed.
struct CacheSizes: Equatable {
  /// All caches together.
  let total: Int
  /// Items that were shown. They take less memory by themselves than on their pages.
  let items: Int
  /// Pages of one FTS5 index, of which there are two.
  let indexPages: Int
  /// The leaves of small segments of one FTS5 index, and as much again for docids of its terms, or twice
  /// that for what the last search needed.
  let leaves: Int
  /// SQLite's pages. Freeing a page takes about 0.4 µs, which the first search after a commit by another
  /// connection has to wait for. So there are few, unless there is room for those that the rows of the
  /// first items of all sections share.
  let pages: Int

  init(total: Int) {
    self.total = total
    indexPages = min(total / 8, 2 << 20)
    leaves = min(total / 16, 1 << 20)
    let spare = (total - (16 << 20)) / 16
    pages = min(total / 4, max(1 << 17, min(spare, 1 << 20)))
    items = min(total - 2 * indexPages - 4 * leaves - pages, 32 << 20)
  }
}
