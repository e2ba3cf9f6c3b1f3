#include <sqlite3.h>
#include <string.h>

#include "CShortlist.h"
#include "fold.h"
#include "tokenizer.h"

/// The words to find in a text.
typedef struct {
  const shortlist_word *words;
  int32_t count;
  /// A bit for each word: the last 6 bits of its first byte.
  uint64_t first_bytes;
  /// The start of the text passed to the splitter.
  int32_t start;
  shortlist_stretch *found;
  int32_t found_count, capacity;
} wanted;

static uint64_t bit_of(char byte) { return (uint64_t)1 << (byte & 63); }

static bool is_before(const shortlist_stretch *a, const shortlist_stretch *b) {
  return a->start != b->start ? a->start < b->start : a->end < b->end;
}

static int add(wanted *all, int32_t start, int32_t end) {
  if (all->found_count == all->capacity) return SQLITE_FULL;
  shortlist_stretch stretch = {start, end < start ? start : end};
  // Tokens at one position do not come in order of their start, so insert at the right place.
  int32_t at = all->found_count++;
  for (; at > 0 && is_before(&stretch, &all->found[at - 1]); at--) {
    all->found[at] = all->found[at - 1];
  }
  all->found[at] = stretch;
  return SQLITE_OK;
}

static int look(void *context, const shortlist_split_token *token) {
  wanted *all = context;
  if ((all->first_bytes & bit_of(token->bytes[0])) == 0) return SQLITE_OK;
  if (token->kind == shortlist_token_keyword || token->again) return SQLITE_OK;
  int rc = SQLITE_OK;
  for (int32_t i = 0; i < all->count && rc == SQLITE_OK; i++) {
    const shortlist_word *word = &all->words[i];
    if (word->length > token->length || (word->length < token->length && !word->is_prefix) ||
        memcmp(word->bytes, token->bytes, (size_t)word->length) != 0) {
      continue;
    }
    rc = add(all, all->start + token->starts[0], all->start + token->ends[word->length - 1]);
  }
  return rc;
}

static bool is_plain(unsigned char byte) {
  return byte < 0x80 && (shortlist_ascii_class[byte] == SHORTLIST_LETTER ||
                         shortlist_ascii_class[byte] == SHORTLIST_DIGIT);
}

/// Whether plain text, once folded, begins with a word.
static bool begins_with(const unsigned char *text, const shortlist_word *word) {
  for (int32_t i = 0; i < word->length; i++) {
    if ((char)shortlist_ascii_fold[text[i]] != word->bytes[i]) return false;
  }
  return true;
}

/// Does the work of `look` without the splitter, as long as the text has only words of ASCII
/// letters and digits between separators, like most titles. Leaves `start` at the first word that
/// is anything else, or at the end.
static int look_in_plain(wanted *all, const unsigned char *text, int32_t length) {
  while (all->start < length) {
    const unsigned char *word = text + all->start;
    if (shortlist_is_ascii_separator(*word) && *word != SHORTLIST_KEYWORD_SEPARATOR) {
      all->start++;
      continue;
    }
    int32_t count = 0, room = length - all->start;
    while (count < room && is_plain(word[count])) count++;
    bool is_word = count > 0 && count <= shortlist_token_characters &&
                   (count == room || shortlist_is_ascii_separator(word[count]));
    if (!is_word) break;
    bool may_be = (all->first_bytes & bit_of((char)shortlist_ascii_fold[*word])) != 0;
    for (int32_t i = 0; may_be && i < all->count; i++) {
      int32_t wanted_length = all->words[i].length;
      bool fits = wanted_length == count || (wanted_length < count && all->words[i].is_prefix);
      if (!fits || !begins_with(word, &all->words[i])) continue;
      int rc = add(all, all->start, all->start + wanted_length);
      if (rc != SQLITE_OK) return rc;
    }
    all->start += count;
  }
  return SQLITE_OK;
}

/// Merges overlapping ranges; returns their number.
static int32_t merge(shortlist_stretch *found, int32_t count) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    if (kept > 0 && found[i].start < found[kept - 1].end) {
      if (found[i].end > found[kept - 1].end) found[kept - 1].end = found[i].end;
    } else {
      found[kept++] = found[i];
    }
  }
  return kept;
}

int shortlist_find_words(const char *text, int64_t length, const shortlist_word *words,
                         int32_t count, shortlist_stretch *found, int32_t capacity,
                         int32_t *found_count) {
  *found_count = 0;
  if (length > INT32_MAX) return SQLITE_TOOBIG;
  wanted all = {.words = words, .count = count, .found = found, .capacity = capacity};
  for (int32_t i = 0; i < count; i++) all.first_bytes |= bit_of(words[i].bytes[0]);
  int rc = SQLITE_OK;
  // The splitter may stop before the end of a longer text.
  if (length < shortlist_text_words) {
    rc = look_in_plain(&all, (const unsigned char *)text, (int32_t)length);
  }
  if (rc == SQLITE_OK && all.start < length) {
    rc = shortlist_split(text + all.start, (int32_t)length - all.start, look, &all);
  }
  if (rc == SQLITE_OK) *found_count = merge(found, all.found_count);
  return rc;
}
