#!/usr/bin/env python3
"""Writes Sources/CShortlist/text/fold_tables.h from the Unicode data that comes with Python.

The tables decide which tokens a text gives, and indexes hold those tokens. So whenever the output
changes, raise SHORTLIST_TOKENIZER_VERSION in Sources/CShortlist/include/shortlist_tokens.h.

Run without arguments; with `--check`, nothing is written and a difference is an error.
"""

import itertools
import pathlib
import sys
import unicodedata

OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "Sources/CShortlist/text/fold_tables.h"

# The order is that of `shortlist_class` in fold.h.
(SEPARATOR, LETTER, DIGIT, MARK, UNSPACED, EMOJI, APOSTROPHE, HYPHEN, DOT, SYMBOL,
 DROPPED) = range(11)

BLOCK = 16
# From here on there are only ideographs, ignorable code points and separators.
TABLE_END = 0x30000
# Table entries below this are classes of code points that fold to themselves.
FIRST_MAPPING = 256


def ranges(*bounds):
    return {c for low, high in bounds for c in range(low, high + 1)}


APOSTROPHES = {0x27, 0x60, 0xB4, 0x2018, 0x2019, 0x2032, 0x5F3} | ranges((0x2B9, 0x2BF))
HYPHENS = {0x2D, 0x2010, 0x2011, 0x2043, 0x2212, 0x5BE}
# "C#", "AT&T", "C++"
SYMBOLS = {0x23, 0x26, 0x2B}
# Trade marks stand beside a name, not in it: "Lego™" is the word "lego".
SEPARATORS = {0x200B, 0x2120, 0x2122}
IGNORABLES = ranges(
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x640, 0x640), (0x115F, 0x1160),
    (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200C, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF))
EMOJI_IF_SYMBOL = ranges((0x231A, 0x23FF), (0x2600, 0x27BF), (0x2B00, 0x2BFF))
EMOJI_ALWAYS = {0x3030, 0x303D} | ranges((0x1F000, 0x1FAFF))
IDEOGRAPHS = {0x3005, 0x3006, 0x3007} | ranges(
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD))
UNSPACED_LETTERS = ranges(
    (0x3041, 0x309F), (0x30A1, 0x30FF), (0x31F0, 0x31FF), (0x1AFF0, 0x1B16F),  # kana
    (0x0E00, 0x0E7F), (0x0E80, 0x0EFF), (0x1780, 0x17FF),  # Thai, Lao, Khmer
    (0x1000, 0x109F), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F))  # Myanmar

# Letters that no decomposition reaches, after case folding.
LETTERS = {
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h",
    "ŧ": "t", "ŋ": "n", "ĸ": "k", "ƀ": "b", "ȼ": "c", "ɇ": "e", "ǥ": "g", "ɨ": "i", "ɉ": "j",
    "ƚ": "l", "ɍ": "r", "ⱦ": "t", "ʉ": "u", "ɏ": "y", "ƶ": "z", "ⱥ": "a",
}

# Kana that canonical decomposition would take apart: (base, voicing mark) to the composed kana.
KANA = {}
for c in ranges((0x3041, 0x30FF)):
    parts = unicodedata.decomposition(chr(c)).split()
    if len(parts) == 2 and parts[1] in ("3099", "309A"):
        KANA[int(parts[0], 16), int(parts[1], 16)] = c
COMPOSED_KANA = set(KANA.values())


def is_dropped_mark(c):
    category, name = unicodedata.category(chr(c)), unicodedata.name(chr(c), "")
    if category == "Me":
        return True
    if category not in ("Mn", "Mc") or c in (0x3099, 0x309A):
        return False
    return name.startswith(("COMBINING ", "HEBREW ", "MUSICAL ")) or (
        category == "Mn" and name.startswith("ARABIC "))


def class_of(c):
    """The class of a code point that folds to itself."""
    category = unicodedata.category(chr(c))
    if c in SEPARATORS:
        return SEPARATOR
    if c == 0x27:
        return APOSTROPHE
    if c == 0x2D:
        return HYPHEN
    if c == 0x2E:
        return DOT
    if c in SYMBOLS:
        return SYMBOL
    if c in EMOJI_ALWAYS or (c in EMOJI_IF_SYMBOL and category in ("So", "Cn")):
        return EMOJI
    if c in IDEOGRAPHS or (c in UNSPACED_LETTERS and category[0] == "L"):
        return UNSPACED
    return {"L": LETTER, "N": DIGIT, "M": MARK}.get(category[0], SEPARATOR)


def fold(c):
    """The folded code points of a code point: what each of them folds to is itself."""
    character = chr(c)
    if c in APOSTROPHES:
        return [0x27]
    if c in HYPHENS:
        return [0x2D]
    if c in IGNORABLES or is_dropped_mark(c):
        return []
    if 0xD800 <= c <= 0xDFFF or 0xAC00 <= c <= 0xD7A3 or c in COMPOSED_KANA or c in SEPARATORS:
        return [c]
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return [0x30 + digit]
    parts = [p for p in unicodedata.decomposition(character).split() if p[0] != "<"]
    replacement = "".join(chr(int(p, 16)) for p in parts) or LETTERS.get(
        character, character.casefold())
    if replacement == character:
        return [c]
    folded = []
    for part in (f for r in replacement for f in fold(ord(r))):
        if folded and (folded[-1], part) in KANA:
            folded[-1] = KANA[folded[-1], part]
        elif folded and class_of(folded[-1]) == SEPARATOR and class_of(part) == MARK:
            pass  # ゛ is a space and a mark: the mark alone would be a word
        else:
            folded.append(part)
    return folded


def utf16(code_points):
    encoded = "".join(map(chr, code_points)).encode("utf-16-le")
    return tuple(int.from_bytes(encoded[i:i + 2], "little") for i in range(0, len(encoded), 2))


def array(kind, name, values, inner=""):
    """An array in C, with a long run of one value as a range."""
    items, place = [], 0
    for value, run in itertools.groupby(values):
        count = len(list(run))
        one, whole = f"{value},", f"[{place} ... {place + count - 1}] = {value},"
        items += [whole] if len(whole) < count * len(one) else count * [one]
        place += count
    lines, line = [], " "
    for item in items:
        if len(line) + len(item) > 99:
            lines.append(line)
            line = " "
        line += (" " if line == " " else "") + item
    lines.append(line)
    linkage = "" if name.startswith("shortlist_") else "static "
    head = f"{linkage}const {kind} {name}[{len(values)}]{inner}"
    return head + " = {\n" + "\n".join(lines) + "\n};\n"


def generate():
    folds = {}
    identities = {}  # (class, combining class) to table entry
    for c in range(0x110000):
        folded = fold(c)
        if folded == [c] or not folded:
            kind = class_of(c) if folded else DROPPED
            order = unicodedata.combining(chr(c)) if kind == MARK else 0
            folds[c] = identities.setdefault((kind, order), len(identities))
        else:
            assert all(fold(f) == [f] and f < TABLE_END for f in folded), hex(c)
            folds[c] = utf16(folded)
    assert folds[0] == 0 and len(identities) <= FIRST_MAPPING

    # Single units first, then sequences, each after its length.
    sequences = sorted(
        {f for f in folds.values() if isinstance(f, tuple)}, key=lambda f: (len(f) > 1, f))
    pool, entries = [], {}
    for sequence in sequences:
        entries[sequence] = FIRST_MAPPING + len(pool)
        pool += sequence if len(sequence) == 1 else (len(sequence), *sequence)
    singles = sum(len(s) == 1 for s in sequences)
    assert FIRST_MAPPING + len(pool) < 0x10000

    stage1, stage2, blocks = [], [], {}
    for low in range(0, TABLE_END, BLOCK):
        block = tuple(entries.get(folds[c], folds[c]) for c in range(low, low + BLOCK))
        if block not in blocks:
            blocks[block] = len(blocks)
            stage2 += block
        stage1.append(blocks[block])
    # What fold.c knows without a table.
    for c in range(TABLE_END, 0x110000):
        high = UNSPACED if c <= 0x3FFFD else DROPPED if 0xE0000 <= c <= 0xE0FFF else SEPARATOR
        assert folds[c] == identities[high, 0], hex(c)

    kana = sorted({base for base, _ in KANA})
    rows = [
        f"{{{base},{KANA.get((base, 0x3099), 0)},{KANA.get((base, 0x309A), 0)}}}" for base in kana]
    ascii_fold = [folds[c][0] if isinstance(folds[c], tuple) else c for c in range(128)]
    ascii_class = [class_of(c) for c in ascii_fold]
    classes = [kind for kind, _ in identities]
    orders = [order for _, order in identities]
    return f"""// Generated by Scripts/generate-fold-tables.py for fold.c; do not edit.

#ifndef SHORTLIST_FOLD_TABLES_H
#define SHORTLIST_FOLD_TABLES_H

#include <stdint.h>

#define SHORTLIST_UNICODE_VERSION "{unicodedata.unidata_version}"

enum {{
  fold_block_size = {BLOCK},
  fold_table_end = {TABLE_END:#x},
  fold_first_mapping = {FIRST_MAPPING},
  fold_first_sequence = {FIRST_MAPPING + singles},
}};

// ASCII, folded, and its classes.
{array("uint8_t", "shortlist_ascii_fold", ascii_fold)}
{array("uint8_t", "shortlist_ascii_class", ascii_class)}
// The block of `fold_entries` for each {BLOCK} code points.
{array("uint16_t", "fold_blocks", stage1)}
// Below {FIRST_MAPPING}: an index of `fold_classes`, the code point folds to itself or is dropped.
// Otherwise {FIRST_MAPPING} + an index of `fold_mappings`.
{array("uint16_t", "fold_entries", stage2)}
{array("uint8_t", "fold_classes", classes)}
// The canonical combining classes of the marks that are kept.
{array("uint8_t", "fold_orders", orders)}
// UTF-16: first {singles} single units, then sequences, each after its length.
{array("uint16_t", "fold_mappings", pool)}
// Kana; the same with U+3099 and with U+309A, or 0.
{array("uint16_t", "fold_kana", rows, "[3]")}
#endif
"""


text = generate()
if sys.argv[1:] == ["--check"]:
    sys.exit(OUTPUT.read_text(encoding="utf-8") != text)
OUTPUT.write_text(text, encoding="utf-8")
