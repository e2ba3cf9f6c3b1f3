#ifndef CSHORTLIST_H
#define CSHORTLIST_H

// What the library takes from C, by what it is for.
#include "shortlist_changes.h"
#include "shortlist_connection.h"
#include "shortlist_search.h"
#include "shortlist_tokens.h"
#include "shortlist_wait.h"
#include "shortlist_words.h"

#endif
