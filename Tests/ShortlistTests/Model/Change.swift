import Shortlist

/// A change made to both the model and the library.
enum Change {
  case createSection(ItemSection)
  case renameSection(ItemSection.ID, String)
  case reorderSections([ItemSection.ID])
  case removeSection(ItemSection.ID)
  case add(String, ItemSection.ID)
  case upsert([Item])
  case move([Item.ID], ItemSection.ID, Int?)
  case reweigh(Item.ID, Double)
  case reorder(ItemSection.ID, [Item.ID])
  case remove([Item.ID])
  case replaceSection(ItemSection, [Item])
  case addSynonyms([SynonymSet])
  case removeSynonyms([SynonymSet])
  case replaceSynonyms([SynonymSet])
  case pin([Item.ID], String)
  case unpin([Item.ID]?, String)
  /// Work on the index that changes no item.
  case optimize, reindex
  /// A change that must be rejected as a whole.
  case refused([Item], ShortlistError.Code)

  func apply(to model: inout ModelIndex) {
    switch self {
    case .createSection(let section): model.createSection(section)
    case .renameSection(let id, let title): model.renameSection(id, to: title)
    case .reorderSections(let ids): model.reorderSections(ids)
    case .removeSection(let id): model.removeSection(id)
    case .add(let title, let section): model.upsert([Item(section: section, title: title)])
    case .upsert(let items): model.upsert(items)
    case .move(let ids, let section, let index): model.move(ids, to: section, at: index)
    case .reweigh(let id, let weight): model.reweigh(id, to: weight)
    case .reorder(let section, let ids): model.reorder(section, by: ids)
    case .remove(let ids): model.remove(ids)
    case .replaceSection(let section, let items): model.replaceSection(section, with: items)
    case .addSynonyms(let sets): model.synonyms.add(sets)
    case .removeSynonyms(let sets): model.synonyms.remove(sets)
    case .replaceSynonyms(let sets): model.synonyms.replace(with: sets)
    case .pin(let ids, let text): model.pin(ids, for: text)
    case .unpin(let ids, let text): model.unpin(ids, for: text)
    case .optimize, .reindex, .refused: break
    }
  }

  func apply(to repository: BlockingItemRepository) throws {
    switch self {
    case .createSection(let section): try repository.createSection(section)
    case .renameSection(let id, let title): try repository.renameSection(id, to: title)
    case .reorderSections(let ids): try repository.reorderSections(ids)
    case .removeSection(let id): try repository.removeSection(id)
    case .add(let title, let section): try repository.add(title, to: section)
    case .upsert(let items): try repository.upsert(items)
    case .move(let ids, let section, let index): try repository.move(ids, to: section, at: index)
    case .reweigh(let id, let weight): try repository.reweigh(id, to: weight)
    case .reorder(let section, let ids): try repository.reorder(section, by: ids)
    case .remove(let ids): try repository.remove(ids)
    case .replaceSection(let section, let items):
      try repository.replaceSection(section, with: items)
    case .addSynonyms(let sets): try repository.addSynonyms(sets)
    case .removeSynonyms(let sets): try repository.removeSynonyms(sets)
    case .replaceSynonyms(let sets): try repository.replaceSynonyms(with: sets)
    case .pin(let ids, let text):
      do throws(ShortlistError) {
        try repository.pin(ids, for: text)
      } catch {
        // A text without words.
        guard error.code == .invalidValue else { throw error }
      }
    case .unpin(let ids, let text): try repository.unpin(ids, for: text)
    case .optimize: try repository.optimize()
    case .reindex: try repository.reindex { _ in }
    case .refused(let items, let code):
      do {
        try repository.upsert(items)
        throw ShortlistError(.invalidValue, "This was not refused: \(items)")
      } catch let error as ShortlistError where error.code == code {
        // The expected error.
      }
    }
  }
}
