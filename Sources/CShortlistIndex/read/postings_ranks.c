#include <stddef.h>

#include "postings.h"

enum {
  /// The ranks of terms and prefixes of fewer items are not cached.
  few_items = 64,
  /// Those of more items are read once some searches have needed them.
  short_list = 4096,
  /// Those of more items are never read whole, which would take about 5 ms.
  longest_list = 1048576,
};

/// Whether a term or a prefix is so frequent that it is not read for a single search.
static bool is_frequent(const shortlist_query_node *part) {
  return part->kind <= SHORTLIST_POSTINGS_LONGER && part->count > short_list;
}

/// Whether the cache may keep the ranks of all frequent terms of a node. To read them again for each
/// search would take longer than to read what that needs.
static bool may_be_kept(const shortlist_index *index, const shortlist_query_node *part,
                        const shortlist_query_node *end, const shortlist_docid_filter *filter) {
  if (part->kind == SHORTLIST_POSTINGS_ANY || part->kind == SHORTLIST_POSTINGS_ALL) {
    const shortlist_query_node *next = part + 1;
    for (int32_t i = 0; i < part->length; i++) {
      if (!may_be_kept(index, next, end, filter)) return false;
      next = shortlist_node_behind(next, end, 0);
    }
    return true;
  }
  return !is_frequent(part) ||
         shortlist_rank_set_bytes(part->count, filter) <= index->pages.most_cached_bytes;
}

/// Whether a node consists of terms and prefixes, whose ranks are cached, and of docids already read.
static bool has_only_terms(const shortlist_query_node *part, const shortlist_query_node *end) {
  if (part->kind != SHORTLIST_POSTINGS_ANY && part->kind != SHORTLIST_POSTINGS_ALL) {
    return part->kind <= SHORTLIST_POSTINGS_LONGER || part->kind == SHORTLIST_POSTINGS_DOCIDS;
  }
  const shortlist_query_node *next = part + 1;
  for (int32_t i = 0; i < part->length; i++) {
    if (!has_only_terms(next, end)) return false;
    next = shortlist_node_behind(next, end, 0);
  }
  return true;
}

/// Whether enough searches have needed all frequent terms of a node; notes that this one does. Not for
/// an intersection of anything that is read faster for a few items.
static bool is_worth_ranking(shortlist_index *index, const shortlist_query_node *part,
                             const shortlist_query_node *end) {
  bool is_all = part->kind == SHORTLIST_POSTINGS_ALL;
  if (part->kind == SHORTLIST_POSTINGS_ANY || is_all) {
    bool is_worth = !is_all || has_only_terms(part, end);
    const shortlist_query_node *next = part + 1;
    for (int32_t i = 0; i < part->length; i++) {
      is_worth = is_worth_ranking(index, next, end) && is_worth;
      next = shortlist_node_behind(next, end, 0);
    }
    return is_worth;
  }
  if (!is_frequent(part)) return shortlist_is_materialised(part, end, -1);
  return part->count <= longest_list && shortlist_is_worth_ranking(&index->cache, part);
}

bool shortlist_is_read_as_ranks(shortlist_index *index, const shortlist_query_node *part,
                                const shortlist_query_node *end,
                                const shortlist_docid_filter *filter, int32_t most) {
  bool is_kept = may_be_kept(index, part, end, filter);
  // An intersection need not read its frequent terms.
  if (!is_kept && part->kind != SHORTLIST_POSTINGS_ALL) return false;
  return shortlist_is_materialised(part, end, most) ||
         (is_kept && is_worth_ranking(index, part, end));
}

/// Ranks that may be the cache's.
typedef struct {
  shortlist_rank_set set;
  bool is_owned;
} borrowed_ranks;

static void give_back(borrowed_ranks *ranks) {
  if (ranks->is_owned) shortlist_rank_set_free(&ranks->set);
  *ranks = (borrowed_ranks){0};
}

/// Whether the ranks of a node are worth caching.
static bool may_be_cached(const shortlist_query_node *part) {
  return part->kind <= SHORTLIST_POSTINGS_LONGER && part->count > few_items;
}

static int add_node(shortlist_index *index, const shortlist_query_node *part,
                    const shortlist_query_node *end, const shortlist_docid_filter *filter,
                    borrowed_ranks *found);

/// Reads the ranks of all children of a node, and intersects them.
static int read_all(shortlist_index *index, const shortlist_query_node *all,
                    const shortlist_query_node *end, const shortlist_docid_filter *filter,
                    borrowed_ranks *found) {
  *found = (borrowed_ranks){0};
  const shortlist_query_node *next = all + 1;
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK && i < all->length; i++) {
    borrowed_ranks more = {0}, met = {.is_owned = true}, before = *found;
    rc = add_node(index, next, end, filter, &more);
    next = shortlist_node_behind(next, end, 0);
    if (i == 0) {
      *found = more;
      continue;
    }
    if (rc == SQLITE_OK) {
      rc = shortlist_rank_set_intersect(&before.set, &more.set, filter, &met.set);
    }
    give_back(&more);
    give_back(&before);
    *found = met;
  }
  return rc;
}

/// Caches the ranks of some docids, if there is room for them.
static int keep(shortlist_index *index, const shortlist_query_node *part, int32_t docid_count,
                const shortlist_docid_filter *filter, borrowed_ranks *read) {
  int64_t bytes = shortlist_rank_set_bytes(docid_count, filter);
  int64_t room = shortlist_most_cached_docids - index->cache.docid_count;
  if (bytes / (int64_t)sizeof(int64_t) > room) return SQLITE_OK;
  shortlist_rank_set set = read->set;
  int rc = shortlist_cache_ranks(&index->cache, part, bytes, &read->set);
  if (rc == SQLITE_OK) *read = (borrowed_ranks){.set = set};
  return rc;
}

/// Reads all docids of a term or a prefix. Those that are cached already are not `found`, but returned.
static const shortlist_docid_list *read_docids(shortlist_index *index,
                                               const shortlist_query_node *part, int *rc,
                                               shortlist_docid_list *found) {
  const shortlist_docid_list *cached = shortlist_find_cached(index, part, NULL);
  if (cached != NULL) return cached;
  *rc = part->kind == SHORTLIST_POSTINGS_TERM
          ? shortlist_read_terms(index, part, 1, NULL, found, true)
          : shortlist_read_prefix(index, part, NULL, found);
  if (*rc == SQLITE_OK) *rc = shortlist_docids_sort(found);
  return found;
}

/// Reads the ranks of a node, other than a union, and caches those of a term or a prefix.
static int read_ranks(shortlist_index *index, const shortlist_query_node *part,
                      const shortlist_query_node *end, const shortlist_docid_filter *filter,
                      borrowed_ranks *found) {
  *found = (borrowed_ranks){.is_owned = true};
  shortlist_docid_list docids = {0};
  int rc = SQLITE_OK;
  if (part->kind == SHORTLIST_POSTINGS_ALL && may_be_kept(index, part, end, filter) &&
      is_worth_ranking(index, part, end)) {
    return read_all(index, part, end, filter, found);
  }
  if (!may_be_cached(part)) {
    rc = shortlist_intersect(index, part, end, filter, &docids);
    if (rc == SQLITE_OK) rc = shortlist_rank_set_make(&docids, filter, &found->set);
    sqlite3_free(docids.array);
    return rc;
  }
  const shortlist_rank_set *cached =
    shortlist_find_cached_ranks(&index->cache, part, filter->universe);
  if (cached != NULL) {
    *found = (borrowed_ranks){.set = *cached};
    return SQLITE_OK;
  }
  const shortlist_docid_list *read = read_docids(index, part, &rc, &docids);
  if (rc == SQLITE_OK) rc = shortlist_rank_set_make(read, filter, &found->set);
  if (rc == SQLITE_OK) rc = keep(index, part, read->count, filter, found);
  sqlite3_free(docids.array);
  return rc;
}

/// Adds the ranks of a node to `found`.
static int add_node(shortlist_index *index, const shortlist_query_node *part,
                    const shortlist_query_node *end, const shortlist_docid_filter *filter,
                    borrowed_ranks *found) {
  if (part->kind == SHORTLIST_POSTINGS_ANY) {
    int rc = SQLITE_OK;
    const shortlist_query_node *next = part + 1;
    for (int32_t i = 0; rc == SQLITE_OK && i < part->length; i++) {
      rc = add_node(index, next, end, filter, found);
      next = shortlist_node_behind(next, end, 0);
    }
    return rc;
  }
  borrowed_ranks before = *found, more, united = {.is_owned = true};
  int rc = read_ranks(index, part, end, filter, &more);
  if (rc != SQLITE_OK || more.set.count == 0) {
    give_back(&more);
    return rc;
  }
  if (before.set.count == 0) {
    give_back(found);
    *found = more;
    return SQLITE_OK;
  }
  rc = shortlist_rank_set_unite(&before.set, &more.set, filter, &united.set);
  give_back(&more);
  give_back(&before);
  *found = united;
  return rc;
}

int shortlist_read_ranks(shortlist_index *index, const shortlist_query_node *part,
                         const shortlist_query_node *end, const shortlist_docid_filter *filter,
                         shortlist_filtered_ranks **filtered) {
  *filtered = NULL;
  borrowed_ranks found = {0};
  int rc = add_node(index, part, end, filter, &found);
  shortlist_filtered_ranks *made = rc == SQLITE_OK ? sqlite3_malloc64(sizeof *made) : NULL;
  if (made == NULL) {
    give_back(&found);
    return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
  }
  made->filter = *filter;
  made->set = found.set;
  made->owns_set = found.is_owned;
  shortlist_filtered_ranks_rewind(made);
  *filtered = made;
  return SQLITE_OK;
}
