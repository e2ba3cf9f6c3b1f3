#include "tokenizer.h"

#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

#include "CShortlist.h"
#include "fold.h"
#include "splitter.h"

enum { joiner = 0x200d };

/// Handles another letter or digit, which makes the last part, or the text after its last dot,
/// longer than one letter.
static void lengthen(shortlist_splitter *s) {
  if (s->letter_count > 1) shortlist_splitter_split_letters(s);
  s->is_single = false;
}

/// Takes a symbol that may belong to the word right before it; returns whether it may.
static bool take_symbol(shortlist_splitter *s, shortlist_character c) {
  char byte = (char)c.code_point;
  if (s->mode != shortlist_in_word) return false;
  if (s->pending == SHORTLIST_SEPARATOR) {
    const shortlist_part *p = &s->parts[s->count - 1];
    bool is_short = s->count == 1 && !s->is_long && p->characters <= shortlist_before_ampersand;
    if (!p->begins_with_letter || (byte == '&' && !is_short)) return false;
    s->pending = SHORTLIST_SYMBOL;
  } else if (s->pending != SHORTLIST_SYMBOL || byte != '+' || s->symbols[0].byte != '+') {
    return false;
  } else if (s->symbol_count == shortlist_symbols_of_word) {
    s->symbol_count = 0;
    return false;
  }
  s->symbols[s->symbol_count++] = (shortlist_symbol){byte, c.start, c.end};
  return true;
}

/// Ends a word with symbols at the letter, digit or mark right after them. Returns the ampersand
/// before that character, if it belongs to both words.
static shortlist_symbol end_symbols(shortlist_splitter *s, shortlist_character c) {
  shortlist_symbol first = s->symbols[0];
  if (first.byte == '&') {
    s->is_linked = c.class == SHORTLIST_LETTER;
  } else if (s->symbol_count == 1) {
    // "a+b" has no names, unlike "C++17".
    s->symbol_count = 0;
  }
  if (!s->is_linked) first.byte = 0;
  shortlist_splitter_finish(s);
  return first;
}

/// Takes a letter, digit or mark.
static void take_letter(shortlist_splitter *s, shortlist_character c) {
  bool is_mark = c.class == SHORTLIST_MARK;
  if (s->mode == shortlist_in_run && is_mark) {
    shortlist_splitter_append(s, c);
    return;
  }
  shortlist_symbol before = {0};
  if (s->mode == shortlist_after_dots && s->dots == 1) before = s->dot;
  if (s->mode == shortlist_in_word && s->pending == SHORTLIST_SYMBOL) before = end_symbols(s, c);
  shortlist_class pending = s->pending;
  s->pending = SHORTLIST_SEPARATOR;
  shortlist_part *p = s->mode == shortlist_in_word ? &s->parts[s->count - 1] : NULL;
  if (p == NULL || (is_mark && pending != SHORTLIST_SEPARATOR)) {
    shortlist_splitter_begin_word(s);
    s->is_single = c.class == SHORTLIST_LETTER;
    s->before = before;
    s->is_inner = false;
  } else if (pending == SHORTLIST_APOSTROPHE) {
    lengthen(s);
    p = &s->parts[s->count - 1];
    if (!p->cut && p->beside_count < shortlist_besides_of_word) {
      p->beside_offsets[p->beside_count] = p->length;
      p->beside_bases[p->beside_count++] = p->bases;
    }
  } else if (pending == SHORTLIST_HYPHEN) {
    shortlist_splitter_begin_part(s);
    s->is_single = c.class == SHORTLIST_LETTER;
  } else if (pending == SHORTLIST_DOT) {
    if (c.class == SHORTLIST_LETTER && s->is_single && !p->cut &&
        p->length + 4 <= shortlist_token_bytes && p->characters < shortlist_token_characters) {
      s->letter_offsets[s->letter_count++] = p->length;
    } else {
      shortlist_splitter_begin_word(s);
      s->is_single = c.class == SHORTLIST_LETTER;
      s->before = s->dot;
      s->is_inner = true;
    }
  } else if (!is_mark) {
    lengthen(s);
  }
  shortlist_splitter_append(s, c);
}

static void take_emoji(shortlist_splitter *s, shortlist_character c) {
  bool is_regional = c.code_point >= 0x1f1e6 && c.code_point <= 0x1f1ff;
  bool is_skin_tone = c.code_point >= 0x1f3fb && c.code_point <= 0x1f3ff;
  bool continues = false;
  if (s->mode == shortlist_in_emoji && s->is_flag == is_regional) {
    continues = is_regional ? s->parts[0].characters == 1 : s->has_joiner || is_skin_tone;
  }
  if (!continues) {
    shortlist_splitter_begin_emoji(s);
    s->is_flag = is_regional;
  } else if (!is_regional && s->has_joiner) {
    s->has_joiner = false;
    shortlist_splitter_append(
        s, (shortlist_character){joiner, SHORTLIST_EMOJI, s->joiner_start, s->joiner_end});
  }
  shortlist_splitter_append(s, c);
}

/// Takes a dropped character; keeps the joiners and tags of an emoji.
static void take_dropped(shortlist_splitter *s, shortlist_character c) {
  bool is_tag = c.code_point >= 0xe0020 && c.code_point <= 0xe007f;
  if (s->mode == shortlist_between || s->mode == shortlist_after_dots) return;
  if (s->pending == SHORTLIST_SYMBOL) s->symbols[s->symbol_count - 1].end = c.end;
  if (s->pending != SHORTLIST_SEPARATOR) return;
  if (s->mode == shortlist_in_emoji && !s->is_flag && is_tag) {
    s->has_joiner = false;
    shortlist_splitter_append(s, c);
    return;
  }
  if (s->mode == shortlist_in_emoji && c.code_point == joiner) {
    s->has_joiner = true;
    s->joiner_start = c.start;
    s->joiner_end = c.end;
  }
  shortlist_splitter_extend(s, c.end);
}

/// Remembers a dot before it ends a word, and how many dots come right before it.
static void count_dot(shortlist_splitter *s, shortlist_character c) {
  bool follows = s->mode == shortlist_after_dots ||
                 (s->mode == shortlist_in_word && s->pending == SHORTLIST_DOT);
  s->dots = follows ? 2 : 1;
  s->dot = (shortlist_symbol){'.', c.start, c.end};
}

/// Takes characters from the folder, and ASCII.
static void take(void *context, shortlist_character c) {
  shortlist_splitter *s = context;
  switch (c.class) {
    case SHORTLIST_LETTER:
    case SHORTLIST_DIGIT:
    case SHORTLIST_MARK:
      take_letter(s, c);
      return;
    case SHORTLIST_UNSPACED:
      shortlist_splitter_begin_unspaced(s);
      shortlist_splitter_append(s, c);
      return;
    case SHORTLIST_EMOJI:
      take_emoji(s, c);
      return;
    case SHORTLIST_DROPPED:
      take_dropped(s, c);
      return;
    case SHORTLIST_APOSTROPHE:
    case SHORTLIST_HYPHEN:
    case SHORTLIST_DOT:
      // "U.S.-based": after dotted letters, a hyphen may follow the last dot.
      if (s->mode == shortlist_in_word &&
          (s->pending == SHORTLIST_SEPARATOR ||
           (s->pending == SHORTLIST_DOT && c.class == SHORTLIST_HYPHEN && s->letter_count > 1))) {
        if (c.class == SHORTLIST_DOT) count_dot(s, c);
        s->pending = c.class;
        return;
      }
      break;
    case SHORTLIST_SYMBOL:
      if (take_symbol(s, c)) return;
      break;
    case SHORTLIST_SEPARATOR:
      break;
  }
  if (c.class == SHORTLIST_DOT) {
    count_dot(s, c);
    shortlist_splitter_finish(s);
    s->mode = shortlist_after_dots;
    return;
  }
  shortlist_splitter_finish(s);
  if (c.code_point == SHORTLIST_KEYWORD_SEPARATOR && s->position > 0) {
    s->has_keyword = true;
    s->keyword_start = c.start;
  }
}

/// Appends the ASCII letters and digits at `i` to a word that already has more than one letter;
/// returns their end.
static int32_t append_ascii(shortlist_splitter *s, const unsigned char *text, int32_t i,
                            int32_t length) {
  shortlist_part *p = &s->parts[s->count - 1];
  int room = shortlist_token_characters - p->characters, used = s->used;
  if (room > shortlist_token_bytes - p->length) room = shortlist_token_bytes - p->length;
  int32_t end = length - i < room ? length : i + room;
  if (p->cut) end = i;
  int32_t first = i;
  for (; i < end && text[i] < 0x80; i++, used++) {
    shortlist_class class = shortlist_ascii_class[text[i]];
    if (class != SHORTLIST_LETTER && class != SHORTLIST_DIGIT) break;
    s->bytes[used] = (char)shortlist_ascii_fold[text[i]];
    s->starts[used] = i;
    s->ends[used] = i + 1;
  }
  s->used = used;
  p->length += i - first;
  p->characters += i - first;
  p->bases += i - first;
  return i;
}

int shortlist_split(const char *text, int32_t length, shortlist_receive_token receive,
                    void *context) {
  shortlist_splitter s;
  memset(&s, 0, offsetof(shortlist_splitter, parts));
  s.receive = receive;
  s.context = context;
  shortlist_folder folder;
  memset(&folder, 0, offsetof(shortlist_folder, marks));
  folder.receive = take;
  folder.context = &s;
  const unsigned char *bytes = (const unsigned char *)text;
  if (text == NULL) length = 0;
  for (int32_t i = 0; i < length && s.rc == SQLITE_OK && s.position < shortlist_text_words;) {
    int32_t start = i;
    unsigned char byte = bytes[i];
    if (byte >= 0x80) {
      int64_t next = i;
      uint32_t code_point = shortlist_decode(text, length, &next);
      i = (int32_t)next;
      shortlist_folder_add(&folder, code_point, start, i);
      continue;
    }
    if (folder.has_base || folder.count > 0) shortlist_folder_flush(&folder);
    if (s.mode == shortlist_between) {
      if (shortlist_is_ascii_separator(byte) && byte != SHORTLIST_KEYWORD_SEPARATOR) {
        i++;
        continue;
      }
      i = shortlist_splitter_send_plain(&s, bytes, i, length);
      if (i > start) continue;
    }
    shortlist_class class = shortlist_ascii_class[byte];
    i++;
    take(&s, (shortlist_character){shortlist_ascii_fold[byte], class, start, i});
    if (s.mode == shortlist_in_word && !s.is_single && s.pending == SHORTLIST_SEPARATOR &&
        s.is_kept) {
      i = append_ascii(&s, bytes, i, length);
    }
  }
  if (s.rc == SQLITE_OK) shortlist_folder_flush(&folder);
  shortlist_splitter_finish(&s);
  return s.rc;
}
