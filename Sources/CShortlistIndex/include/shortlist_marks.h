#ifndef CSHORTLISTINDEX_MARKS_H
#define CSHORTLISTINDEX_MARKS_H

/// Ends the last word of a text indexed with `marks`, in an extra token at that word's position. In
/// a text of one word, this token also has the mark of a first word.
#define SHORTLIST_END "\x03"

#endif
