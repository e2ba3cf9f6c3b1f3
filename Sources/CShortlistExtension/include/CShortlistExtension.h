#pragma once

#include <sqlite3.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The loadable extension has two sides. This target talks to the program that loads it, the host,
// through the functions that the host passes. The engine opens lists and searches them, through the
// SQLite that Shortlist links. They may be different copies of SQLite.

/// A text in UTF-8, not NUL-terminated.
typedef struct {
  const char *bytes;
  int64_t length;
} shortlist_text;

/// A search for hits, completions, or the values of an attribute.
typedef struct {
  shortlist_text query;
  /// The sections to search; NULL for all.
  const shortlist_text *_Nullable sections;
  int32_t section_count;
  /// The most rows; in grouped results, the most of a section. 0 if the statement sets no limit.
  int64_t limit;
  /// The most groups; 0 for all.
  int64_t groups;
  /// The time limit in milliseconds.
  int64_t budget;
  /// The attribute to sort by, and the filter, if there are any.
  shortlist_text sort, filter;
  int32_t has_sort, has_filter;
  /// The attribute whose values are counted.
  shortlist_text attribute;
  int32_t is_grouped, is_in_list_order, matches_any, corrects_typos, needs_snippets;
} shortlist_request;

/// The columns of hits that the engine reads.
enum {
  shortlist_hit_section = 1,
  shortlist_hit_id,
  shortlist_hit_title,
  shortlist_hit_subtitle,
  shortlist_hit_keywords,
  shortlist_hit_body,
  shortlist_hit_weight,
  shortlist_hit_payload,
  shortlist_hit_tier,
  shortlist_hit_score,
  shortlist_hit_highlights,
  shortlist_hit_snippet,
  shortlist_hit_attributes,
};

/// The columns of completions that the engine reads.
enum {
  shortlist_completion_text = 1,
  shortlist_completion_typed,
  shortlist_completion_kind,
  shortlist_completion_weight,
};

/// The columns of values that the engine reads.
enum {
  shortlist_facet_value = 1,
  shortlist_facet_count,
  shortlist_facet_is_exact,
};

/// Receives a value for the host; without one, the value is NULL. The bytes are copied.
typedef struct shortlist_answer shortlist_answer;
void shortlist_answer_text(const shortlist_answer *answer, const char *_Nullable bytes,
                           int64_t length);
void shortlist_answer_blob(const shortlist_answer *answer, const void *_Nullable bytes,
                           int64_t length);
void shortlist_answer_number(const shortlist_answer *answer, double number);
void shortlist_answer_integer(const shortlist_answer *answer, int64_t number);

/// Receives the sentence of an error, which is copied.
typedef struct shortlist_failure shortlist_failure;
void shortlist_fail(shortlist_failure *failure, int is_busy, const char *_Nullable message,
                    int64_t length);

/// The functions that search. Those that return a pointer return NULL after `shortlist_fail`.
typedef struct {
  /// Opens a list for reading.
  void *_Nullable (*_Nonnull open)(shortlist_text path, shortlist_failure *failure);
  void (*_Nonnull close)(void *list);
  /// Find all rows of a request, best first, and set their number. The rows do not need the list.
  void *_Nullable (*_Nonnull search)(void *list, const shortlist_request *request, int64_t *count,
                                     shortlist_failure *failure);
  void *_Nullable (*_Nonnull complete)(void *list, const shortlist_request *request,
                                       int64_t *count, shortlist_failure *failure);
  void *_Nullable (*_Nonnull count_values)(void *list, const shortlist_request *request,
                                           int64_t *count, shortlist_failure *failure);
  /// Reads a column of a row, counted from 0.
  void (*_Nonnull read)(void *rows, int64_t row, int32_t column, const shortlist_answer *answer);
  /// Continues a hash with the identity of a row: that of its item, or of its text.
  uint64_t (*_Nonnull hash)(void *rows, int64_t row, uint64_t hash);
  void (*_Nonnull free_rows)(void *rows);
  /// Reads the version of Shortlist.
  void (*_Nonnull version)(const shortlist_answer *answer);
} shortlist_engine;

/// Registers everything on a connection of the host: the table-valued functions `shortlist`,
/// `shortlist_completions` and `shortlist_facets`, the functions `shortlist_fold` and `shortlist_version`, and the
/// tokenizer `shortlist` if the host has FTS5. The lists that it opens are closed with the
/// connection. A second call has no effect.
///
/// `host` is the `sqlite3_api_routines` that SQLite passes to an extension. Returns a result code
/// of SQLite; after an error, `*message` may be set, and belongs to the host.
int shortlist_extension_load(sqlite3 *db, char *_Nullable *_Nonnull message, const void *host,
                             const shortlist_engine *engine);

#pragma clang assume_nonnull end
