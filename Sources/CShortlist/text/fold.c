#include "fold.h"

#include <sqlite3.h>
#include <stddef.h>

#include "CShortlist.h"
#include "fold_tables.h"
#include "shortlist_array.h"

enum {
  replacement_character = 0xfffd,
  voiced_mark = 0x3099,
  semivoiced_mark = 0x309a,
  hangul_first = 0xac00,
  hangul_last = 0xd7a3,
  hangul_leads = 0x1100,
  hangul_vowels = 0x1161,
  // One before the first tail: "no tail" counts as the first of 28.
  hangul_tails = 0x11a7,
  hangul_lead_count = 19,
  hangul_vowel_count = 21,
  hangul_tail_count = 28,
};

uint32_t shortlist_decode(const char *text, int64_t length, int64_t *offset) {
  const unsigned char *bytes = (const unsigned char *)text + *offset;
  int64_t available = length - *offset;
  unsigned char first = bytes[0];
  *offset += 1;
  if (first < 0x80) return first;
  // The range of the second byte excludes overlong forms, surrogates and values above U+10FFFF.
  unsigned char low = 0x80, high = 0xbf;
  int more;
  uint32_t code_point;
  if (first >= 0xc2 && first <= 0xdf) {
    more = 1;
    code_point = first & 0x1f;
  } else if (first >= 0xe0 && first <= 0xef) {
    more = 2;
    code_point = first & 0x0f;
    if (first == 0xe0) low = 0xa0;
    if (first == 0xed) high = 0x9f;
  } else if (first >= 0xf0 && first <= 0xf4) {
    more = 3;
    code_point = first & 0x07;
    if (first == 0xf0) low = 0x90;
    if (first == 0xf4) high = 0x8f;
  } else {
    return replacement_character;
  }
  if (available <= more) return replacement_character;
  for (int i = 1; i <= more; i++) {
    if (bytes[i] < low || bytes[i] > high) return replacement_character;
    low = 0x80;
    high = 0xbf;
    code_point = code_point << 6 | (bytes[i] & 0x3f);
  }
  *offset += more;
  return code_point;
}

int shortlist_encode(uint32_t code_point, char *bytes) {
  if (code_point < 0x80) {
    bytes[0] = (char)code_point;
    return 1;
  }
  if (code_point < 0x800) {
    bytes[0] = (char)(0xc0 | code_point >> 6);
    bytes[1] = (char)(0x80 | (code_point & 0x3f));
    return 2;
  }
  if (code_point < 0x10000) {
    bytes[0] = (char)(0xe0 | code_point >> 12);
    bytes[1] = (char)(0x80 | (code_point >> 6 & 0x3f));
    bytes[2] = (char)(0x80 | (code_point & 0x3f));
    return 3;
  }
  bytes[0] = (char)(0xf0 | code_point >> 18);
  bytes[1] = (char)(0x80 | (code_point >> 12 & 0x3f));
  bytes[2] = (char)(0x80 | (code_point >> 6 & 0x3f));
  bytes[3] = (char)(0x80 | (code_point & 0x3f));
  return 4;
}

static uint16_t table_entry(uint32_t code_point) {
  return fold_entries[fold_blocks[code_point / fold_block_size] * fold_block_size +
                      code_point % fold_block_size];
}

/// The class of a code point beyond the table.
static shortlist_class high_class(uint32_t code_point) {
  if (code_point <= 0x3fffd) return SHORTLIST_UNSPACED;
  if (code_point >= 0xe0000 && code_point <= 0xe0fff) return SHORTLIST_DROPPED;
  return SHORTLIST_SEPARATOR;
}

/// Returns the UTF-16 mapping of an entry that is not an identity, and its end.
static const uint16_t *mapping(uint16_t entry, const uint16_t **end) {
  const uint16_t *units = &fold_mappings[entry - fold_first_mapping];
  int count = entry < fold_first_sequence ? 1 : *units++;
  *end = units + count;
  return units;
}

/// Reads one code point of a mapping.
static uint32_t read_unit(const uint16_t **units) {
  uint32_t unit = *(*units)++;
  if (unit < 0xd800 || unit > 0xdbff) return unit;
  return 0x10000 + ((unit - 0xd800) << 10) + (*(*units)++ - 0xdc00u);
}

shortlist_class shortlist_class_of(uint32_t code_point) {
  if (code_point >= fold_table_end) return high_class(code_point);
  uint16_t entry = table_entry(code_point);
  if (entry < fold_first_mapping) return fold_classes[entry];
  shortlist_class class = SHORTLIST_MARK;
  const uint16_t *end, *units = mapping(entry, &end);
  while (class == SHORTLIST_MARK && units < end) {
    class = fold_classes[table_entry(read_unit(&units))];
  }
  return class;
}

/// Composes a kana with a voicing mark; returns 0 if there is no such character.
static uint32_t compose_kana(uint32_t kana, uint32_t mark) {
  if (mark != voiced_mark && mark != semivoiced_mark) return 0;
  for (size_t i = 0; i < sizeof fold_kana / sizeof fold_kana[0]; i++) {
    if (fold_kana[i][0] == kana) return fold_kana[i][mark == voiced_mark ? 1 : 2];
  }
  return 0;
}

/// Composes a lead with a vowel, or a syllable without a tail with a tail; returns 0 if it cannot.
static uint32_t compose_hangul(uint32_t base, uint32_t next) {
  uint32_t lead = base - hangul_leads, vowel = next - hangul_vowels;
  if (lead < hangul_lead_count && vowel < hangul_vowel_count) {
    return hangul_first + (lead * hangul_vowel_count + vowel) * hangul_tail_count;
  }
  uint32_t syllable = base - hangul_first, tail = next - hangul_tails;
  if (syllable <= hangul_last - hangul_first && syllable % hangul_tail_count == 0 && tail > 0 &&
      tail < hangul_tail_count) {
    return base + tail;
  }
  return 0;
}

/// Whether one of the two functions above may compose a code point with the next.
static bool may_compose(uint32_t c) {
  return (c >= 0x3046 && c <= 0x30fd) || (c >= hangul_first && c <= hangul_last) ||
         c - hangul_leads < hangul_lead_count;
}

/// Sorts the held marks by combining class; the sort is stable. If the order changes, each mark
/// gets the byte range of all.
static void sort_marks(shortlist_folder *folder) {
  bool moved = false;
  int32_t start = INT32_MAX, end = 0;
  for (int i = 0; i < folder->count; i++) {
    shortlist_character mark = folder->marks[i];
    uint8_t order = folder->orders[i];
    if (mark.start < start) start = mark.start;
    if (mark.end > end) end = mark.end;
    int at = i;
    for (; at > 0 && folder->orders[at - 1] > order; at--) {
      folder->marks[at] = folder->marks[at - 1];
      folder->orders[at] = folder->orders[at - 1];
      moved = true;
    }
    folder->marks[at] = mark;
    folder->orders[at] = order;
  }
  for (int i = 0; moved && i < folder->count; i++) {
    folder->marks[i].start = start;
    folder->marks[i].end = end;
  }
}

/// Composes a held kana with the first voicing mark after it. Returns the index of the mark, or -1.
static int voice_base(shortlist_folder *folder) {
  int i = 0;
  while (i < folder->count && folder->marks[i].code_point != voiced_mark &&
         folder->marks[i].code_point != semivoiced_mark) {
    i++;
  }
  if (!folder->has_base || i == folder->count) return -1;
  shortlist_character mark = folder->marks[i];
  uint32_t composed = compose_kana(folder->base.code_point, mark.code_point);
  if (composed == 0) return -1;
  folder->base.code_point = composed;
  if (mark.end > folder->base.end) folder->base.end = mark.end;
  for (int before = 0; before < i; before++) folder->marks[before].end = folder->base.end;
  return i;
}

void shortlist_folder_flush(shortlist_folder *folder) {
  if (folder->count > 1) sort_marks(folder);
  int voicing = folder->count > 0 ? voice_base(folder) : -1;
  if (folder->has_base) folder->receive(folder->context, folder->base);
  folder->has_base = false;
  for (int i = 0; i < folder->count; i++) {
    if (i != voicing) folder->receive(folder->context, folder->marks[i]);
  }
  folder->count = 0;
}

/// Takes one folded character: holds it back, composes it, or passes it on.
static void take(shortlist_folder *folder, shortlist_character character, uint8_t order) {
  if (order != 0) {
    if (folder->count == shortlist_folder_capacity) shortlist_folder_flush(folder);
    folder->orders[folder->count] = order;
    folder->marks[folder->count++] = character;
    return;
  }
  if (folder->has_base && folder->count == 0) {
    uint32_t composed = compose_hangul(folder->base.code_point, character.code_point);
    if (composed != 0) {
      folder->base.code_point = composed;
      folder->base.end = character.end;
      return;
    }
  }
  if (folder->has_base || folder->count > 0) shortlist_folder_flush(folder);
  if (may_compose(character.code_point)) {
    folder->base = character;
    folder->has_base = true;
  } else {
    folder->receive(folder->context, character);
  }
}

/// Takes a character that folds to nothing: extends the character before it.
static void drop(shortlist_folder *folder, shortlist_character character) {
  if (folder->count > 0) {
    folder->marks[folder->count - 1].end = character.end;
  } else if (folder->has_base) {
    folder->base.end = character.end;
  } else {
    folder->receive(folder->context, character);
  }
}

void shortlist_folder_add(shortlist_folder *folder, uint32_t code_point, int32_t start,
                          int32_t end) {
  shortlist_character character = {code_point, SHORTLIST_SEPARATOR, start, end};
  uint16_t entry = 0;
  if (code_point >= fold_table_end) {
    character.class = high_class(code_point);
  } else {
    entry = table_entry(code_point);
    if (entry < fold_first_mapping) character.class = fold_classes[entry];
  }
  if (entry < fold_first_mapping) {
    if (character.class == SHORTLIST_DROPPED) {
      drop(folder, character);
    } else {
      take(folder, character, character.class == SHORTLIST_MARK ? fold_orders[entry] : 0);
    }
    return;
  }
  const uint16_t *units_end, *units = mapping(entry, &units_end);
  while (units < units_end) {
    character.code_point = read_unit(&units);
    uint16_t identity = table_entry(character.code_point);
    character.class = fold_classes[identity];
    take(folder, character, fold_orders[identity]);
  }
}

/// A growing text.
typedef struct {
  char *bytes;
  int32_t length, capacity;
  int rc;
} growing_text;

static void append_folded(void *context, shortlist_character character) {
  growing_text *text = context;
  if (text->rc != SQLITE_OK || character.class == SHORTLIST_DROPPED) return;
  text->rc = shortlist_reserve(&text->bytes, &text->capacity, (int64_t)text->length + 4);
  if (text->rc != SQLITE_OK) return;
  text->length += shortlist_encode(character.code_point, text->bytes + text->length);
}

char *shortlist_fold(const char *text, int64_t length, int64_t *folded_length) {
  growing_text folded = {0};
  if (text == NULL || length < 0) length = 0;
  folded.rc = shortlist_reserve(&folded.bytes, &folded.capacity, length + 1);
  shortlist_folder folder = {.receive = append_folded, .context = &folded};
  for (int64_t offset = 0; offset < length && folded.rc == SQLITE_OK;) {
    shortlist_folder_add(&folder, shortlist_decode(text, length, &offset), 0, 0);
  }
  shortlist_folder_flush(&folder);
  *folded_length = folded.length;
  if (folded.rc == SQLITE_OK) return folded.bytes;
  sqlite3_free(folded.bytes);
  return NULL;
}

/// Whether a code point is a character of its own rather than part of the one before.
static bool counts(uint32_t code_point) {
  // Vowels and tails of decomposed Hangul are parts of a syllable.
  if (code_point >= 0x1160 && code_point <= 0x11ff) return false;
  shortlist_class class = shortlist_class_of(code_point);
  return class != SHORTLIST_MARK && class != SHORTLIST_DROPPED;
}

int64_t shortlist_length(const char *text, int64_t length) {
  int64_t characters = 0;
  if (text == NULL) return 0;
  for (int64_t offset = 0; offset < length;) {
    if (counts(shortlist_decode(text, length, &offset))) characters++;
  }
  return characters;
}
