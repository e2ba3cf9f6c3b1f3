#!/usr/bin/env python3
"""Runs Benchmarks/ and prints a table: the median times of Shortlist and of FTS5 written by hand.

Arguments go to `swift package benchmark`, for example `--filter 'flat.*'`. SHORTLIST_ITEMS is the
number of items, 100,000 unless set.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import machine

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAYOUTS = {"flat": "first 10", "grouped": "best 5 of each section"}
# In the order of Benchmarks/Search/QueryClass.swift.
KINDS = ["1 letter", "2 letters", "3 letters", "4 letters or more", "a whole word", "two words",
         "a common word", "a misspelt word", "inside a word"]


def measured():
    """The medians in ms, by the names of the benchmarks."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["swift", "package", "--package-path", str(ROOT / "Benchmarks"), "benchmark",
             "--format", "jmh", "--path", folder, *sys.argv[1:]],
            check=True, stdout=sys.stderr)
        [file] = pathlib.Path(folder).glob("*.jmh.json")
        results = json.loads(file.read_text(encoding="utf-8"))
    medians = {}
    for result in results:
        name = result["benchmark"].removeprefix("package.benchmark.Search.").replace("_", " ")
        time = result["secondaryMetrics"]["Time (wall clock)"]
        medians[tuple(name.split(", "))] = time["scorePercentiles"]["50.0"] / 1_000
    return medians


def shown(milliseconds):
    """A time with three digits that count."""
    return f"{milliseconds:.{0 if milliseconds >= 100 else 1 if milliseconds >= 10 else 2}f}"


def cells(ours, theirs):
    """The times of both and their ratio, as far as they are there."""
    yield shown(ours) if ours else "–"
    yield shown(theirs) if theirs else "–"
    yield f"{theirs / ours:.{0 if theirs >= 10 * ours else 1}f}" if ours and theirs else "–"


def table(medians):
    """The lines of the table, as Markdown: for each layout Shortlist, FTS5, and their ratio."""
    heads = [head for layout in LAYOUTS.values() for head in (layout, "FTS5", "ratio")]
    yield f"| median, ms | {' | '.join(heads)} |"
    yield "| --- |" + " --: |" * len(heads)
    for kind in KINDS:
        row = [cell for layout in LAYOUTS
               for cell in cells(*(medians.get((layout, kind, engine))
                                   for engine in ("Shortlist", "FTS5")))]
        if set(row) != {"–"}:
            yield f"| {kind} | {' | '.join(row)} |"


before = machine.load()
medians = measured()
items = int(os.environ.get("SHORTLIST_ITEMS", 100_000))
print("\n".join(table(medians)))
print(f"\nMedians of 100 queries, {items:,} items in 50 sections, {machine.today()}, "
      f"{machine.description()}; load {before:.1f} before, {machine.load():.1f} after.")
