#include "postings.h"

#include <stddef.h>
#include <string.h>

/// What is cached of a term, or of all terms with a prefix.
typedef struct {
  shortlist_term_entry term;
  /// The search that needed it last.
  uint32_t last_use;
  /// The last change that it takes into account.
  uint32_t change;
  /// Whether all docids are cached; otherwise, those of the items that were asked about.
  bool is_whole;
  shortlist_docid_list docids, asked;
  /// In a table of ranks, those of all docids; of no universe while it is only noted that a search has
  /// needed them.
  shortlist_rank_set ranks;
  int64_t rank_bytes;
  /// While they are not cached, the number of searches that have needed them, and the last of these.
  int32_t needs;
  uint32_t last_need;
} cached_postings;

/// The memory of what is cached, in docids.
static int32_t size_of(const cached_postings *cached) {
  return cached->docids.count + cached->asked.count +
         (int32_t)(cached->rank_bytes / (int64_t)sizeof(int64_t));
}

static void free_postings(cached_postings *cached) {
  sqlite3_free(cached->docids.array);
  sqlite3_free(cached->asked.array);
  shortlist_rank_set_free(&cached->ranks);
  cached->rank_bytes = 0;
}

/// Drops what is cached of a term.
static void forget(shortlist_postings_cache *cache, cached_postings *cached) {
  cache->docid_count -= size_of(cached);
  free_postings(cached);
  *cached = (cached_postings){.term = cached->term, .change = cache->changes};
}

/// Finds what is cached of a term, and notes that it was needed.
static cached_postings *find(shortlist_postings_cache *cache, int32_t kind,
                             const shortlist_query_node *part) {
  cached_postings *found =
    shortlist_term_table_find(&cache->terms[kind], part->bytes, part->length);
  if (found == NULL || found->change != cache->changes) return NULL;
  found->last_use = cache->searches;
  return found;
}

/// Finds what is cached of a term, or adds an entry without anything.
static int find_or_add(shortlist_postings_cache *cache, int32_t kind,
                       const shortlist_query_node *part, cached_postings **found) {
  shortlist_term_table *table = &cache->terms[kind];
  if (table->entry_size == 0) *table = shortlist_term_table_make(sizeof(cached_postings));
  void *entry;
  int rc = shortlist_term_table_add(table, part->bytes, part->length, &entry);
  if (rc != SQLITE_OK) return rc;
  *found = entry;
  if ((*found)->change != cache->changes) forget(cache, *found);
  (*found)->last_use = cache->searches;
  return SQLITE_OK;
}

// MARK: Lists

const shortlist_docid_list *shortlist_find_current(shortlist_postings_cache *cache,
                                                   const shortlist_query_node *part,
                                                   const shortlist_docid_list *among) {
  const cached_postings *cached = find(cache, part->kind, part);
  if (cached == NULL || cached->is_whole) return cached == NULL ? NULL : &cached->docids;
  const shortlist_docid_list *asked = &cached->asked;
  if (among == NULL || among->count > asked->count) return NULL;
  for (int32_t i = 0, found = 0; i < among->count; i++) {
    found = shortlist_docids_find(asked->array, asked->count, found, among->array[i]);
    if (found == asked->count || asked->array[found] != among->array[i]) return NULL;
  }
  return &cached->docids;
}

int shortlist_cache_postings(shortlist_postings_cache *cache, const shortlist_query_node *part,
                             const shortlist_docid_list *asked, shortlist_docid_list *docids) {
  cached_postings *cached;
  int rc = find_or_add(cache, part->kind, part, &cached);
  if (rc != SQLITE_OK || cached->is_whole) return rc;
  cache->docid_count -= size_of(cached);
  if (asked == NULL) {
    free_postings(cached);
    cached->docids = *docids;
    cached->asked = *docids = (shortlist_docid_list){0};
    cached->is_whole = true;
  } else {
    // Add `docids` first: if memory then runs out, items missing from `asked` do no harm.
    rc = shortlist_docids_insert(&cached->docids, docids);
    if (rc == SQLITE_OK) rc = shortlist_docids_insert(&cached->asked, asked);
  }
  cache->docid_count += size_of(cached);
  return rc;
}

// MARK: Changes

int shortlist_postings_cache_follow(shortlist_postings_cache *cache, const int64_t *docids,
                                    int32_t docid_count) {
  cache->searches++;
  cache->changes++;
  cache->changed.count = 0;
  int rc = shortlist_docids_reserve(&cache->changed, docid_count);
  if (rc != SQLITE_OK) return rc;
  for (int32_t i = 0; i < docid_count; i++) cache->changed.array[i] = docids[i];
  cache->changed.count = docid_count;
  return shortlist_docids_sort(&cache->changed);
}

/// Finds docids that the last change has outdated, and no change before.
static cached_postings *find_outdated(const shortlist_postings_cache *cache,
                                      const shortlist_query_node *part) {
  cached_postings *found =
    shortlist_term_table_find(&cache->terms[part->kind], part->bytes, part->length);
  return found != NULL && found->change + 1 == cache->changes ? found : NULL;
}

bool shortlist_is_outdated(const shortlist_postings_cache *cache,
                           const shortlist_query_node *part) {
  return find_outdated(cache, part) != NULL;
}

/// Whether a sorted list has a docid.
static bool has(const shortlist_docid_list *docids, int64_t docid) {
  int32_t place = shortlist_docids_find(docids->array, docids->count, 0, docid);
  return place < docids->count && docids->array[place] == docid;
}

/// Inserts those of some docids that were asked about.
static int insert_asked(cached_postings *cached, const shortlist_docid_list *more) {
  if (cached->is_whole) return shortlist_docids_insert(&cached->docids, more);
  shortlist_docid_list asked = {0};
  int rc = shortlist_docids_add(&asked, more, &cached->asked);
  if (rc == SQLITE_OK) rc = shortlist_docids_insert(&cached->docids, &asked);
  sqlite3_free(asked.array);
  return rc;
}

/// Applies a change to docids; returns `false` if that does not tell about all of them.
static bool update(cached_postings *cached, const shortlist_docid_list *changed,
                   const shortlist_docid_list *added, const shortlist_docid_list *removed) {
  const shortlist_docid_list *docids = &cached->docids;
  for (int32_t i = 0; i < changed->count; i++) {
    int64_t docid = changed->array[i];
    // Its text in this index may be the same. Or a merge has dropped the term, and its removal.
    if (has(docids, docid) && !has(added, docid) && !has(removed, docid)) return false;
  }
  shortlist_docids_remove(&cached->docids, 0, removed, removed->count);
  return insert_asked(cached, added) == SQLITE_OK;
}

void shortlist_update_cached(shortlist_postings_cache *cache, const shortlist_query_node *part,
                             const shortlist_docid_list *added,
                             const shortlist_docid_list *removed) {
  cached_postings *cached = find_outdated(cache, part);
  if (cached == NULL) return;
  cache->docid_count -= size_of(cached);
  bool is_current = update(cached, &cache->changed, added, removed);
  cache->docid_count += size_of(cached);
  cached->change = cache->changes;
  if (!is_current) forget(cache, cached);
}

// MARK: Ranks

const shortlist_rank_set *shortlist_find_cached_ranks(shortlist_postings_cache *cache,
                                                      const shortlist_query_node *part,
                                                      uint64_t universe) {
  cached_postings *cached = find(cache, shortlist_cached_kinds + part->kind, part);
  return cached == NULL || cached->ranks.universe != universe ? NULL : &cached->ranks;
}

bool shortlist_is_worth_ranking(shortlist_postings_cache *cache, const shortlist_query_node *part) {
  enum { worth = 3 };
  cached_postings *cached;
  // If memory runs out, there is no note.
  int rc = find_or_add(cache, shortlist_cached_kinds + part->kind, part, &cached);
  if (rc != SQLITE_OK) return false;
  if (cached->needs == 0 || cached->last_need != cache->searches) cached->needs++;
  cached->last_need = cache->searches;
  return cached->needs >= worth;
}

int shortlist_cache_ranks(shortlist_postings_cache *cache, const shortlist_query_node *part,
                          int64_t bytes, shortlist_rank_set *ranks) {
  cached_postings *cached;
  int rc = find_or_add(cache, shortlist_cached_kinds + part->kind, part, &cached);
  if (rc != SQLITE_OK) return rc;
  cache->docid_count -= size_of(cached);
  free_postings(cached);
  cached->ranks = *ranks;
  cached->rank_bytes = bytes;
  cache->docid_count += size_of(cached);
  *ranks = (shortlist_rank_set){0};
  return SQLITE_OK;
}

// MARK: Size

enum {
  /// The memory of an entry besides its docids.
  entry_bytes = 160,
};

/// The memory of a cache, in bytes.
static int64_t bytes_of(const shortlist_postings_cache *cache) {
  int64_t count = 0;
  for (int kind = 0; kind < shortlist_cache_tables; kind++) count += cache->terms[kind].count;
  return count * entry_bytes + (int64_t)cache->docid_count * (int64_t)sizeof(int64_t);
}

/// Keeps the entries of a table that the last search has needed.
static void keep_needed(shortlist_postings_cache *cache, int kind) {
  shortlist_term_table old = cache->terms[kind];
  cache->terms[kind] = shortlist_term_table_make(sizeof(cached_postings));
  for (int32_t i = 0; i < old.count; i++) {
    cached_postings *cached = shortlist_term_table_entry(&old, i);
    void *entry;
    if (cached->last_use == cache->searches &&
        shortlist_term_table_add(&cache->terms[kind], old.bytes + cached->term.offset,
                                 cached->term.length, &entry) == SQLITE_OK) {
      cached_postings *kept = entry;
      shortlist_term_entry term = kept->term;
      *kept = *cached;
      kept->term = term;
    } else {
      cache->docid_count -= size_of(cached);
      free_postings(cached);
    }
  }
  shortlist_term_table_free(&old);
}

void shortlist_postings_cache_trim(shortlist_postings_cache *cache, int64_t most_bytes) {
  if (bytes_of(cache) > most_bytes) {
    // The next keystroke may need the same as the last one.
    for (int kind = 0; kind < shortlist_cache_tables; kind++) keep_needed(cache, kind);
    if (bytes_of(cache) > 2 * most_bytes) shortlist_postings_cache_clear(cache);
  }
  cache->searches++;
}

void shortlist_postings_cache_clear(shortlist_postings_cache *cache) {
  for (int kind = 0; kind < shortlist_cache_tables; kind++) {
    shortlist_term_table *table = &cache->terms[kind];
    for (int32_t i = 0; i < table->count; i++) {
      free_postings(shortlist_term_table_entry(table, i));
    }
    shortlist_term_table_free(table);
  }
  cache->docid_count = 0;
  sqlite3_free(cache->changed.array);
  cache->changed = (shortlist_docid_list){0};
}
