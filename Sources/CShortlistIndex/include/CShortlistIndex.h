#pragma once

// FTS5's on-disk format: reading its postings, and writing and merging its segments.
//
// SQLite documents the format only in comments, at the top of ext/fts5/fts5_index.c (segments,
// pages, structure record, doclist indexes) and of ext/fts5/fts5_storage.c (totals and lengths).
#include "shortlist_array.h"
#include "shortlist_budget.h"
#include "shortlist_postings.h"
#include "shortlist_ranking.h"
#include "shortlist_segments.h"
#include "shortlist_terms.h"
