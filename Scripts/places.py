"""Makes lists of made-up places, and what is typed to find them. The same numbers give the same list."""

import collections
import itertools
import json
import random

SECTIONS = 50
KINDS = ("new old upper lower saint north south east west great little mount lake river fort port "
         "cape bay hill valley bridge castle church cross green white black red king queen").split()
ONSETS = ["", *"b br c ch d f g gr h j k kr l m n p pr r s sh st t th tr v w z".split()]
VOWELS = "a a e e i i o o u ai ea ou".split()
CODAS = ["", "", "", *"l m n r s nd ck rt".split()]
ENDINGS = "ton burg ville field wood land ford ham stad mouth".split()
LETTERS = "abcdefghijklmnopqrstuvwxyz"


# MARK: The list

def name(rng):
    """A made-up name, of syllables."""
    made = "".join(rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(CODAS)
                   for _ in range(rng.randint(1, 3)))
    return made + rng.choice(ENDINGS) if len(made) < 3 or rng.random() < 0.35 else made


def zipf(count, exponent):
    """What `random.choices` draws from, so that the i-th of `count` comes as often as Zipf says."""
    return list(itertools.accumulate((rank ** -exponent for rank in range(1, count + 1))))


def items(count):
    """The items of a list, as dictionaries."""
    rng = random.Random(20261121)
    names = [name(rng) for _ in range(count // 3)]
    names_drawn, kinds_drawn = zipf(len(names), 0.8), zipf(len(KINDS), 0.7)
    sections_drawn = zipf(SECTIONS, 0.6)
    for start in range(0, count, 10_000):
        size = min(10_000, count - start)
        # As many as a title can need; most need less.
        named = iter(rng.choices(names, cum_weights=names_drawn, k=size * 6))
        kind = iter(rng.choices(KINDS, cum_weights=kinds_drawn, k=size * 4))
        sections = rng.choices(range(1, SECTIONS + 1), cum_weights=sections_drawn, k=size)
        for number, section in enumerate(sections, start):
            shape = rng.random()
            words = ([next(named)] if shape < 0.5 else
                     [next(kind), next(named)] if shape < 0.75 else
                     [next(named), next(kind)] if shape < 0.85 else
                     [next(named), next(named)])
            item = {"id": str(number), "section": f"Section {section}",
                    "title": " ".join(words).title(),
                    "weight": round(1e6 / (1 + rng.random() * count) ** 0.9, 3)}
            if rng.random() < 0.3:
                item["body"] = " ".join(
                    [next(named), next(kind), next(named), next(kind), next(named)])
            yield item


def write_list(file, count, draws):
    """Writes a list as NDJSON; returns `draws` of its titles, the heavier the more often, and how often
    each word stands in titles."""
    titles, weights, words = [], [], collections.Counter()
    for item in items(count):
        file.write(json.dumps(item) + "\n")
        titles.append(item["title"].lower())
        weights.append(item["weight"])
        words.update(titles[-1].split())
    return random.Random(count).choices(titles, weights, k=draws), words


# MARK: What is typed

def misspelt(word, rng):
    """The word with a letter left out, put in, taken for another or for the next one."""
    place = rng.randrange(1, len(word) - 1)
    before, at, after = word[:place], word[place], word[place + 1:]
    return rng.choice([before + after, before + rng.choice(LETTERS) + at + after,
                       before + rng.choice(LETTERS.replace(at, "")) + after,
                       before + after[0] + at + after[1:]])


def typed(titles, kind, counts=None):
    """What is typed for titles that suit a kind of query, one after the other. `counts` says how often
    words stand in titles, where that matters."""
    rng = random.Random(kind)
    common = [word for word, _ in counts.most_common(60)] if counts else []
    for words in map(str.split, titles):
        first = words[0]
        if kind == "4 or more":
            if len(first) > 4:
                yield first[:rng.randint(4, len(first) - 1)]
        elif kind == "two words":
            if len(words) > 1:
                yield f"{first} {words[1][:rng.randint(1, len(words[1]))]}"
        elif kind == "a whole word":
            yield min(words, key=lambda word: counts[word])
        elif kind == "two whole words":
            if len(words) > 1:
                yield " ".join(words[:2])
        elif kind == "a common word":
            yield rng.choice(common)
        elif kind == "two common words":
            yield " ".join(rng.sample(common, 2))
        elif kind == "inside a word":
            long = max(words, key=len)
            if len(long) >= 7:
                start = rng.randint(1, len(long) - 4)
                yield long[start:rng.randint(start + 4, len(long))]
        elif kind in ("one edit", "two edits"):
            long = max(words, key=len)
            if len(long) >= (5 if kind == "one edit" else 9):
                once = misspelt(long, rng)
                yield once if kind == "one edit" else misspelt(once, rng)
        else:
            yield first[:int(kind[0])]


def write_list_and_queries(path, count, kinds, each):
    """Writes a list as NDJSON; returns titles, the heavier the more often, and `each` queries of each
    kind."""
    with open(path, "w", encoding="utf-8") as file:
        titles, counts = write_list(file, count, draws=200 * each)
    return titles, {kind: list(itertools.islice(typed(titles, kind, counts), each)) for kind in kinds}
