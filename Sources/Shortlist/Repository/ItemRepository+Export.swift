extension ItemRepository {
  /// Hands over the sections and their items, from top to bottom, at one moment of the data.
  ///
  /// Until it returns, the write-ahead log of the file grows with each change, so `receive` should
  /// not wait for long.
  ///
  /// - Parameters:
  ///   - sections: the sections to hand over, in this order; all of them when it is `nil`.
  ///   - receive: takes one element after the other, on a thread of the repository's.
  /// - Throws: ``ShortlistError/Code/unknownSection``; what `receive` throws, which ends the export;
  ///   or what the file or the disk does wrong.
  /// - Complexity: O(*n*) for *n* items, which are read one by one.
  public func export(
    _ sections: [ItemSection.ID]? = nil,
    to receive: @escaping @Sendable (ListElement) throws -> Void
  ) async throws {
    let result = try await read { (blocking) -> Result<Void, any Error> in
      Result { try blocking.export(sections, to: receive) }
    }
    try result.get()
  }
}
