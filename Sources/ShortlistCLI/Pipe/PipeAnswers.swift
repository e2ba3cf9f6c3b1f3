import Shortlist

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The answers to requests; that to a query is in `JSONWriter+Results`.
extension JSONWriter {
  mutating func error(code: String, message: String) {
    object {
      $0.key("error")
      $0.object {
        $0.member("code", code)
        $0.member("message", message)
      }
    }
  }

  mutating func shown(_ item: Item?) {
    object {
      $0.key("item")
      if let item { $0.item(item) } else { $0.raw("null") }
    }
  }

  mutating func sections(_ sections: [SectionSummary]) {
    object {
      $0.key("sections")
      $0.array(sections) { $0.summary($1) }
    }
  }

  mutating func attributes(_ attributes: [AttributeSummary]) {
    object {
      $0.key("attributes")
      $0.array(attributes) { $0.summary($1) }
    }
  }

  mutating func summary(_ summary: SectionSummary) {
    object {
      $0.member("id", summary.id.rawValue)
      $0.member("title", summary.section.title)
      $0.member("count", summary.count)
    }
  }

  /// Writes a page of a section; `total` counts all of its items.
  mutating func listed(_ items: [Item], total: Int) {
    object {
      $0.key("items")
      $0.array(items) { $0.item($1) }
      $0.member("total", total)
    }
  }

  /// Writes the ids and sections that items have after they were added.
  mutating func added(_ items: [Item]) {
    object {
      $0.key("added")
      $0.array(items) { writer, item in
        writer.object {
          $0.member("id", item.id.rawValue)
          $0.member("section", item.section.rawValue)
        }
      }
    }
  }

  mutating func synonyms(_ sets: [SynonymSet]) {
    object {
      $0.key("synonyms")
      $0.array(sets) { $0.synonyms($1) }
    }
  }

  mutating func number(_ count: Int, of name: StaticString) {
    object { $0.member(name, count) }
  }

  /// Writes the answer to a request that changes the list.
  mutating func counts(_ counts: LoadCounts) {
    object {
      $0.member("inserted", counts.inserted)
      $0.member("updated", counts.updated)
      $0.member("unchanged", counts.unchanged)
      $0.member("removed", counts.removed)
    }
  }

  /// Writes the answer to a request for a checkpoint.
  mutating func checkpoint(_ checkpoint: Checkpoint?) {
    object {
      $0.key("checkpoint")
      guard let checkpoint else { return $0.raw("null") }
      $0.object {
        $0.member("name", checkpoint.name)
        if let text = String(validating: checkpoint.value, as: UTF8.self) {
          $0.member("value", text)
        } else {
          $0.member("valueBase64", checkpoint.value.base64EncodedString())
        }
      }
    }
  }
}
