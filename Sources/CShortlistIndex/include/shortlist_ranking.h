#ifndef SHORTLIST_RANKING_H
#define SHORTLIST_RANKING_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "CShortlist.h"

/// The columns that count, from the first on.
enum { shortlist_ranked_columns = 4 };

/// An item that is ranked, and what knows of it.
typedef struct {
  int64_t docid;
  void *context;
  /// How often a phrase stands in each column, from 0 on, and how many words the column has up to the
  /// last of these places. Looks at no more than `*room` places, and lowers that.
  int (*count)(void *context, int phrase, int *room, int counts[shortlist_ranked_columns],
               int words[shortlist_ranked_columns]);
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

#endif
