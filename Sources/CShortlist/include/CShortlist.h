#ifndef CSHORTLIST_H
#define CSHORTLIST_H

// What the library takes from C besides the index: text, the term dictionary, and SQLite.
#include "shortlist_dictionary.h"
#include "shortlist_sqlite.h"
#include "shortlist_tokens.h"
#include "shortlist_wait.h"

#endif
