#ifndef SHORTLIST_POSTINGS_CACHE_H
#define SHORTLIST_POSTINGS_CACHE_H

#include "CShortlistIndex.h"
#include "../containers/docids.h"
#include "shortlist_keyed_hash.h"

#pragma clang assume_nonnull begin

/// The cached docids of a term, or of all terms with a prefix.
typedef struct {
  int32_t kind, length;
  char *bytes;
  shortlist_docid_list docids;
  /// If the list is partial, the items that were asked about.
  bool is_partial;
  shortlist_docid_list asked;
} shortlist_cached_postings;

/// A cache of postings by term, for searches that need the same ones several times.
typedef struct {
  shortlist_cached_postings *table;
  int32_t count, capacity;
  /// The number of docids in all lists.
  int32_t docid_count;
  shortlist_hash_key key;
} shortlist_postings_cache;

/// Returns the cached docids of a term or a prefix; with `among`, a list that covers at least these
/// items. NULL if there is none.
const shortlist_docid_list *_Nullable shortlist_find_cached(const shortlist_postings_cache *cache,
                                            const shortlist_query_node *part,
                                            const shortlist_docid_list *_Nullable among);

/// Caches the sorted docids of a term or a prefix, and takes ownership; with `asked`, only for
/// these items.
int shortlist_cache_postings(shortlist_postings_cache *cache, const shortlist_query_node *part,
                   const shortlist_docid_list *_Nullable asked, shortlist_docid_list *docids);

void shortlist_postings_cache_clear(shortlist_postings_cache *cache);

#pragma clang assume_nonnull end

#endif
