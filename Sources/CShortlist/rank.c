#include <string.h>

#include "CShortlist.h"
#include "functions.h"

// The same sums on every machine.
#pragma STDC FP_CONTRACT OFF

enum {
  columns_at_most = 4,
  /// Positions looked at in one row: a function of FTS5 cannot be stopped.
  positions_at_most = 1000,
};

struct shortlist_ranking {
  shortlist_rank_settings settings;
  int phrases;
  shortlist_rank_phrase *phrase;
  int clauses;
  double *idf;
  /// The mean length of the normalised column, in words; 0 before it was asked for.
  double mean;
  /// Prune rows of this section whose best possible score is below the threshold.
  int64_t section;
  double threshold;
  /// How many rows of `counted_section` were seen.
  int64_t counted_section, rows;
  /// What was found in the last row.
  uint64_t matched, matched_in_titles;
};

shortlist_ranking *shortlist_ranking_create(const shortlist_rank_settings *settings,
                                            const shortlist_rank_phrase *phrases, int phrase_count,
                                            const double *idf, int clause_count) {
  shortlist_ranking *ranking = sqlite3_malloc64(sizeof *ranking);
  if (ranking == NULL) return NULL;
  memset(ranking, 0, sizeof *ranking);
  ranking->settings = *settings;
  ranking->phrases = phrase_count;
  ranking->clauses = clause_count;
  ranking->section = ranking->counted_section = -1;
  ranking->phrase = sqlite3_malloc64((sqlite3_uint64)(phrase_count + 1) * sizeof *phrases);
  ranking->idf = sqlite3_malloc64((sqlite3_uint64)(clause_count + 1) * sizeof *idf);
  if (ranking->phrase == NULL || ranking->idf == NULL) {
    shortlist_ranking_free(ranking);
    return NULL;
  }
  if (phrase_count > 0) {
    memcpy(ranking->phrase, phrases, (size_t)phrase_count * sizeof *phrases);
  }
  if (clause_count > 0) memcpy(ranking->idf, idf, (size_t)clause_count * sizeof *idf);
  return ranking;
}

void shortlist_ranking_free(shortlist_ranking *ranking) {
  if (ranking == NULL) return;
  sqlite3_free(ranking->phrase);
  sqlite3_free(ranking->idf);
  sqlite3_free(ranking);
}

void shortlist_ranking_prune(shortlist_ranking *ranking, int64_t section, double threshold) {
  ranking->section = section;
  ranking->threshold = threshold;
}

uint64_t shortlist_ranking_matched(const shortlist_ranking *ranking, int in_titles) {
  return in_titles ? ranking->matched_in_titles : ranking->matched;
}

int shortlist_bind_ranking(sqlite3_stmt *statement, int index, shortlist_ranking *ranking) {
  return sqlite3_bind_pointer(statement, index, ranking, "shortlist_ranking", NULL);
}

/// How often one phrase stands in each column.
static int count_positions(const Fts5ExtensionApi *api, Fts5Context *context, int phrase,
                           int columns, int *room, int counts[columns_at_most]) {
  Fts5PhraseIter iterator;
  int column = -1, offset = -1;
  memset(counts, 0, columns_at_most * sizeof *counts);
  if (*room <= 0) return SQLITE_OK;
  int rc = api->xPhraseFirst(context, phrase, &iterator, &column, &offset);
  int last_column = -1, last_offset = -1;
  while (rc == SQLITE_OK && column >= 0 && column < columns && *room > 0) {
    // A list of prefixes may name a place once for each word there.
    if (column != last_column || offset != last_offset) counts[column]++;
    last_column = column;
    last_offset = offset;
    (*room)--;
    api->xPhraseNext(context, &iterator, &column, &offset);
  }
  return rc;
}

/// The mean length of the normalised column, over the rows of the table.
static int find_mean(const Fts5ExtensionApi *api, Fts5Context *context, shortlist_ranking *r) {
  sqlite3_int64 rows = 0, total = 0;
  int rc = api->xRowCount(context, &rows);
  if (rc == SQLITE_OK) rc = api->xColumnTotalSize(context, r->settings.normalised, &total);
  r->mean = rows > 0 && total > 0 ? (double)total / (double)rows : 1;
  return rc;
}

/// The frequencies of the clauses, apart from the normalised column, and in it.
typedef struct {
  double plain, body;
} frequency;

static double score(const shortlist_ranking *r, const frequency *frequencies, double norm) {
  double sum = 0;
  for (int phrase = 0; phrase < r->phrases; phrase++) {
    // A clause counts as its best alternative; the alternatives of one stand together.
    int clause = r->phrase[phrase].clause;
    double best = 0;
    for (; phrase < r->phrases && r->phrase[phrase].clause == clause; phrase++) {
      double f = frequencies[phrase].plain + frequencies[phrase].body / norm;
      if (f > best) best = f;
    }
    phrase--;
    sum += r->idf[clause] * best / (r->settings.k1 + best);
  }
  return sum;
}

static int rank_row(const Fts5ExtensionApi *api, Fts5Context *context, shortlist_ranking *r,
                    int columns, double *result) {
  frequency few[64];
  frequency *frequencies = few;
  int room = positions_at_most, has_body = 0, rc = SQLITE_OK;
  if (r->phrases > 64) {
    frequencies = sqlite3_malloc64((sqlite3_uint64)r->phrases * sizeof *frequencies);
    if (frequencies == NULL) return SQLITE_NOMEM;
  }
  const double *weights = r->settings.weights;
  int normalised = r->settings.normalised;
  for (int phrase = 0; phrase < r->phrases && rc == SQLITE_OK; phrase++) {
    int counts[columns_at_most];
    uint32_t found = 0;
    rc = count_positions(api, context, phrase, columns, &room, counts);
    frequencies[phrase] = (frequency){0};
    for (int column = 0; column < columns; column++) {
      if (counts[column] == 0 || !(r->phrase[phrase].columns >> column & 1)) continue;
      found |= 1U << column;
      double f = weights[column] * counts[column];
      if (column == normalised) {
        frequencies[phrase].body = f;
        has_body = 1;
      } else {
        frequencies[phrase].plain += f;
      }
    }
    uint64_t clause = 1ULL << (r->phrase[phrase].clause & 63);
    if (found) r->matched |= clause;
    if (found & r->settings.title_columns) r->matched_in_titles |= clause;
  }
  double best = 0, b = r->settings.b;
  if (rc == SQLITE_OK && r->matched != 0) {
    // No body is shorter than empty: what cannot be good enough needs no look at its length.
    best = score(r, frequencies, 1 - b);
    int64_t section = api->xRowid(context) >> r->settings.section_shift;
    if (section == r->section && best < r->threshold) {
      best = -1;
    } else if (has_body) {
      int length = 0;
      if (r->mean <= 0) rc = find_mean(api, context, r);
      if (rc == SQLITE_OK) rc = api->xColumnSize(context, normalised, &length);
      if (length < 0) length = 0;
      if (rc == SQLITE_OK) best = score(r, frequencies, 1 - b + b * length / r->mean);
    }
  }
  if (frequencies != few) sqlite3_free(frequencies);
  *result = best;
  return rc;
}

static void rank(const Fts5ExtensionApi *api, Fts5Context *context, sqlite3_context *result,
                 int count, sqlite3_value **values) {
  int phrases = api->xPhraseCount(context);
  shortlist_ranking *r =
      count == 1 ? sqlite3_value_pointer(values[0], "shortlist_ranking") : NULL;
  if (phrases == 0 || r == NULL || r->phrases != phrases) return;
  int columns = api->xColumnCount(context);
  if (columns > columns_at_most) columns = columns_at_most;
  r->matched = r->matched_in_titles = 0;
  if (r->settings.rows_of_section > 0) {
    int64_t section = api->xRowid(context) >> r->settings.section_shift;
    if (section != r->counted_section) {
      r->counted_section = section;
      r->rows = 0;
    }
    if (r->rows++ >= r->settings.rows_of_section) return;
  }
  double score = 0;
  int rc = rank_row(api, context, r, columns, &score);
  if (rc != SQLITE_OK) {
    sqlite3_result_error_code(result, rc);
  } else {
    sqlite3_result_double(result, score);
  }
}

int shortlist_create_rank(fts5_api *api) {
  return api->xCreateFunction(api, "shortlist_rank", 0, rank, 0);
}
