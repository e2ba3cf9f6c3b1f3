#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "shortlist_segments.h"

#pragma clang assume_nonnull begin

/// The parameters of ranking by words.
typedef struct {
  /// The number of columns, and the weight of each.
  int32_t columns;
  double weights[shortlist_most_columns];
  /// The saturation of repeated words, and the effect of the normalised column's length, 0 to 1.
  double k1, b;
  /// The column whose length counts.
  int32_t normalised;
  /// The columns of titles and keywords, as bits.
  uint32_t title_columns;
  /// The number of bits of a rowid below its section number.
  int32_t section_shift;
} shortlist_rank_settings;

/// A phrase of a match expression: its clause, and the columns in which it counts.
typedef struct {
  int32_t clause;
  uint32_t columns;
} shortlist_rank_phrase;

/// The input of `shortlist_rank` for one statement, and its results.
typedef struct shortlist_ranking shortlist_ranking;

/// Creates a ranking; copies all arguments. `phrases` are in the order of the match expression,
/// grouped by clause; `idf` has a weight for each clause. Returns NULL when memory runs out. Free
/// with `shortlist_ranking_free`, once the statements it is bound to are done.
shortlist_ranking *_Nullable shortlist_ranking_create(const shortlist_rank_settings *settings,
                                                      const shortlist_rank_phrase *phrases,
                                                      int phrase_count, const double *idf,
                                                      int clause_count);
void shortlist_ranking_free(shortlist_ranking *_Nullable ranking);
/// From now on, rows of `section`, or of any if that is INT64_MIN, need no score if they do not
/// reach `threshold`.
void shortlist_ranking_prune(shortlist_ranking *ranking, int64_t section, double threshold);
/// The clauses that the last row matched, as bits; with `in_titles`, only matches in titles and
/// keywords.
uint64_t shortlist_ranking_matched(const shortlist_ranking *ranking, int in_titles);

/// An item to rank, and callbacks that read it.
typedef struct {
  int64_t docid;
  void *context;
  /// Counts the places of a phrase in each column, from 0 on, and the words of the column up to the
  /// last of them. Visits at most `*room` places, and subtracts their number.
  int (*count)(void *context, int phrase, int *room, int counts[_Nonnull shortlist_most_columns],
               int words[_Nonnull shortlist_most_columns]);
  /// The mean length of a column over all items, in words, greater than 0.
  int (*mean)(void *context, int column, double *mean);
  /// The length of a column of the item.
  int (*length)(void *context, int column, int *length);
} shortlist_ranked_row;

/// The number of phrases of a ranking.
int shortlist_ranking_phrases(const shortlist_ranking *ranking);

/// Whether the last row matched all clauses.
bool shortlist_ranking_matched_all(const shortlist_ranking *ranking);

/// Returns the normalised column if items like this one need no score below the threshold, and may
/// be rejected before scoring; otherwise -1.
int shortlist_ranking_prunes(const shortlist_ranking *ranking, int64_t docid);

/// Whether an item can reach the threshold with at most `most` places of each phrase in the
/// normalised column and none elsewhere; -1 stands for any number anywhere.
bool shortlist_ranking_may_reach(const shortlist_ranking *ranking, const int32_t *most);

/// Scores an item by BM25F: 0 when no clause matches in a column that counts for it, -1 when the
/// item does not reach the threshold.
int shortlist_ranking_score(shortlist_ranking *ranking, const shortlist_ranked_row *row,
                            double *score);

#pragma clang assume_nonnull end
