#ifndef CSHORTLISTINDEX_MARKS_H
#define CSHORTLISTINDEX_MARKS_H

/// Stands behind the last word of a text indexed with `marks`, in a token beside that word; in a
/// text of one word, this token has the mark of a first word as well.
#define SHORTLIST_END "\x03"

#endif
