/// Texts that are added at a docid, or removed from it.
struct IndexEvent {
  let docid: Int64
  let texts: ItemTexts
  let isInsertion: Bool
}

/// What a transaction adds and removes, as it happened.
struct IndexEvents {
  private(set) var all: [IndexEvent] = []
  private var hasDeletions = false

  mutating func reserve(_ count: Int) { all.reserveCapacity(count) }

  mutating func append(_ event: IndexEvent) {
    all.append(event)
    if !event.isInsertion { hasDeletions = true }
  }

  /// The events at docids up to `last`.
  func upTo(_ last: Int64) -> IndexEvents {
    var events = IndexEvents()
    for event in all where event.docid <= last { events.append(event) }
    return events
  }

  /// Returns the net effect.
  func sorted() -> SortedIndexEvents {
    // Sort numbers only: moving the texts costs more than comparing the docids.
    var order = all.indices.map { (docid: all[$0].docid, index: $0) }
    order.sort { ($0.docid, $0.index) < ($1.docid, $1.index) }
    var docids: [Int64] = []
    docids.reserveCapacity(order.count)
    for (docid, _) in order where docid != docids.last { docids.append(docid) }
    let sorted = order.map { all[$0.index] }
    return SortedIndexEvents(all: hasDeletions ? Self.settled(sorted) : sorted, docids: docids)
  }

  /// Returns events without those that others undo.
  private static func settled(_ sorted: [IndexEvent]) -> [IndexEvent] {
    var settled: [IndexEvent] = []
    for event in sorted {
      // An insertion is undone, or a deletion is reverted.
      if let last = settled.last, last.docid == event.docid, last.isInsertion != event.isInsertion,
        last.isInsertion || last.texts == event.texts
      {
        settled.removeLast()
      } else {
        settled.append(event)
      }
    }
    return settled
  }
}

/// The net effect of events, in order of docid: at each, the deletion first, then the insertion.
struct SortedIndexEvents {
  let all: [IndexEvent]
  /// The docids of all events, also of those without effect.
  let docids: [Int64]
}
