#include <stdbool.h>
#include <string.h>

#include "CShortlist.h"
#include "tokenizer.h"

enum {
  /// The number of rows looked at for each look at the clock.
  rows_of_look = 64,
  docid_column = 0,
  title_column = 1,
  keywords_column = 2,
};

/// A set of bytes.
typedef struct {
  uint64_t words[4];
} byte_set;

static void add(byte_set *set, unsigned char byte) {
  set->words[byte >> 6] |= (uint64_t)1 << (byte & 63);
}

static bool holds_all(const byte_set *set, const byte_set *wanted) {
  uint64_t missing = 0;
  for (int i = 0; i < 4; i++) missing |= wanted->words[i] & ~set->words[i];
  return missing == 0;
}

/// A substring, and whether it was found in the current row.
typedef struct {
  const char *bytes;
  int32_t length;
  byte_set set;
  bool may_be_inside;
  bool is_found;
} substring;

struct shortlist_substring_filter {
  int32_t count, clause_count;
  const int32_t *clauses;
  uint32_t looks;
  substring substrings[];
};

shortlist_substring_filter *shortlist_substring_filter_create(const char *texts,
                                                              const int32_t *lengths,
                                                              int32_t count,
                                                              const int32_t *clauses,
                                                              int32_t clause_count) {
  int64_t text_length = 0, clause_length = 0;
  for (int32_t i = 0; i < count; i++) text_length += lengths[i];
  for (int32_t i = 0; i < clause_count; i++) {
    int32_t alternatives = clauses[clause_length++];
    for (int32_t j = 0; j < alternatives; j++) clause_length += 1 + clauses[clause_length];
  }
  size_t size = sizeof(shortlist_substring_filter) + (size_t)count * sizeof(substring);
  size_t clause_size = (size_t)clause_length * sizeof *clauses;
  shortlist_substring_filter *filter =
    sqlite3_malloc64(size + clause_size + (size_t)text_length);
  if (filter == NULL) return NULL;
  memset(filter, 0, size);
  filter->count = count;
  filter->clause_count = clause_count;
  int32_t *copied = (int32_t *)((char *)filter + size);
  if (clause_size > 0) memcpy(copied, clauses, clause_size);
  filter->clauses = copied;
  char *bytes = (char *)copied + clause_size;
  if (text_length > 0) memcpy(bytes, texts, (size_t)text_length);
  for (int32_t i = 0; i < count; i++) {
    substring *new = &filter->substrings[i];
    new->bytes = bytes;
    new->length = lengths[i];
    new->may_be_inside = shortlist_may_be_inside(bytes, lengths[i]);
    for (int32_t j = 0; j < lengths[i]; j++) add(&new->set, (unsigned char)bytes[j]);
    bytes += lengths[i];
  }
  return filter;
}

void shortlist_substring_filter_free(shortlist_substring_filter *filter) { sqlite3_free(filter); }

// MARK: Clauses

/// Whether the substrings found so far meet a clause; moves `*clause` behind it.
static bool meets_clause(const shortlist_substring_filter *filter, const int32_t **clause) {
  const int32_t *next = *clause;
  bool is_met = false;
  for (int32_t left = *next++; left > 0; left--) {
    bool has_all = true;
    for (int32_t needed = *next++; needed > 0; needed--) {
      has_all = has_all && filter->substrings[*next].is_found;
      next++;
    }
    is_met = is_met || has_all;
  }
  *clause = next;
  return is_met;
}

static bool meets_all(const shortlist_substring_filter *filter) {
  const int32_t *clause = filter->clauses;
  for (int32_t i = 0; i < filter->clause_count; i++) {
    if (!meets_clause(filter, &clause)) return false;
  }
  return true;
}

// MARK: Texts

/// Adds the bytes that the words of a text may have, if it is ASCII: folding only changes capitals.
/// Returns `false` for any other text.
static bool add_folded(byte_set *set, const char *text, int32_t length) {
  unsigned char all = 0;
  for (int32_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    all |= byte;
    // Also changes symbols, which only makes the set too large.
    add(set, byte >= 'A' && byte < 'a' ? byte | 0x20 : byte);
  }
  return all < 0x80;
}

/// Whether the token contains the substring, at its beginning or inside.
static bool holds(const shortlist_split_token *token, const substring *wanted) {
  if (wanted->length <= 0 || wanted->length > token->length) return false;
  if (memcmp(token->bytes, wanted->bytes, (size_t)wanted->length) == 0) return true;
  return token->has_suffixes && wanted->may_be_inside &&
         shortlist_find_bytes(token->bytes + 1, token->length - 1, wanted->bytes, wanted->length) !=
           NULL;
}

static int look(void *context, const shortlist_split_token *token) {
  shortlist_substring_filter *filter = context;
  if (token->kind == shortlist_token_keyword) return SQLITE_OK;
  byte_set set = {0};
  for (int32_t i = 0; i < token->length; i++) add(&set, (unsigned char)token->bytes[i]);
  bool is_done = true;
  for (int32_t i = 0; i < filter->count; i++) {
    substring *wanted = &filter->substrings[i];
    if (!wanted->is_found && holds_all(&set, &wanted->set)) wanted->is_found = holds(token, wanted);
    is_done = is_done && wanted->is_found;
  }
  return is_done ? SQLITE_DONE : SQLITE_OK;
}

/// Finds the substrings in a row. If it `stops_early`, it only looks at the bytes of a row that
/// cannot meet all clauses.
static int find(shortlist_substring_filter *filter, sqlite3_stmt *row, bool stops_early) {
  const char *texts[2];
  int32_t lengths[2];
  byte_set set = {0};
  bool is_ascii = true;
  for (int i = 0; i < 2; i++) {
    texts[i] = (const char *)sqlite3_column_blob(row, title_column + i);
    lengths[i] = texts[i] != NULL ? sqlite3_column_bytes(row, title_column + i) : 0;
    is_ascii = is_ascii && add_folded(&set, texts[i], lengths[i]);
  }
  for (int32_t i = 0; i < filter->count; i++) {
    filter->substrings[i].is_found = !is_ascii || holds_all(&set, &filter->substrings[i].set);
  }
  // Few rows hold all the bytes, and the others need not be split into words.
  if (stops_early && !meets_all(filter)) return SQLITE_OK;
  for (int32_t i = 0; i < filter->count; i++) filter->substrings[i].is_found = false;
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < 2; i++) {
    if (texts[i] != NULL) rc = shortlist_split(texts[i], lengths[i], look, filter);
  }
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int shortlist_substring_filter_next(shortlist_substring_filter *filter, sqlite3_stmt *rows,
                                    shortlist_budget *budget, int64_t *docid,
                                    int64_t *looked_at) {
  while (true) {
    int rc = sqlite3_step(rows);
    if (rc != SQLITE_ROW) return rc;
    ++*looked_at;
    if (++filter->looks % rows_of_look == 0 && shortlist_budget_look(budget)) {
      return SQLITE_INTERRUPT;
    }
    rc = find(filter, rows, true);
    if (rc != SQLITE_OK) return rc;
    if (meets_all(filter)) {
      *docid = sqlite3_column_int64(rows, docid_column);
      return SQLITE_ROW;
    }
  }
}

int shortlist_substring_filter_sample(shortlist_substring_filter *filter, sqlite3_stmt *rows,
                                      int32_t limit, uint64_t *met, int32_t *count) {
  for (*count = 0; *count < limit; ++*count) {
    int rc = sqlite3_step(rows);
    if (rc != SQLITE_ROW) return rc == SQLITE_DONE ? SQLITE_OK : rc;
    rc = find(filter, rows, false);
    if (rc != SQLITE_OK) return rc;
    const int32_t *clause = filter->clauses;
    met[*count] = 0;
    for (int32_t i = 0; i < filter->clause_count && i < 64; i++) {
      if (meets_clause(filter, &clause)) met[*count] |= (uint64_t)1 << i;
    }
  }
  return SQLITE_OK;
}
