#include "shortlist_ranking.h"

#include <string.h>

// Gives the same sums on every machine.
#pragma STDC FP_CONTRACT OFF

/// The most places of a phrase visited in one row: as many as the index holds for an item.
enum { positions_at_most = 1 << 18 };

/// The frequencies of a phrase, outside the normalised column and in it.
typedef struct {
  double plain, body;
} frequency;

struct shortlist_ranking {
  shortlist_rank_settings settings;
  int phrases;
  shortlist_rank_phrase *phrase;
  /// Scratch space for scoring, one for each phrase.
  frequency *frequencies;
  int clauses;
  double *idf;
  /// The mean length of the normalised column, in words; 0 until it is needed.
  double mean;
  /// Rows of this section are skipped if their best possible score is below the threshold.
  int64_t section;
  double threshold;
  /// The matches of the last row.
  uint64_t matched, matched_in_titles;
};

shortlist_ranking *shortlist_ranking_create(const shortlist_rank_settings *settings,
                                            const shortlist_rank_phrase *phrases, int phrase_count,
                                            const double *idf, int clause_count) {
  sqlite3_uint64 size = sizeof(shortlist_ranking) + (sqlite3_uint64)clause_count * sizeof *idf +
                        (sqlite3_uint64)phrase_count * (sizeof(frequency) + sizeof *phrases);
  shortlist_ranking *ranking = sqlite3_malloc64(size);
  if (ranking == NULL) return NULL;
  frequency *frequencies = (frequency *)(ranking + 1);
  double *weights = (double *)(frequencies + phrase_count);
  *ranking = (shortlist_ranking){
    .settings = *settings,
    .phrases = phrase_count,
    .phrase = (shortlist_rank_phrase *)(weights + clause_count),
    .frequencies = frequencies,
    .clauses = clause_count,
    .idf = weights,
    .section = -1,
  };
  if (phrase_count > 0) {
    memcpy(ranking->phrase, phrases, (size_t)phrase_count * sizeof *phrases);
  }
  if (clause_count > 0) memcpy(ranking->idf, idf, (size_t)clause_count * sizeof *idf);
  return ranking;
}

void shortlist_ranking_free(shortlist_ranking *ranking) { sqlite3_free(ranking); }

void shortlist_ranking_prune(shortlist_ranking *ranking, int64_t section, double threshold) {
  ranking->section = section;
  ranking->threshold = threshold;
}

int shortlist_ranking_phrases(const shortlist_ranking *ranking) {
  return ranking->phrases;
}

bool shortlist_ranking_matched_all(const shortlist_ranking *ranking) {
  int clauses = ranking->clauses;
  return ranking->matched == (clauses < 64 ? (1ULL << clauses) - 1 : ~0ULL);
}

uint64_t shortlist_ranking_matched(const shortlist_ranking *ranking, int in_titles) {
  return in_titles ? ranking->matched_in_titles : ranking->matched;
}

static double score(const shortlist_ranking *r, double norm) {
  double sum = 0;
  for (int phrase = 0; phrase < r->phrases; phrase++) {
    // A clause counts as its best alternative; the alternatives of a clause are neighbours.
    int clause = r->phrase[phrase].clause;
    double best = 0;
    for (; phrase < r->phrases && r->phrase[phrase].clause == clause; phrase++) {
      double f = r->frequencies[phrase].plain + r->frequencies[phrase].body / norm;
      if (f > best) best = f;
    }
    phrase--;
    sum += r->idf[clause] * best / (r->settings.k1 + best);
  }
  return sum;
}

static bool is_pruned(const shortlist_ranking *r, int64_t docid) {
  return r->section == INT64_MIN || r->section == docid >> r->settings.section_shift;
}

int shortlist_ranking_prunes(const shortlist_ranking *r, int64_t docid) {
  // The mean is read when an item is first scored.
  return r->threshold > 0 && r->mean > 0 && is_pruned(r, docid) ? r->settings.normalised : -1;
}

bool shortlist_ranking_may_reach(const shortlist_ranking *r, const int32_t *most) {
  double sum = 0, b = r->settings.b, weight = r->settings.weights[r->settings.normalised];
  // An item that has a word only in other columns is not a match, and must be counted as such.
  bool matches = false;
  for (int phrase = 0; phrase < r->phrases; phrase++) {
    int clause = r->phrase[phrase].clause;
    double best = 0;
    bool is_bounded = true;
    for (; phrase < r->phrases && r->phrase[phrase].clause == clause; phrase++) {
      is_bounded = is_bounded && most[phrase] >= 0;
      if (most[phrase] <= 0 || !(r->phrase[phrase].columns >> r->settings.normalised & 1)) continue;
      matches = true;
      // A column has at least as many words as places.
      double f = weight * most[phrase] / (1 - b + b * most[phrase] / r->mean);
      if (f > best) best = f;
    }
    phrase--;
    sum += is_bounded ? r->idf[clause] * best / (r->settings.k1 + best) : r->idf[clause];
  }
  return !matches || sum * (1 + 1e-9) >= r->threshold;
}

int shortlist_ranking_score(shortlist_ranking *r, const shortlist_ranked_row *row,
                            double *result) {
  int rc = SQLITE_OK, least_length = 0;
  bool has_body = false;
  r->matched = r->matched_in_titles = 0;
  const double *weights = r->settings.weights;
  int normalised = r->settings.normalised;
  for (int phrase = 0; phrase < r->phrases && rc == SQLITE_OK; phrase++) {
    int counts[shortlist_most_columns] = {0}, words[shortlist_most_columns] = {0};
    int room = positions_at_most;
    uint32_t found = 0;
    rc = row->count(row->context, phrase, &room, counts, words);
    frequency *of_phrase = &r->frequencies[phrase];
    *of_phrase = (frequency){0};
    for (int column = 0; column < r->settings.columns; column++) {
      if (counts[column] == 0 || !(r->phrase[phrase].columns >> column & 1)) continue;
      found |= 1U << column;
      double f = weights[column] * counts[column];
      if (column == normalised) {
        of_phrase->body = f;
        has_body = true;
        if (words[column] > least_length) least_length = words[column];
      } else {
        of_phrase->plain += f;
      }
    }
    uint64_t clause = 1ULL << (r->phrase[phrase].clause & 63);
    if (found) r->matched |= clause;
    if (found & r->settings.title_columns) r->matched_in_titles |= clause;
  }
  double best = 0, b = r->settings.b;
  if (rc == SQLITE_OK && has_body && r->mean <= 0) {
    rc = row->mean(row->context, normalised, &r->mean);
  }
  if (rc == SQLITE_OK && r->matched != 0) {
    // A body is at least as long as the place of its last match, so an item that cannot score
    // enough needs no look at its length.
    best = score(r, has_body ? 1 - b + b * least_length / r->mean : 1 - b);
    bool prunes = is_pruned(r, row->docid);
    if (has_body && !(prunes && best * (1 + 1e-12) < r->threshold)) {
      int length = 0;
      rc = row->length(row->context, normalised, &length);
      if (rc == SQLITE_OK) best = score(r, 1 - b + b * length / r->mean);
    }
    if (prunes && best * (1 + 1e-12) < r->threshold) best = -1;
  }
  *result = best;
  return rc;
}
