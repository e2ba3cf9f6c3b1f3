/// Updates the table `attribute_block`, which holds the attributes of items by attribute.
///
/// A block covers the docids from its `first` up to that of the next block; the first of all begins
/// at 0. A block that has grown too large is split, and an empty one is removed.
struct AttributeBlocks {
  private let connection: Connection
  private let revision: Int64

  /// The number of items in a new block, and the most of one.
  private static let usualCount = 1_024
  private static let maximumCount = 2_048

  /// Updates blocks in the change with a number.
  init(revision: Int64, on connection: Connection) {
    self.connection = connection
    self.revision = revision
  }

  /// Brings the blocks up to date with the table `item_attribute` at some docids, in ascending
  /// order.
  ///
  /// - Complexity: O(*n*) for the items in the blocks that hold the docids.
  func update(_ docids: [Int64]) throws(ShortlistError) {
    let find = try connection.statement("SELECT packed FROM item_attribute WHERE docid = ?1")
    defer { find.reset() }
    var index = 0
    while index < docids.count {
      let (first, end) = try range(around: docids[index])
      var changes: [(docid: Int64, packed: PackedAttributes?)] = []
      while index < docids.count, docids[index] < end {
        find.reset()
        find.bind(docids[index], at: 1)
        let packed = try find.step() ? try PackedAttributes(find.bytes(0)) : nil
        changes.append((docids[index], packed))
        index += 1
      }
      var block = try AttributeBlock(first: first, on: connection)
      block.apply(changes)
      try write(block, first: first)
    }
  }

  /// Returns the first docid of the block that a docid belongs to, and that of the next block.
  private func range(around docid: Int64) throws(ShortlistError) -> (first: Int64, end: Int64) {
    let before = try connection.statement(
      "SELECT first FROM attribute_block WHERE first <= ?1 ORDER BY first DESC LIMIT 1")
    defer { before.reset() }
    before.bind(docid, at: 1)
    let first = try before.step() ? before.int64(0) : 0
    let after = try connection.statement(
      "SELECT first FROM attribute_block WHERE first > ?1 ORDER BY first LIMIT 1")
    defer { after.reset() }
    after.bind(docid, at: 1)
    return (first, try after.step() ? after.int64(0) : .max)
  }

  private func write(_ block: AttributeBlock, first: Int64) throws(ShortlistError) {
    let delete = try connection.statement("DELETE FROM attribute_block WHERE first = ?1")
    delete.bind(first, at: 1)
    try delete.run()
    let size = block.docids.count > Self.maximumCount ? Self.usualCount : Self.maximumCount
    let insert = try connection.statement(
      "INSERT INTO attribute_block(first, attribute, revision, packed) VALUES(?1, ?2, ?3, ?4)")
    for start in stride(from: 0, to: block.docids.count, by: size) {
      let items = start..<min(start + size, block.docids.count)
      insert.bind(start == 0 ? first : block.docids[start], at: 1)
      for (attribute, bytes) in block.rows(of: items) {
        insert.bind(attribute, at: 2)
        insert.bind(revision, at: 3)
        try insert.bind(blob: bytes, at: 4)
        try insert.run()
      }
    }
  }
}
