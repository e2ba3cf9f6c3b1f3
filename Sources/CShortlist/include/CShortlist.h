#pragma once

// The library's C code besides the index: text, the term dictionary and SQLite.
#include "shortlist_attributes.h"
#include "shortlist_dictionary.h"
#include "shortlist_prefetch.h"
#include "shortlist_sqlite.h"
#include "shortlist_substrings.h"
#include "shortlist_tokens.h"
#include "shortlist_wait.h"
