#include <sqlite3.h>
#include <stddef.h>

#include "postings.h"

/// Moves a stream to its next docid.
static int advance(shortlist_docids *stream) {
  if (stream->postings != NULL) {
    if (shortlist_postings_step(stream->postings)) {
      stream->head = stream->postings->root.head;
      stream->rows++;
      return SQLITE_OK;
    }
    int rc = shortlist_postings_seek(stream->postings, stream->head + 1, &stream->head);
    stream->rows += stream->head != INT64_MAX;
    return rc;
  }
  int rc = sqlite3_step(stream->statement);
  if (rc == SQLITE_ROW) {
    stream->head = sqlite3_column_int64(stream->statement, 0);
    stream->rows++;
    return SQLITE_OK;
  }
  stream->head = INT64_MAX;
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/// A stream over a single doclist, held in locals as long as it stays on the page and that list
/// alone decides.
typedef struct {
  /// NULL without a filter.
  shortlist_postings *filtered;
  const unsigned char *bytes;
  int64_t docid, bound, rows;
  int32_t offset, limit;
  int32_t positions, positions_size;
} walk;

/// Begins a walk; for any other stream, one that ends immediately.
static walk begin_walk(const shortlist_docids *stream) {
  walk begun = {.docid = stream->head};
  if (stream->postings == NULL) return begun;
  const shortlist_iterator *root = &stream->postings->root;
  if (!shortlist_is_one_list(root) || root->head != stream->head) return begun;
  const shortlist_doclist *list = &root->lists[root->lead];
  begun.filtered = stream->postings->filter.accepted == NULL ? NULL : stream->postings;
  begun.bytes = list->page.bytes;
  begun.bound = root->bound;
  begun.offset = list->offset;
  begun.limit = list->limit;
  return begun;
}

static void end_walk(shortlist_docids *stream, walk walked) {
  if (walked.rows == 0) return;
  shortlist_iterator *root = &stream->postings->root;
  shortlist_doclist *list = &root->lists[root->lead];
  list->docid = walked.docid;
  list->is_deleted = false;
  list->positions = walked.positions;
  list->positions_size = walked.positions_size;
  list->offset = walked.offset;
  root->head = stream->head = walked.docid;
  stream->rows += walked.rows;
}

/// Moves to the next docid of the list.
__attribute__((always_inline)) static inline bool step_unfiltered(walk *walk) {
  int32_t offset = walk->offset;
  if (offset >= walk->limit) return false;
  uint64_t size = 0;
  uint64_t docid = (uint64_t)walk->docid + shortlist_next_docid(walk->bytes, &offset, &size);
  if (docid <= (uint64_t)walk->docid || docid >= (uint64_t)walk->bound || size == 0 ||
      offset > walk->limit || size > (uint64_t)(walk->limit - offset)) {
    return false;
  }
  walk->docid = (int64_t)docid;
  walk->positions = offset;
  walk->positions_size = (int32_t)size;
  walk->offset = offset + (int32_t)size;
  walk->rows++;
  return true;
}

/// Does the same as `shortlist_postings_step`, in registers. If it cannot, the walk may have moved
/// to a docid that the filter rejects.
__attribute__((always_inline)) static inline bool step(walk *walk) {
  if (walk->filtered == NULL) return step_unfiltered(walk);
  int64_t first;
  do {
    first = walk->docid;
    for (int rejected = 0; rejected < shortlist_most_rejected; rejected++) {
      if (!step_unfiltered(walk)) return false;
      if (shortlist_is_accepted(walk->filtered, walk->docid)) return true;
    }
  } while (shortlist_steps_on(walk->filtered, first, walk->docid));
  return false;
}

/// Moves to the next docid where `step` cannot.
static inline int leave(shortlist_docids *stream, walk *walk) {
  end_walk(stream, *walk);
  int rc = advance(stream);
  *walk = begin_walk(stream);
  return rc;
}

/// Counts the docids of one stream.
static int count_one(shortlist_docids *stream, int64_t last, int64_t limit, int64_t *count) {
  walk walked = begin_walk(stream);
  int64_t counted = 0;
  int rc = SQLITE_OK;
  while (counted < limit && walked.docid <= last && walked.docid != INT64_MAX) {
    counted++;
    if (!step(&walked) && (rc = leave(stream, &walked)) != SQLITE_OK) break;
  }
  end_walk(stream, walked);
  *count = counted;
  return rc;
}

/// Counts the docids of two streams, the usual case.
static int count_two(shortlist_docids *one, shortlist_docids *other, int64_t last, int64_t limit,
                     int64_t *count, int32_t *failed) {
  walk a = begin_walk(one), b = begin_walk(other);
  int64_t counted = 0;
  int rc = SQLITE_OK;
  while (counted < limit) {
    int64_t docid = a.docid < b.docid ? a.docid : b.docid;
    if (docid > last || docid == INT64_MAX) break;
    counted++;
    if (a.docid == docid && !step(&a) && (rc = leave(one, &a)) != SQLITE_OK) break;
    if (b.docid == docid && !step(&b) && (rc = leave(other, &b)) != SQLITE_OK) {
      *failed = 1;
      break;
    }
  }
  end_walk(one, a);
  end_walk(other, b);
  *count = counted;
  return rc;
}

/// Sets of ranks of one filter that are read together.
typedef struct {
  shortlist_filtered_ranks *iterators[shortlist_most_read_together];
  int64_t rows[shortlist_most_read_together];
  int32_t count;
  /// The first rank that is not read.
  int32_t end;
} ranked_streams;

/// Begins to read the docids up to `last`; no iterators unless all streams are sets of ranks.
static ranked_streams begin_ranked(const shortlist_docids *streams, int32_t stream_count,
                                   int64_t last) {
  ranked_streams begun = {.count = 0};
  if (stream_count < 1 || stream_count > shortlist_most_read_together) return begun;
  for (int32_t i = 0; i < stream_count; i++) {
    shortlist_postings *postings = streams[i].postings;
    if (postings == NULL || postings->root.kind != shortlist_ranked_kind) return begun;
    begun.iterators[i] = postings->root.filtered;
  }
  begun.count = stream_count;
  begun.end = shortlist_filtered_ranks_behind(begun.iterators[0], last);
  return begun;
}

static uint64_t take_ranked(ranked_streams *read, int64_t most, int32_t *block) {
  return shortlist_filtered_ranks_take(read->iterators, read->count, read->end, most, block,
                                       read->rows);
}

static void end_ranked(shortlist_docids *streams, const ranked_streams *read) {
  for (int32_t i = 0; i < read->count; i++) {
    int64_t head = shortlist_filtered_ranks_docid(read->iterators[i]);
    streams[i].postings->root.head = streams[i].head = head;
    streams[i].rows += read->rows[i];
  }
}

int shortlist_count_docids(shortlist_docids *streams, int32_t stream_count, int64_t last,
                           int64_t limit, int64_t *count, int32_t *failed) {
  *failed = 0;
  ranked_streams ranked = begin_ranked(streams, stream_count, last);
  if (ranked.count > 0) {
    uint64_t bits;
    int32_t block;
    *count = 0;
    while ((bits = take_ranked(&ranked, limit - *count, &block)) != 0) {
      *count += __builtin_popcountll(bits);
    }
    end_ranked(streams, &ranked);
    return SQLITE_OK;
  }
  if (stream_count == 1) return count_one(&streams[0], last, limit, count);
  if (stream_count == 2) return count_two(&streams[0], &streams[1], last, limit, count, failed);
  *count = 0;
  while (*count < limit) {
    int64_t docid = INT64_MAX;
    for (int32_t i = 0; i < stream_count; i++) {
      if (streams[i].head < docid) docid = streams[i].head;
    }
    if (docid > last || docid == INT64_MAX) break;
    ++*count;
    for (int32_t i = 0; i < stream_count; i++) {
      if (streams[i].head != docid) continue;
      int rc = advance(&streams[i]);
      if (rc != SQLITE_OK) {
        *failed = i;
        return rc;
      }
    }
  }
  return SQLITE_OK;
}

int shortlist_visit_docids(shortlist_docids *streams, int32_t stream_count, int64_t last,
                           bool (*visit)(void *context, int64_t docid), void *context,
                           int32_t *failed) {
  *failed = 0;
  while (true) {
    int64_t docid = INT64_MAX;
    for (int32_t i = 0; i < stream_count; i++) {
      if (streams[i].head < docid) docid = streams[i].head;
    }
    if (docid > last || docid == INT64_MAX || !visit(context, docid)) return SQLITE_OK;
    for (int32_t i = 0; i < stream_count; i++) {
      if (streams[i].head != docid) continue;
      int rc = advance(&streams[i]);
      if (rc != SQLITE_OK) {
        *failed = i;
        return rc;
      }
    }
  }
}

bool shortlist_visit_ranks(shortlist_docids *streams, int32_t stream_count, int64_t last,
                           uint64_t universe,
                           bool (*visit)(void *context, int32_t block, uint64_t bits),
                           void *context) {
  ranked_streams ranked = begin_ranked(streams, stream_count, last);
  if (ranked.count == 0 || ranked.iterators[0]->filter.universe != universe) return false;
  uint64_t bits;
  int32_t block;
  while ((bits = take_ranked(&ranked, INT64_MAX, &block)) != 0 && visit(context, block, bits)) {
  }
  end_ranked(streams, &ranked);
  return true;
}
