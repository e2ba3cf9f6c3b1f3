#ifndef SHORTLIST_KNOWN_TERMS_H
#define SHORTLIST_KNOWN_TERMS_H

#include "CShortlistIndex.h"
#include "../containers/docids.h"
#include "shortlist_keyed_hash.h"

#pragma clang assume_nonnull begin

/// The docids of a term that was read, or of any term that begins with a prefix.
typedef struct {
  int32_t kind, length;
  char *bytes;
  shortlist_docid_list docids;
  /// Where not all were read, the items of which it is known whether they are among them.
  bool is_partial;
  shortlist_docid_list asked;
} shortlist_cached_postings;

/// Terms by their bytes, for a search that asks for some of them several times.
typedef struct {
  shortlist_cached_postings *table;
  int32_t count, capacity;
  /// How many docids they have together.
  int32_t docid_count;
  shortlist_hash_key key;
} shortlist_postings_cache;

/// What is known of a term or a prefix, or with `among`, of at least these items; NULL when that is not
/// known.
const shortlist_docid_list *_Nullable shortlist_find_cached(const shortlist_postings_cache *known,
                                            const shortlist_query_node *part,
                                            const shortlist_docid_list *_Nullable among);

/// Keeps the docids of a term or a prefix, which are in order, and takes them over; with `asked`, those
/// of these items.
int shortlist_cache_postings(shortlist_postings_cache *known, const shortlist_query_node *part,
                   const shortlist_docid_list *_Nullable asked, shortlist_docid_list *docids);

void shortlist_postings_cache_clear(shortlist_postings_cache *known);

#pragma clang assume_nonnull end

#endif
