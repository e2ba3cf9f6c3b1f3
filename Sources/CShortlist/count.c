#include <sqlite3.h>
#include <stddef.h>

#include "postings.h"

/// Goes on to the next docid of a stream.
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

int shortlist_count_docids(shortlist_docids *streams, int32_t stream_count, int64_t last,
                           int64_t limit, int64_t *count, int32_t *failed) {
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
