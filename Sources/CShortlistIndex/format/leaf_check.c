#include "pages.h"

// FTS5 in SQLite 3.40 trusts the numbers on its pages, even during its own check: a wrong one can
// lead it gigabytes away. So check each leaf before asking FTS5 (see pages.h for the format).

/// A piece of a leaf.
typedef struct piece {
  const unsigned char *bytes;
  int32_t at, end;
} piece;

/// Reads a number, which must fit into 31 bits.
static bool small(piece *piece, int32_t *number) {
  uint64_t value = 0;
  for (int i = 0; i < 5 && piece->at < piece->end; i++) {
    unsigned char byte = piece->bytes[piece->at++];
    value = value << 7 | (byte & 0x7f);
    if (byte < 0x80) {
      *number = (int32_t)value;
      return value <= INT32_MAX;
    }
  }
  return false;
}

/// Skips a docid, or the difference to one.
static bool skip_docid(piece *piece) {
  for (int i = 0; i < 9 && piece->at < piece->end; i++) {
    if (piece->bytes[piece->at++] < 0x80 || i == 8) return true;
  }
  return false;
}

/// Whether the positions are valid: each is a difference plus 2, and a 1 precedes a later column.
static bool has_positions(piece piece) {
  int32_t column = 0, number = 0;
  while (piece.at < piece.end) {
    if (!small(&piece, &number) || number == 0) return false;
    if (number != 1) continue;
    if (!small(&piece, &number) || number <= column) return false;
    column = number;
  }
  return true;
}

/// Whether the docids and positions are valid up to the end of the piece. The last positions may
/// continue on the next leaf if nothing follows them.
static bool has_docids(piece piece, bool is_last) {
  while (piece.at < piece.end) {
    if (!skip_docid(&piece)) return false;
    int32_t size = 0;
    if (piece.at == piece.end) return is_last;
    // An item without positions is marked as deleted.
    if (!small(&piece, &size) || size == 0) return false;
    if (size / 2 > piece.end - piece.at) return is_last;
    int32_t end = piece.at + size / 2;
    if (!has_positions((struct piece){piece.bytes, piece.at, end})) return false;
    piece.at = end;
  }
  return true;
}

bool shortlist_leaf_is_sound(const unsigned char *bytes, int32_t count) {
  if (count < 4) return false;
  int32_t docid = shortlist_two_bytes(bytes), size = shortlist_two_bytes(bytes + 2);
  if (size < 4 || size > count) return false;
  piece footer = {bytes, size, count};
  int32_t end = size, length = 0;
  bool is_last = footer.at == footer.end;
  if (!is_last && (!small(&footer, &end) || end < 4 || end >= size)) return false;
  if (docid != 0) {
    piece docids = {bytes, docid, end};
    if (docid < 4 || docid > end || !has_docids(docids, is_last)) return false;
  }
  for (bool is_first = true; !is_last; is_first = false) {
    int32_t start = end, step = size - start, kept = 0, added = 0;
    is_last = footer.at == footer.end;
    if (!is_last && (!small(&footer, &step) || step >= size - start)) return false;
    end = start + step;
    // A term: the number of bytes shared with the one before, and the others.
    piece term = {bytes, start, end};
    if (!is_first && !small(&term, &kept)) return false;
    if (!small(&term, &added) || kept > length || added > end - term.at) return false;
    length = kept + added;
    term.at += added;
    if (!has_docids(term, is_last)) return false;
  }
  return true;
}

bool shortlist_read_totals(const unsigned char *record, int32_t length,
                           uint64_t totals[shortlist_total_count]) {
  enum { most_bytes = 9 * shortlist_total_count };
  unsigned char bytes[most_bytes + shortlist_padding] = {0};
  int32_t offset = 0;
  if (length > most_bytes) return false;
  if (length > 0) memcpy(bytes, record, (size_t)length);
  for (int i = 0; i < shortlist_total_count; i++) {
    totals[i] = offset < length ? shortlist_number(bytes, &offset) : 0;
    if (totals[i] > shortlist_most_total || offset > length) return false;
  }
  return true;
}
