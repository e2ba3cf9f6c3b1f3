#!/usr/bin/env python3
"""Compares the first search after a commit in Shortlist with the same in tantivy.

    python3 -m venv /tmp/rivals && /tmp/rivals/bin/pip install tantivy
    swift build -c release
    /tmp/rivals/bin/python Scripts/compare-commits.py .build/release/shortlist

makes a list of a million items. For each query it searches at rest, replaces ten items by others with
a new word in their titles, and searches again. tantivy's first search includes the reload of its
reader, without which it would not see the change. In Shortlist, another process makes the change. Keep
the machine quiet meanwhile.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

import compare
import machine
import places
import tantivy

compare.tantivy = tantivy
CHANGED = 10


# MARK: Engines

class Shortlist(compare.Shortlist):
    """Shortlist, through the program."""

    def commit(self, items):
        subprocess.run([self.program, "import", "--database", self.database, "--format", "ndjson", "-"],
                       input="".join(json.dumps(item) + "\n" for item in items), check=True,
                       encoding="utf-8", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def after_commit(self, text):
        return self.search(text)


class Tantivy(compare.Tantivy):
    """tantivy, with one writer for all commits."""

    def open(self):
        super().open()
        self.writer = self.index.writer(heap_size=64 << 20, num_threads=1)

    def commit(self, items):
        for item in items:
            self.writer.delete_documents_by_term("id", item["id"])
            self.writer.add_document(tantivy.Document(body="", **item))
        self.writer.commit()

    def after_commit(self, text):
        def call(text):
            super(Tantivy, self).open()
            self.first(text)

        return self.timed(call, text)


# MARK: Measuring

def changed(items, titles, rng):
    """Ten items with titles that have a word of their own."""
    return [{"id": str(rng.randrange(items)), "section": f"Section {rng.randint(1, places.SECTIONS)}",
             "title": f"{rng.choice(titles)} {places.name(rng)}{rng.randrange(1_000_000)}"}
            for _ in range(CHANGED)]


def measure(engines, asked, items, titles):
    """Times in ms, by engine, moment and kind of query."""
    rng, times = random.Random(25), {}
    for kind, texts in asked.items():
        for text in texts:
            for engine in engines:
                def take(moment, call):
                    key = (type(engine).__name__, moment)
                    times.setdefault(key, {}).setdefault(kind, []).append(call(text))

                engine.search(text)
                take("at rest", engine.search)
                engine.commit(changed(items, titles, rng))
                take("after a commit", engine.after_commit)
        print(f"{kind}: done", file=sys.stderr)
    return times


def table(times, kinds):
    """A table of medians, as Markdown, with those of tantivy as multiples as well."""
    yield f"| first {compare.FIRST}, median ms | " + " | ".join(
        moment if name == "Shortlist" else f"tantivy, {moment}" for name, moment in times) + " |"
    yield "| --- |" + " --: |" * len(times)
    for kind in kinds:
        medians = {key: statistics.median(by_kind[kind]) for key, by_kind in times.items()}
        cells = [compare.shown(median) if name == "Shortlist"
                 else compare.against(median, medians["Shortlist", moment])
                 for (name, moment), median in medians.items()]
        yield f"| {kind} | " + " | ".join(cells) + " |"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program", help="a release build of shortlist")
    arguments.add_argument("items", nargs="?", type=int, default=1_000_000)
    arguments.add_argument("--queries", type=int, default=40, help="of each kind")
    options = arguments.parse_args()
    load = machine.load()
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "list.ndjson")
        titles, asked = places.write_list_and_queries(
            source, options.items, compare.KINDS, options.queries)
        engines = [Shortlist(options.program), Tantivy()]
        for engine in engines:
            place = os.path.join(folder, type(engine).__name__)
            os.mkdir(place)
            engine.build(source, place)
            engine.open()
        times = measure(engines, asked, options.items, titles)
        engines[0].close()
        print("\n".join(table(times, compare.KINDS)))
    print(f"\nMedians of {options.queries} queries, {options.items:,} items, {machine.today()},"
          f" {machine.description()}; load {load:.1f} before, {machine.load():.1f} after.")


if __name__ == "__main__":
    main()
