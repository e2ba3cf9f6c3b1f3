#!/usr/bin/env python3
"""Compares Shortlist's filters, facets and sorted results with tantivy's, over fast fields.

    python3 -m venv /tmp/rivals && /tmp/rivals/bin/pip install tantivy
    swift build -c release
    /tmp/rivals/bin/python Scripts/compare-attributes.py .build/release/shortlist

makes a list of a million items with three attributes: a kind of 10 values, a region of 1,000 and a year.
It asks both engines the same queries in turn: as they are, with a filter for a kind, a region or 25
years, with a facet over the kinds, and sorted by year. Keep the machine quiet meanwhile.

Each search is asked twice, and the second is timed. tantivy does not count the matches, except for a
facet, which takes it a second pass; its facets are exact. Shortlist counts up to 1,000 matches, or all
of them in the column "exact". Prefixes are asked of tantivy as words with no edits, which it finds
faster than by regular expressions.
"""

import argparse
import itertools
import json
import os
import random
import statistics
import sys
import tempfile
import time

import compare
import machine
import places
import tantivy

compare.tantivy = tantivy
KINDS, REGIONS, YEARS, SPAN = 10, 1_000, range(1_800, 2_027), 25
FILTERS = ["kind", "region", "year"]


def attributes(rng):
    return {"kind": f"kind {rng.randrange(KINDS)}", "region": f"region {rng.randrange(REGIONS)}",
            "year": rng.choice(YEARS)}


def add_attributes(source, target):
    """Copies a list, with attributes for its items."""
    rng = random.Random(22)
    with open(source, encoding="utf-8") as plain, open(target, "w", encoding="utf-8") as file:
        for line in plain:
            item = json.loads(line)
            file.write(json.dumps(item | {"attributes": attributes(rng)}, ensure_ascii=False) + "\n")


def some_filter(name, rng):
    """A filter, as an attribute and a value; for years, the first of some."""
    if name == "year":
        return name, rng.choice(YEARS[:-SPAN])
    return name, attributes(rng)[name]


# MARK: Engines

class Shortlist(compare.Shortlist):
    """Shortlist, through the program."""

    def ask(self, text, narrowed=None, facet=False, is_sorted=False, is_exact=False):
        request = {"q": text, "layout": "flat", "limit": compare.FIRST,
                   "totals": "exact" if is_exact else "bounded"}
        if narrowed:
            name, value = narrowed
            request["where"] = (f"year >= {value} AND year < {value + SPAN}" if name == "year"
                                else f'{name} = "{value}"')
        if facet:
            request["facets"] = ["kind"]
        if is_sorted:
            request["sort"] = "year:desc"
        self.pipe.stdin.write(json.dumps(request) + "\n")
        self.pipe.stdin.flush()
        return json.loads(self.pipe.stdout.readline())["micros"] / 1_000


class Tantivy(compare.Tantivy):
    """tantivy, with fast fields."""

    def build(self, source, folder):
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw")
        for field in ("title", "body"):
            builder.add_text_field(field)
        for field in ("kind", "region"):
            builder.add_text_field(field, fast=True, tokenizer_name="raw", index_option="basic")
        builder.add_integer_field("year", fast=True, indexed=True)
        self.index = tantivy.Index(builder.build(), path=folder)
        writer = self.index.writer(heap_size=512 << 20, num_threads=os.cpu_count())
        with open(source, encoding="utf-8") as file:
            for line in file:
                item = json.loads(line)
                writer.add_document(tantivy.Document(
                    id=item["id"], title=item["title"], body=item.get("body", ""),
                    **item["attributes"]))
        writer.commit()
        writer.wait_merging_threads()

    def prefix(self, field, word):
        return tantivy.Query.fuzzy_term_query(self.schema, field, word, distance=0, prefix=True)

    def narrow(self, query, narrowed):
        if narrowed is None:
            return query
        name, value = narrowed
        if name == "year":
            condition = tantivy.Query.range_query(
                self.schema, "year", tantivy.FieldType.Integer, value, value + SPAN,
                include_upper=False)
        else:
            condition = tantivy.Query.term_query(self.schema, name, value, "basic")
        condition = tantivy.Query.const_score_query(condition, 0)
        return tantivy.Query.boolean_query(
            [(tantivy.Occur.Must, query), (tantivy.Occur.Must, condition)])

    def found(self, query, is_sorted):
        order = {"order_by_field": "year", "order": tantivy.Order.Desc} if is_sorted else {}
        hits = self.searcher.search(query, compare.FIRST, count=False, **order).hits
        return [self.searcher.doc(address)["id"][0] for _, address in hits]

    def ask(self, text, narrowed=None, facet=False, is_sorted=False):
        start = time.perf_counter()
        query = self.narrow(self.query(text), narrowed)
        if len(self.found(query, is_sorted)) < compare.FIRST and any(
                len(word) >= 5 for word in text.split()):
            query = self.narrow(self.query(text, fuzzy=True), narrowed)
            self.found(query, is_sorted)
        if facet:
            self.searcher.aggregate(query, {"kinds": {"terms": {"field": "kind", "size": KINDS}}})
        return (time.perf_counter() - start) * 1_000


# MARK: Measuring

def measure(ours, theirs, asked):
    """Times in ms, by column and kind of query."""
    rng, times = random.Random(23), {}

    def take(column, kind, ask, *arguments, **options):
        ask(*arguments, **options)
        times.setdefault(column, {}).setdefault(kind, []).append(ask(*arguments, **options))

    for kind, texts in asked.items():
        for text in texts:
            for column, options in [
                    ("without", {}), *[("filtered", {"narrowed": some_filter(name, rng)})
                                       for name in FILTERS],
                    ("with a facet", {"facet": True}), ("sorted by year", {"is_sorted": True})]:
                take(column, kind, ours.ask, text, **options)
                if column == "with a facet":
                    take("exact", kind, ours.ask, text, is_exact=True, **options)
                take(column + ", tantivy", kind, theirs.ask, text, **options)
        print(f"{kind}: done", file=sys.stderr)
    return times


def table(times, kinds):
    """A table of medians, as Markdown, with the times of tantivy as multiples of those before them."""
    yield f"| first {compare.FIRST}, median ms | " + " | ".join(
        column if not column.endswith(", tantivy") else "tantivy" for column in times) + " |"
    yield "| --- |" + " --: |" * len(times)
    for kind in kinds:
        cells, ours = [], None
        for column, by_kind in times.items():
            median = statistics.median(by_kind[kind])
            if column.endswith(", tantivy"):
                cells.append(compare.against(median, ours))
            else:
                ours = median
                cells.append(compare.shown(median))
        yield f"| {kind} | " + " | ".join(cells) + " |"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program", help="a release build of shortlist")
    arguments.add_argument("items", nargs="?", type=int, default=1_000_000)
    arguments.add_argument("--queries", type=int, default=100, help="of each kind")
    options = arguments.parse_args()
    load = machine.load()
    with tempfile.TemporaryDirectory() as folder:
        plain, source = (os.path.join(folder, name) for name in ("plain.ndjson", "list.ndjson"))
        _, asked = places.write_list_and_queries(plain, options.items, compare.KINDS,
                                                 options.queries)
        add_attributes(plain, source)
        ours, theirs = Shortlist(options.program), Tantivy()
        for engine in (ours, theirs):
            place = os.path.join(folder, type(engine).__name__)
            os.mkdir(place)
            engine.build(source, place)
            engine.open()
        times = measure(ours, theirs, asked)
        ours.close()
        print("\n".join(table(times, compare.KINDS)))
        filtered = list(itertools.chain(*times["filtered"].values()))
        print(f"\nShortlist, filtered, all kinds together:"
              f" {compare.shown(compare.percentile(filtered, 0.95))} ms at the 95th percentile.")
    print(f"\nMedians of {options.queries} queries, {options.items:,} items, {machine.today()},"
          f" {machine.description()}; load {load:.1f} before, {machine.load():.1f} after.")


if __name__ == "__main__":
    main()
