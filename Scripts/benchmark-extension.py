#!/usr/bin/env python3
"""Compares searches through the loadable extension, in Python, with the time of the search itself.

    swift build -c release
    Scripts/benchmark-extension.py .build/release/shortlist cities.ndjson.gz

The file holds items as `import` reads them, and the extension is beside the program. The time of the
search itself is what the library measures and `shortlist pipe` reports (`micros`), without making JSON. The
time through the extension is all that passes in Python, until it has the rows. Each query goes to both,
which take turns at being first, in several rounds. Fails if the extension takes more than 1.3 times as
long, or if the answers differ.
"""

import gzip
import json
import pathlib
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import machine

QUERIES, ROUNDS, LIMIT, MOST = 1_000, 5, 20, 1.3
SQL = f"SELECT section, title, tier, score, highlights FROM shortlist(?, ?) LIMIT {LIMIT}"


def typed(titles):
    """What people type to find titles: beginnings, words, and misspelt titles."""
    chance = random.Random(1)
    for title in chance.sample(titles, QUERIES):
        kind = chance.random()
        if kind < 0.7:
            yield title[:chance.randint(1, len(title))]
        elif kind < 0.85:
            yield title.split()[-1]
        else:
            place = chance.randrange(len(title))
            yield title[:place] + title[place + 1:]


class Extension:
    def __init__(self, library, file):
        self.file = file
        self.db = sqlite3.connect(":memory:")
        self.db.enable_load_extension(True)
        self.db.load_extension(library)

    def search(self, query):
        """The microseconds and the hits."""
        start = time.perf_counter()
        rows = self.db.execute(SQL, (self.file, query)).fetchall()
        return (time.perf_counter() - start) * 1e6, [row[:4] for row in rows]


class Library:
    def __init__(self, program, file):
        self.pipe = subprocess.Popen(
            [program, "pipe", "--database", file], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            encoding="utf-8")

    def search(self, query):
        """The microseconds and the hits."""
        # As the extension asks: it shows neither totals nor, in these columns, snippets.
        request = {"q": query, "layout": "flat", "limit": LIMIT, "totals": 1, "snippetLength": 0}
        self.pipe.stdin.write(json.dumps(request) + "\n")
        self.pipe.stdin.flush()
        answer = json.loads(self.pipe.stdout.readline())
        return answer["micros"], [
            (hit["section"], hit["title"], hit["tier"], hit["score"]) for hit in answer["hits"]]

    def close(self):
        self.pipe.stdin.close()
        self.pipe.wait()


def main():
    program, path = sys.argv[1:]
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as lines:
        text = lines.read()
    queries = list(typed([json.loads(line)["title"] for line in text.splitlines()]))
    with tempfile.TemporaryDirectory() as folder:
        file = str(pathlib.Path(folder) / "list.sqlite")
        subprocess.run([program, "import", "--database", file, "--format", "ndjson", "-"], input=text,
                       encoding="utf-8", check=True, stderr=subprocess.DEVNULL)
        extension = Extension(str(pathlib.Path(program).with_name("libShortlistExtension")), file)
        library = Library(program, file)
        times = {"through SQL": [], "the search itself": []}
        searches = dict(zip(times, (extension.search, library.search)))
        for turn in range(ROUNDS + 1):
            measured = {name: [] for name in times}
            for number, query in enumerate(queries):
                hits = {}
                for name in list(times)[::1 if (number + turn) % 2 else -1]:
                    microseconds, hits[name] = searches[name](query)
                    measured[name].append(microseconds)
                if len({repr(found) for found in hits.values()}) != 1:
                    sys.exit(f"Different hits for {query!r}")
            for name in times if turn else ():  # the first round only fills caches
                times[name].append(measured[name])
        library.close()
        extension.db.close()
    # Of each query its median over the rounds.
    medians = {name: [statistics.median(of) for of in zip(*rounds)] for name, rounds in times.items()}
    for name, values in medians.items():
        values = sorted(values)
        print(f"{name:18} {sum(values) / 1_000:8.1f} ms for {len(values)} queries, median "
              f"{values[len(values) // 2]:.0f} µs, 95th percentile {values[len(values) * 95 // 100]:.0f} µs")
    ours, theirs = medians.values()
    ratio = sum(ours) / sum(theirs)
    print(f"{ratio:.2f} times as long; at the median of each query's own ratio "
          f"{statistics.median(a / b for a, b in zip(ours, theirs)):.2f} times.")
    print(f"{machine.today()}, {machine.description()}, Python {sys.version.split()[0]}; load {machine.load():.1f}.")
    if ratio > MOST:
        sys.exit(f"More than {MOST} times.")


main()
