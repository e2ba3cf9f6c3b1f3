#ifndef CSHORTLISTINDEX_RANKING_H
#define CSHORTLISTINDEX_RANKING_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What ranking by words goes by.
typedef struct {
  /// The weight of each column.
  double weights[4];
  /// How soon a word that is repeated counts little more, and how much the length of the normalised
  /// column counts, 0 to 1.
  double k1, b;
  /// The column whose length counts.
  int32_t normalised;
  /// The columns of titles and keywords, as bits.
  uint32_t title_columns;
  /// The bits of a rowid below the number of its section.
  int32_t section_shift;
} shortlist_rank_settings;

/// A phrase of a match expression: the clause that it belongs to, and in which columns it counts.
typedef struct {
  int32_t clause;
  uint32_t columns;
} shortlist_rank_phrase;

/// What `shortlist_rank` needs to know of one statement, and what it leaves there.
typedef struct shortlist_ranking shortlist_ranking;

/// Copies all it is given. `phrases` are in the order of the match expression, those of a clause
/// together; `idf` has a weight for each clause. NULL when memory runs out. Freed with
/// `shortlist_ranking_free`, after the statements that it was bound to are done.
shortlist_ranking *_Nullable shortlist_ranking_create(const shortlist_rank_settings *settings,
                                                      const shortlist_rank_phrase *phrases,
                                                      int phrase_count, const double *idf,
                                                      int clause_count);
void shortlist_ranking_free(shortlist_ranking *_Nullable ranking);
/// From now on, rows of `section`, or of any if that is INT64_MIN, that do not reach `threshold` need no
/// score.
void shortlist_ranking_prune(shortlist_ranking *ranking, int64_t section, double threshold);
/// The clauses that the last row had, as bits; those in titles and keywords only, if `in_titles`.
uint64_t shortlist_ranking_matched(const shortlist_ranking *ranking, int in_titles);

/// The columns that count, from the first on.
enum { shortlist_ranked_columns = 4 };

/// An item that is ranked, and what knows of it.
typedef struct {
  int64_t docid;
  void *context;
  /// How often a phrase stands in each column, from 0 on, and how many words the column has up to the
  /// last of these places. Looks at no more than `*room` places, and lowers that.
  int (*count)(void *context, int phrase, int *room, int counts[_Nonnull shortlist_ranked_columns],
               int words[_Nonnull shortlist_ranked_columns]);
  /// The mean length of a column over all items, in words, greater than 0.
  int (*mean)(void *context, int column, double *mean);
  /// The length of a column of the item.
  int (*length)(void *context, int column, int *length);
} shortlist_ranked_row;

/// How many phrases a ranking has.
int shortlist_ranking_phrases(const shortlist_ranking *ranking);

/// Whether the last row had all clauses.
bool shortlist_ranking_matched_all(const shortlist_ranking *ranking);

/// The normalised column, if items like this one that do not reach a threshold need no score, and that
/// may show before they are scored; else -1.
int shortlist_ranking_prunes(const shortlist_ranking *ranking, int64_t docid);

/// Whether an item may reach the threshold that has no more than so many places of each phrase in the
/// normalised column and none elsewhere; -1 stands for any number anywhere.
bool shortlist_ranking_may_reach(const shortlist_ranking *ranking, const int32_t *most);

/// Scores an item by BM25F: 0 when no clause stands in a column that counts for it, -1 when it does not
/// reach the threshold.
int shortlist_ranking_score(shortlist_ranking *ranking, const shortlist_ranked_row *row,
                            double *score);

#pragma clang assume_nonnull end

#endif
