#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "CShortlist.h"
#include "shortlist_terms.h"
#include "../text/tokenizer.h"

/// A term and its counts.
typedef struct {
  shortlist_term_entry term;
  int64_t items, titles;
  /// The last item that was counted, and the last whose title was.
  int64_t item, title;
} counted_term;

struct shortlist_term_counts {
  shortlist_term_table table;
  int has_stems;
  /// The number of the current item, from 1, and the amount it adds to each count.
  int64_t item, step;
  bool is_title;
};

shortlist_term_counts *shortlist_term_counts_create(int has_stems) {
  shortlist_term_counts *counts = sqlite3_malloc64(sizeof *counts);
  if (counts != NULL) {
    *counts = (shortlist_term_counts){
      .table = shortlist_term_table_make(sizeof(counted_term)), .has_stems = has_stems};
  }
  return counts;
}

void shortlist_term_counts_free(shortlist_term_counts *counts) {
  if (counts == NULL) return;
  shortlist_term_table_free(&counts->table);
  sqlite3_free(counts);
}

void shortlist_term_counts_clear(shortlist_term_counts *counts) {
  shortlist_term_table_clear(&counts->table);
}

/// Finds a term, or adds it with counts of 0.
static int find(shortlist_term_counts *counts, const char *bytes, int32_t length,
                counted_term **term) {
  void *entry;
  int rc = shortlist_term_table_add(&counts->table, bytes, length, &entry);
  if (rc == SQLITE_OK) *term = entry;
  return rc;
}

static int count_token(void *context, const shortlist_split_token *token) {
  shortlist_term_counts *counts = context;
  if (token->kind == shortlist_token_keyword || token->kind == SHORTLIST_TOKEN_TAIL ||
      token->again) {
    return SQLITE_OK;
  }
  counted_term *term;
  int rc = find(counts, token->bytes, token->length, &term);
  if (rc != SQLITE_OK) return rc;
  if (counts->is_title && term->title != counts->item) {
    term->title = counts->item;
    term->titles += counts->step;
  }
  if (term->item == counts->item) return SQLITE_OK;
  term->item = counts->item;
  term->items += counts->step;
  if (!counts->has_stems || token->length > shortlist_longest_stemmed) return SQLITE_OK;
  char stem[shortlist_longest_stemmed + 1], marked[shortlist_longest_stemmed + 9];
  int32_t length = shortlist_stem(token->bytes, token->length, stem);
  if (length == 0) return SQLITE_OK;
  length = shortlist_mark_first(stem, length, marked);
  rc = find(counts, marked, length, &term);
  if (rc == SQLITE_OK && term->item != counts->item) {
    term->item = counts->item;
    term->items += counts->step;
  }
  return rc;
}

void shortlist_term_counts_begin(shortlist_term_counts *counts, int64_t step) {
  counts->item++;
  counts->step = step;
}

int shortlist_term_counts_add(shortlist_term_counts *counts, const char *text, int64_t length,
                              int is_title) {
  if (length > INT32_MAX) return SQLITE_TOOBIG;
  counts->is_title = is_title != 0;
  return shortlist_split(text, (int32_t)length, count_token, counts);
}

static int compare(const void *a, const void *b) {
  const shortlist_term_count *first = a, *second = b;
  return shortlist_compare_terms(first->text, first->length, second->text, second->length);
}

int shortlist_term_counts_sorted(const shortlist_term_counts *counts,
                                 shortlist_term_count **result, int32_t *result_count) {
  *result_count = 0;
  *result = sqlite3_malloc64(((sqlite3_uint64)counts->table.count + 1) * sizeof **result);
  if (*result == NULL) return SQLITE_NOMEM;
  for (int32_t i = 0; i < counts->table.count; i++) {
    const counted_term *term = shortlist_term_table_entry(&counts->table, i);
    if (term->items == 0 && term->titles == 0) continue;
    (*result)[(*result_count)++] = (shortlist_term_count){
      .text = counts->table.bytes + term->term.offset,
      .length = term->term.length,
      .items = term->items,
      .titles = term->titles,
    };
  }
  qsort(*result, (size_t)*result_count, sizeof **result, compare);
  return SQLITE_OK;
}
