#include <stddef.h>
#include <string.h>

#include "postings.h"

enum {
  few_docids = 64,
  few_terms = 64,
  /// Longer lists are read only for the items asked about; shorter ones are read and cached whole.
  short_list = 2048,
  long_list = 16384,
  /// The approximate number of docids on a page.
  docids_of_page = 1024,
  /// A node that may match more items is not materialised: a search needs only the first of them.
  maximum_materialised = 65536,
};

static int gather(shortlist_index *index, const shortlist_query_node *part,
                  const shortlist_query_node *end, const shortlist_docid_list *among,
                  shortlist_docid_list *found);

// MARK: Nodes

const shortlist_query_node *shortlist_node_behind(const shortlist_query_node *part,
                                                     const shortlist_query_node *end,
                                                     int depth) {
  if (part == NULL || part >= end || depth == shortlist_maximum_depth) return NULL;
  const shortlist_query_node *next = part + 1;
  if (part->kind <= SHORTLIST_POSTINGS_LONGER || part->kind == SHORTLIST_POSTINGS_DOCIDS) {
    return next;
  }
  if (part->kind >= SHORTLIST_POSTINGS_MATERIALISED || part->length <= 0 ||
      part->length > end - next) {
    return NULL;
  }
  for (int32_t i = 0; next != NULL && i < part->length; i++) {
    if (part->kind == SHORTLIST_POSTINGS_ANY_TERM && next->kind != SHORTLIST_POSTINGS_TERM) {
      return NULL;
    }
    next = shortlist_node_behind(next, end, depth + 1);
  }
  return next;
}

/// Returns the most items that may match a node.
static int32_t part_count(const shortlist_query_node *part,
                             const shortlist_query_node *end) {
  if (part->kind == SHORTLIST_POSTINGS_DOCIDS) return part->length;
  if (part->kind <= SHORTLIST_POSTINGS_LONGER) return part->count < 0 ? INT32_MAX : part->count;
  bool is_all =
    part->kind == SHORTLIST_POSTINGS_ALL || part->kind == SHORTLIST_POSTINGS_PHRASE;
  int64_t count = is_all ? INT32_MAX : 0;
  const shortlist_query_node *next = part + 1;
  for (int32_t i = 0; i < part->length; i++) {
    int32_t inner = part_count(next, end);
    if (!is_all) {
      count += inner;
    } else if (inner < count) {
      count = inner;
    }
    next = shortlist_node_behind(next, end, 0);
  }
  return count < INT32_MAX ? (int32_t)count : INT32_MAX;
}

/// Whether a node is a union of so many terms that their docids are not cached.
static bool is_wide(const shortlist_query_node *part) {
  return part->kind == SHORTLIST_POSTINGS_ANY_TERM && part->length > few_terms;
}

/// Whether the rarest child, or one that is already read, leaves little to read of the others; or if
/// all are read whole anyway.
static bool leaves_little(const shortlist_query_node *all, const shortlist_query_node *end) {
  int64_t rarest = INT32_MAX, second = INT32_MAX;
  bool are_wide = true;
  const shortlist_query_node *next = all + 1;
  for (int32_t i = 0; i < all->length; i++) {
    int32_t count = part_count(next, end);
    if (next->kind == SHORTLIST_POSTINGS_DOCIDS) return true;
    are_wide = are_wide && is_wide(next);
    if (count < rarest) {
      second = rarest;
      rarest = count;
    } else if (count < second) {
      second = count;
    }
    next = shortlist_node_behind(next, end, 0);
  }
  return are_wide ||
         (rarest <= maximum_materialised &&
          (all->length == 1 || second <= 2 * maximum_materialised ||
           rarest * docids_of_page <= 2 * maximum_materialised));
}

bool shortlist_is_materialised(const shortlist_query_node *part, const shortlist_query_node *end,
                               int32_t most) {
  if (most < 0) most = maximum_materialised;
  if (part->kind == SHORTLIST_POSTINGS_ALL || part->kind == SHORTLIST_POSTINGS_PHRASE) {
    return leaves_little(part, end);
  }
  if (part->kind == SHORTLIST_POSTINGS_DOCIDS) return true;
  if (part_count(part, end) > most) return false;
  if (part->kind != SHORTLIST_POSTINGS_ANY) return true;
  const shortlist_query_node *next = part + 1;
  for (int32_t i = 0; i < part->length; i++) {
    if (!shortlist_is_materialised(next, end, most)) return false;
    next = shortlist_node_behind(next, end, 0);
  }
  return true;
}

// MARK: Terms

/// Whether to cache, for a few items, which of them hold a term that is not read whole.
static bool is_noted(const shortlist_index *index, const shortlist_docid_list *among) {
  return among != NULL && among->count <= few_docids &&
         index->cache.docid_count < shortlist_most_cached_docids;
}

/// Whether to read all of a term, so that it can be cached.
static bool may_be_cached(const shortlist_index *index, const shortlist_query_node *part,
                    const shortlist_docid_list *among) {
  bool is_read = among == NULL || part->count <= short_list ||
                 (part->count <= long_list && part->count / docids_of_page <= among->count);
  return is_read && part->count >= 0 &&
         part->count <= shortlist_most_cached_docids - index->cache.docid_count;
}

/// Reads sorted terms, whole or only for the items in `asked`, and caches them.
static int gather_sorted(shortlist_index *index, const shortlist_query_node *terms,
                         int32_t count, const shortlist_docid_list *asked,
                         const shortlist_docid_list *among, shortlist_docid_list *found) {
  shortlist_docid_list *lists =
    sqlite3_malloc64((sqlite3_uint64)count * sizeof *lists);
  if (lists == NULL) return SQLITE_NOMEM;
  memset(lists, 0, (size_t)count * sizeof *lists);
  int rc = shortlist_read_terms(index, terms, count, asked, lists, false);
  for (int32_t i = 0; i < count; i++) {
    if (rc == SQLITE_OK) rc = shortlist_docids_sort(&lists[i]);
    if (rc == SQLITE_OK) rc = shortlist_docids_add(found, &lists[i], among);
    if (rc == SQLITE_OK) rc = shortlist_cache_postings(&index->cache, &terms[i], asked, &lists[i]);
    sqlite3_free(lists[i].array);
  }
  sqlite3_free(lists);
  return rc;
}

/// Inserts a term in order, unless it is already there.
static void insert(shortlist_query_node *terms, int32_t *count,
                   const shortlist_query_node *term) {
  int32_t place = *count;
  while (place > 0) {
    const shortlist_query_node *before = &terms[place - 1];
    int order =
      shortlist_compare_terms(before->bytes, before->length, term->bytes, term->length);
    if (order == 0) return;
    if (order < 0) break;
    place--;
  }
  memmove(&terms[place + 1], &terms[place], (size_t)(*count - place) * sizeof *terms);
  terms[place] = *term;
  ++*count;
}

/// Reads sorted terms that are not to be read whole.
static int gather_others(shortlist_index *index, const shortlist_query_node *terms,
                         int32_t count, const shortlist_docid_list *among,
                         shortlist_docid_list *found) {
  return is_noted(index, among) ? gather_sorted(index, terms, count, among, among, found)
                                : shortlist_read_terms(index, terms, count, among, found, true);
}

static int gather_prefix(shortlist_index *index, const shortlist_query_node *part,
                         const shortlist_docid_list *among, shortlist_docid_list *found) {
  bool is_whole = may_be_cached(index, part, among);
  if (!is_whole && !is_noted(index, among)) {
    return shortlist_read_prefix(index, part, among, found);
  }
  const shortlist_docid_list *asked = is_whole ? NULL : among;
  shortlist_docid_list docids = {0};
  int rc = shortlist_read_prefix(index, part, asked, &docids);
  if (rc == SQLITE_OK) rc = shortlist_docids_sort(&docids);
  if (rc == SQLITE_OK) rc = shortlist_docids_add(found, &docids, among);
  if (rc == SQLITE_OK) rc = shortlist_cache_postings(&index->cache, part, asked, &docids);
  sqlite3_free(docids.array);
  return rc;
}

// MARK: Unions, intersections and phrases

static int gather_any(shortlist_index *index, const shortlist_query_node *any,
                      const shortlist_query_node *end, const shortlist_docid_list *among,
                      shortlist_docid_list *found) {
  shortlist_query_node *whole =
    sqlite3_malloc64((sqlite3_uint64)any->length * 2 * sizeof *whole);
  if (whole == NULL) return SQLITE_NOMEM;
  shortlist_query_node *others = whole + any->length;
  int32_t whole_count = 0, other_count = 0;
  int rc = SQLITE_OK;
  const shortlist_query_node *part = any + 1;
  for (int32_t i = 0; rc == SQLITE_OK && i < any->length; i++) {
    const shortlist_docid_list *cached;
    if (part->kind != SHORTLIST_POSTINGS_TERM) {
      rc = gather(index, part, end, among, found);
    } else if ((cached = shortlist_find_cached(index, part, among)) != NULL) {
      rc = shortlist_docids_add(found, cached, among);
    } else if (part->count != 0) {
      if (may_be_cached(index, part, among)) {
        insert(whole, &whole_count, part);
      } else {
        insert(others, &other_count, part);
      }
    }
    part = shortlist_node_behind(part, end, 0);
  }
  if (rc == SQLITE_OK && whole_count > 0) {
    rc = gather_sorted(index, whole, whole_count, NULL, among, found);
  }
  if (rc == SQLITE_OK && other_count > 0) {
    rc = gather_others(index, others, other_count, among, found);
  }
  sqlite3_free(whole);
  return rc;
}

/// Removes the docids that a filter does not accept.
static void drop_rejected(shortlist_docid_list *docids, const shortlist_docid_filter *filter) {
  int32_t kept = 0, place = 0, near = 0;
  if (filter->find_ranks == NULL) {
    for (int32_t i = 0; i < docids->count; i++) {
      int64_t docid = docids->array[i];
      uint64_t accepted =
        filter->accepted(filter->context, docid >> SHORTLIST_WORD_BITS, &place);
      if (accepted >> (docid & SHORTLIST_WORD_MASK) & 1) docids->array[kept++] = docid;
    }
  } else {
    for (int32_t i = 0; i < docids->count; i += shortlist_ranks_narrowed) {
      int32_t ranks[shortlist_ranks_narrowed], count = docids->count - i;
      if (count > shortlist_ranks_narrowed) count = shortlist_ranks_narrowed;
      count = filter->find_ranks(filter->context, docids->array + i, count, &place, ranks);
      uint64_t accepted = filter->accepted_ranks(filter->context, ranks, count);
      for (; accepted != 0; accepted &= accepted - 1) {
        int32_t rank = ranks[__builtin_ctzll(accepted)];
        docids->array[kept++] = filter->docid(filter->context, rank, &near);
      }
    }
  }
  docids->count = kept;
}

/// Returns how many of the first children are wide, as far as they can be read in one pass.
static int32_t count_wide(const shortlist_query_node *const *parts, int32_t count) {
  int32_t wide = 0;
  while (wide < count && wide < shortlist_most_narrowed && is_wide(parts[wide])) wide++;
  return wide;
}

/// Reads the child with the fewest docids, then intersects with the others. With a filter, looks up
/// only docids that it accepts.
static int gather_all(shortlist_index *index, const shortlist_query_node *all,
                      const shortlist_query_node *end, const shortlist_docid_list *among,
                      shortlist_docid_list *met) {
  const shortlist_query_node **parts =
    sqlite3_malloc64((sqlite3_uint64)all->length * sizeof *parts);
  if (parts == NULL) return SQLITE_NOMEM;
  const shortlist_query_node *next = all + 1;
  for (int32_t i = 0; i < all->length; i++) {
    int32_t count = part_count(next, end), place = i;
    for (; place > 0 && part_count(parts[place - 1], end) > count; place--) {
      parts[place] = parts[place - 1];
    }
    parts[place] = next;
    next = shortlist_node_behind(next, end, 0);
  }
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK && i < all->length && (i == 0 || met->count > 0); i++) {
    int32_t wide = i == 0 ? 0 : count_wide(parts + i, all->length - i);
    if (wide > 0) {
      rc = shortlist_narrow(index, parts + i, wide, met);
      i += wide - 1;
      continue;
    }
    shortlist_docid_list found = {0};
    rc = gather(index, parts[i], end, i == 0 ? among : met, &found);
    if (rc == SQLITE_OK) rc = shortlist_docids_sort(&found);
    if (i == 0 && index->filter != NULL) drop_rejected(&found, index->filter);
    sqlite3_free(met->array);
    *met = found;
  }
  sqlite3_free(parts);
  return rc;
}

static int gather_phrase(shortlist_index *index, const shortlist_query_node *phrase,
                         const shortlist_query_node *end, const shortlist_docid_list *among,
                         shortlist_docid_list *found) {
  for (int32_t i = 1; i <= phrase->length; i++) {
    if (phrase[i].kind > SHORTLIST_POSTINGS_PREFIX) return SQLITE_MISUSE;
    if (phrase[i].count == 0) return SQLITE_OK;
  }
  // If the counts tell which word is the rarest, that one may leave fewer items.
  if (among != NULL && (among->count <= few_docids || phrase[1].count < 0)) {
    return shortlist_intersect_phrase(index, phrase, among, found);
  }
  shortlist_docid_list met = {0};
  int rc = gather_all(index, phrase, end, among, &met);
  if (rc == SQLITE_OK && met.count > 0) rc = shortlist_intersect_phrase(index, phrase, &met, found);
  sqlite3_free(met.array);
  return rc;
}

/// Appends the docids of a node, in any order; with `among`, only those that it has.
static int gather(shortlist_index *index, const shortlist_query_node *part,
                  const shortlist_query_node *end, const shortlist_docid_list *among,
                  shortlist_docid_list *found) {
  switch (part->kind) {
  case SHORTLIST_POSTINGS_DOCIDS: {
    shortlist_docid_list docids = {(int64_t *)(uintptr_t)part->bytes, part->length, part->length};
    return shortlist_docids_add(found, &docids, among);
  }
  case SHORTLIST_POSTINGS_TERM:
  case SHORTLIST_POSTINGS_PREFIX:
  case SHORTLIST_POSTINGS_LONGER: {
    const shortlist_docid_list *cached = shortlist_find_cached(index, part, among);
    if (cached != NULL) return shortlist_docids_add(found, cached, among);
    if (part->count == 0) return SQLITE_OK;
    if (part->kind != SHORTLIST_POSTINGS_TERM) {
      return gather_prefix(index, part, among, found);
    }
    return may_be_cached(index, part, among)
             ? gather_sorted(index, part, 1, NULL, among, found)
             : gather_others(index, part, 1, among, found);
  }
  case SHORTLIST_POSTINGS_ANY_TERM:
    if (is_wide(part)) {
      return shortlist_read_terms(index, part + 1, part->length, among, found, true);
    }
    return gather_any(index, part, end, among, found);
  case SHORTLIST_POSTINGS_ANY: return gather_any(index, part, end, among, found);
  case SHORTLIST_POSTINGS_PHRASE: return gather_phrase(index, part, end, among, found);
  default: {
    shortlist_docid_list met = {0};
    int rc = gather_all(index, part, end, among, &met);
    if (rc == SQLITE_OK) rc = shortlist_docids_add(found, &met, NULL);
    sqlite3_free(met.array);
    return rc;
  }
  }
}

int shortlist_intersect(shortlist_index *index, const shortlist_query_node *part,
                        const shortlist_query_node *end, const shortlist_docid_filter *filter,
                        shortlist_docid_list *found) {
  index->filter = filter;
  int rc = gather(index, part, end, NULL, found);
  index->filter = NULL;
  return rc == SQLITE_OK ? shortlist_docids_sort(found) : rc;
}

int shortlist_materialise(shortlist_index *index, const shortlist_query_node *parts, int32_t count,
                          const shortlist_docid_filter *filter, int64_t **docids,
                          int32_t *docid_count) {
  const shortlist_query_node *end = parts + count;
  *docids = NULL;
  *docid_count = 0;
  const shortlist_query_node *part = parts + 1;
  if (count < 2 || parts->kind != SHORTLIST_POSTINGS_MATERIALISED || parts->length != 1 ||
      shortlist_node_behind(part, end, 0) == NULL) {
    return SQLITE_MISUSE;
  }
  if (!shortlist_is_materialised(part, end, -1)) return SQLITE_TOOBIG;
  shortlist_docid_list found = {0};
  int rc = shortlist_intersect(index, part, end, filter, &found);
  if (rc != SQLITE_OK) {
    sqlite3_free(found.array);
    return rc;
  }
  if (filter != NULL) drop_rejected(&found, filter);
  *docids = found.array;
  *docid_count = found.count;
  return SQLITE_OK;
}
