#include "splitter.h"

#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

#include "CShortlist.h"

enum {
  // An unspaced character with its marks; a token holds two.
  unspaced_characters = shortlist_token_characters / 2,
  unspaced_bytes = shortlist_token_bytes / 2,
};

static void send(shortlist_splitter *s, const shortlist_split_token *token) {
  if (s->rc == SQLITE_OK) s->rc = s->receive(s->context, token);
}

/// Makes a token of `length` bytes at `offset`, at the current position.
static shortlist_split_token slice(shortlist_splitter *s, int kind, int offset, int length) {
  return (shortlist_split_token){
      .bytes = s->bytes + offset,
      .starts = s->starts + offset,
      .ends = s->ends + offset,
      .length = length,
      .start = s->starts[offset],
      .end = s->ends[offset + length - 1],
      .position = s->position,
      .group = s->group,
      .kind = kind,
      .leading = s->position == 0,
  };
}

/// Sends a pending keyword separator, before the first token at a new position.
static void send_keyword(shortlist_splitter *s) {
  static const char separator = SHORTLIST_KEYWORD_SEPARATOR;
  if (!s->has_keyword) return;
  s->has_keyword = false;
  int32_t end = s->keyword_start + 1;
  send(s, &(shortlist_split_token){
              .bytes = &separator,
              .starts = &s->keyword_start,
              .ends = &end,
              .length = 1,
              .start = s->keyword_start,
              .end = end,
              .position = s->position++,
              .group = s->group,
              .kind = shortlist_token_keyword,
          });
}

/// Whether a byte begins a character.
static bool begins_character(char byte) {
  return ((unsigned char)byte & 0xc0) != 0x80;
}

/// Keeps only the `length` bytes at `first`.
static void move_to_front(shortlist_splitter *s, int first, int length) {
  memmove(s->bytes, s->bytes + first, (size_t)length);
  memmove(s->starts, s->starts + first, (size_t)length * sizeof(int32_t));
  memmove(s->ends, s->ends + first, (size_t)length * sizeof(int32_t));
  s->used = length;
}

/// Sends a part and symbols beside it as one token, unless that is too long.
static void send_with_symbols(shortlist_splitter *s, const shortlist_part *p, int kind,
                              const shortlist_symbol *before, int after_count) {
  char bytes[shortlist_token_bytes];
  int32_t starts[shortlist_token_bytes], ends[shortlist_token_bytes];
  int first = before != NULL, added = first + after_count, length = p->length + added;
  if (p->cut || length > shortlist_token_bytes ||
      p->characters + added > shortlist_token_characters) {
    return;
  }
  memcpy(bytes + first, s->bytes + p->offset, (size_t)p->length);
  memcpy(starts + first, s->starts + p->offset, (size_t)p->length * sizeof(int32_t));
  memcpy(ends + first, s->ends + p->offset, (size_t)p->length * sizeof(int32_t));
  for (int i = 0; i < added; i++) {
    const shortlist_symbol *symbol = i < first ? before : &s->symbols[i - first];
    int place = i < first ? 0 : p->length + i;
    bytes[place] = symbol->byte;
    starts[place] = symbol->start;
    ends[place] = symbol->end;
  }
  shortlist_split_token token = slice(s, kind, p->offset, p->length);
  token.bytes = bytes;
  token.starts = starts;
  token.ends = ends;
  token.length = length;
  token.start = starts[0];
  token.end = ends[length - 1];
  token.has_suffixes = true;
  send(s, &token);
}

/// Sends the forms of a part with the symbols before it, if it is the first, and after it, if it is
/// the last.
static void send_symbols(shortlist_splitter *s, const shortlist_part *p, bool is_first,
                         bool is_last) {
  if (!p->begins_with_letter) return;
  // Other initials than "AT&T" have no symbols: ".c" is the letter of a list.
  bool has_before = is_first && (s->before.byte == '&' || (s->before.byte == '.' && p->bases >= 2));
  if (has_before && s->is_inner) {
    send_with_symbols(s, p, SHORTLIST_TOKEN_BESIDE, &s->before, 0);
    has_before = false;
  }
  int after_count = is_last ? s->symbol_count : 0;
  if (!has_before && after_count == 0) return;
  send_with_symbols(s, p, SHORTLIST_TOKEN_SYMBOL, has_before ? &s->before : NULL, after_count);
}

/// Sends a part and the tokens beside it: those with symbols last, and `joined` first, so that
/// their starts do not decrease otherwise.
static void send_part(shortlist_splitter *s, const shortlist_part *p,
                      const shortlist_split_token *joined, bool is_first, bool is_last) {
  shortlist_split_token word = slice(s, SHORTLIST_TOKEN_WORD, p->offset, p->length);
  word.has_suffixes = true;
  send(s, &word);
  if (joined != NULL) send(s, joined);
  if (p->beside_count > 0 && p->beside_bases[0] >= 2) {
    shortlist_split_token before =
        slice(s, SHORTLIST_TOKEN_BESIDE, p->offset, p->beside_offsets[0]);
    send(s, &before);
  }
  for (int i = 0; i < p->beside_count; i++) {
    if (p->bases - p->beside_bases[i] < 2) break;
    int skipped = p->beside_offsets[i];
    shortlist_split_token beside =
        slice(s, SHORTLIST_TOKEN_BESIDE, p->offset + skipped, p->length - skipped);
    send(s, &beside);
  }
  if (s->before.byte != 0 || s->symbol_count > 0) send_symbols(s, p, is_first, is_last);
  s->position++;
}

/// Returns the joined form of all parts, cut to the size of a token.
static shortlist_split_token join(shortlist_splitter *s) {
  int length = 0, characters = 0, next = 0;
  while (next < s->used) {
    next++;
    while (next < s->used && !begins_character(s->bytes[next])) next++;
    if (next > shortlist_token_bytes || ++characters > shortlist_token_characters) break;
    length = next;
  }
  shortlist_split_token token = slice(s, SHORTLIST_TOKEN_JOINED, 0, length);
  token.end = s->ends[s->used - 1];
  token.has_suffixes = true;
  token.tail_length = s->parts[s->count - 1].length;
  return token;
}

/// Sends the parts of a word, with the joined form if `joins`, and clears them.
static void send_parts(shortlist_splitter *s, bool joins) {
  send_keyword(s);
  shortlist_split_token joined;
  joins = joins && s->count > 1;
  if (joins) joined = join(s);
  for (int i = 0; i < s->count; i++) {
    const shortlist_part *p = &s->parts[i];
    bool is_last = i == s->count - 1;
    if (is_last && joins) {
      joined.position = s->position;
      joined.start = s->starts[p->offset];
      joined.again = true;
    }
    send_part(s, p, joins && (i == 0 || is_last) ? &joined : NULL, i == 0, is_last);
  }
  s->before.byte = 0;
  s->count = 0;
  s->used = 0;
}

/// Sends the last two characters of a run as a pair.
static void send_pair(shortlist_splitter *s) {
  send_keyword(s);
  shortlist_split_token pair = slice(s, SHORTLIST_TOKEN_WORD, 0, s->used);
  send(s, &pair);
  s->position++;
}

int32_t shortlist_splitter_send_plain(shortlist_splitter *s, const unsigned char *text,
                                      int32_t start, int32_t length) {
  int32_t count = 0, end = start;
  int32_t limit =
    length - start > shortlist_token_characters ? start + shortlist_token_characters : length;
  for (; end < limit; end++, count++) {
    unsigned char folded = text[end] | 0x20;
    if ((unsigned char)(folded - 'a') >= 26) {
      folded = text[end];
      if ((unsigned char)(folded - '0') >= 10) break;
    }
    s->bytes[count] = (char)folded;
  }
  if (count == 0 || (end < length && !shortlist_is_ascii_separator(text[end]))) return start;
  // Eight at a time; the arrays have room beyond the word.
  for (int32_t i = 0; i < count; i += 8) {
    for (int32_t j = i; j < i + 8; j++) {
      s->starts[j] = start + j;
      s->ends[j] = start + j + 1;
    }
  }
  send_keyword(s);
  shortlist_split_token word = slice(s, SHORTLIST_TOKEN_WORD, 0, count);
  word.has_suffixes = true;
  send(s, &word);
  s->position++;
  s->group++;
  return end;
}

void shortlist_splitter_finish(shortlist_splitter *s) {
  if (s->mode == shortlist_between) return;
  if (s->mode == shortlist_after_dots) {
    s->mode = shortlist_between;
    return;
  }
  if (s->mode == shortlist_in_word) {
    if (s->symbol_count > 0 && s->symbols[0].byte == '&' && !s->is_linked) s->symbol_count = 0;
    send_parts(s, !s->is_long);
  } else if (s->mode == shortlist_in_run && s->count == 2) {
    send_pair(s);
    shortlist_split_token tail =
        slice(s, SHORTLIST_TOKEN_TAIL, s->parts[1].offset, s->parts[1].length);
    send(s, &tail);
    s->position++;
  } else {
    send_keyword(s);
    int kind = s->mode == shortlist_in_run ? SHORTLIST_TOKEN_SINGLE : SHORTLIST_TOKEN_WORD;
    shortlist_split_token token = slice(s, kind, 0, s->used);
    send(s, &token);
    s->position++;
  }
  if (!s->is_linked) s->group++;
  s->is_linked = false;
  s->symbol_count = 0;
  s->mode = shortlist_between;
  s->pending = SHORTLIST_SEPARATOR;
  s->count = 0;
  s->used = 0;
}

void shortlist_splitter_begin_part(shortlist_splitter *s) {
  if (s->count == shortlist_joined_parts || s->is_long) {
    s->is_long = true;
    send_parts(s, false);
  }
  shortlist_part *p = &s->parts[s->count++];
  p->offset = s->used;
  p->length = p->characters = p->bases = p->beside_count = 0;
  p->cut = false;
  p->begins_with_letter = false;
  s->letter_count = 1;
  s->letter_offsets[0] = 0;
  s->is_single = true;
}

void shortlist_splitter_begin_word(shortlist_splitter *s) {
  shortlist_splitter_finish(s);
  s->mode = shortlist_in_word;
  s->is_long = false;
  shortlist_splitter_begin_part(s);
}

void shortlist_splitter_begin_unspaced(shortlist_splitter *s) {
  if (s->mode != shortlist_in_run) {
    shortlist_splitter_finish(s);
    s->mode = shortlist_in_run;
  } else if (s->count == 2) {
    send_pair(s);
    move_to_front(s, s->parts[1].offset, s->parts[1].length);
    s->parts[0].length = s->used;
    s->count = 1;
  }
  s->parts[s->count++] = (shortlist_part){.offset = s->used};
}

void shortlist_splitter_begin_emoji(shortlist_splitter *s) {
  shortlist_splitter_finish(s);
  s->mode = shortlist_in_emoji;
  s->has_joiner = false;
  s->parts[s->count++] = (shortlist_part){0};
}

void shortlist_splitter_append(shortlist_splitter *s, shortlist_character c) {
  shortlist_part *p = &s->parts[s->count - 1];
  bool in_pair = s->mode == shortlist_in_run;
  char bytes[4];
  int length = shortlist_encode(c.code_point, bytes);
  if (p->characters == (in_pair ? unspaced_characters : shortlist_token_characters) ||
      p->length + length > (in_pair ? unspaced_bytes : shortlist_token_bytes)) {
    p->cut = true;
  }
  s->is_kept = !p->cut;
  if (p->cut) return;
  for (int i = 0; i < length; i++) {
    s->bytes[s->used] = bytes[i];
    s->starts[s->used] = c.start;
    s->ends[s->used++] = c.end;
  }
  if (p->characters == 0) p->begins_with_letter = c.class == SHORTLIST_LETTER;
  p->length += length;
  p->characters++;
  if (c.class != SHORTLIST_MARK) p->bases++;
}

void shortlist_splitter_split_letters(shortlist_splitter *s) {
  shortlist_part *p = &s->parts[s->count - 1];
  int count = s->letter_count, base = p->offset, end = s->used;
  p->length = s->letter_offsets[1];
  p->bases = 1;
  s->used = base + p->length;
  send_parts(s, !s->is_long);
  s->group++;
  s->is_long = false;
  for (int i = 1; i < count - 1; i++) {
    shortlist_part letter = {.offset = base + s->letter_offsets[i]};
    letter.length = s->letter_offsets[i + 1] - s->letter_offsets[i];
    send_part(s, &letter, NULL, false, false);
    s->group++;
  }
  int first = base + s->letter_offsets[count - 1];
  shortlist_splitter_begin_part(s);
  move_to_front(s, first, end - first);
  p = &s->parts[0];
  p->length = s->used;
  for (int i = 0; i < p->length; i++) p->characters += begins_character(s->bytes[i]);
  p->bases = 1;
  p->begins_with_letter = true;
  s->before = s->dot;
  s->is_inner = true;
}

void shortlist_splitter_extend(shortlist_splitter *s, int32_t end) {
  if (!s->is_kept) return;
  // One original character may give several: "ﬁ" gives two.
  int32_t start = s->starts[s->used - 1];
  for (int i = s->used - 1; i >= 0 && s->starts[i] == start; i--) s->ends[i] = end;
}
