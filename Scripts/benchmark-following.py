#!/usr/bin/env python3
"""Measures what following a table costs, and how fast it is.

    swift build -c release
    Scripts/benchmark-following.py .build/release/shortlist cities.ndjson.gz

The file holds items as `import` reads them. Prints medians; times with and without triggers come from
runs in alternation.
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

QUERY = "SELECT id, name AS title, country AS section, body, population AS weight FROM city"
FOLLOW = ["--query", QUERY, "--key", "city.id"]
ROUNDS = 5


def timed(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median(values):
    return statistics.median(values)


class Bench:
    def __init__(self, shortlist, items, folder):
        self.shortlist, self.items, self.folder = shortlist, items, folder
        self.rows = [
            (i["title"], i["section"], i.get("body", ""), i.get("weight", 0)) for i in items]

    def run(self, *arguments, **options):
        return subprocess.run(
            [self.shortlist, *arguments], check=True, capture_output=True, text=True, **options)

    def app(self, name):
        path = self.folder / name
        for ending in ["", "-wal", "-shm"]:
            pathlib.Path(f"{path}{ending}").unlink(missing_ok=True)
        app = sqlite3.connect(path, isolation_level=None)
        app.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE city("
            "id INTEGER PRIMARY KEY, name TEXT, country TEXT, body TEXT, population REAL)")
        return path, app

    def insert(self, app):
        app.execute("BEGIN")
        app.executemany(
            "INSERT INTO city(name, country, body, population) VALUES(?, ?, ?, ?)", self.rows)
        app.execute("COMMIT")

    def update(self, app, count, of_transaction):
        ids = random.sample(range(1, len(self.rows) + 1), count)
        for start in range(0, count, of_transaction):
            app.execute("BEGIN")
            for number in ids[start:start + of_transaction]:
                app.execute(
                    "UPDATE city SET population = population + 1, name = name || 'x' WHERE id = ?",
                    (number,))
            app.execute("COMMIT")

    def triggers(self):
        times = {}
        for _ in range(ROUNDS):
            for kind in ["without", "with"]:
                path, app = self.app(f"{kind}.sqlite")
                if kind == "with":
                    sql = self.run(
                        "follow", path, *FOLLOW, "--dry-run", "--database", self.folder / "none")
                    app.executescript(sql.stdout)
                times.setdefault(("bulk insert", kind), []).append(timed(lambda: self.insert(app)))
                times.setdefault(("single-row update", kind), []).append(
                    timed(lambda: self.update(app, 5_000, 1)))
                times.setdefault(("update in one transaction", kind), []).append(
                    timed(lambda: self.update(app, 20_000, 20_000)))
                app.close()
        for name in ["bulk insert", "single-row update", "update in one transaction"]:
            plain, logged = median(times[name, "without"]), median(times[name, "with"])
            print(f"{name}: {plain:.3f} s, with triggers {logged:.3f} s ({logged / plain:.2f})")

    def load(self):
        source = self.folder / "items.ndjson"
        with open(source, "w", encoding="utf-8") as file:
            for item in self.items:
                file.write(json.dumps(item, ensure_ascii=False) + "\n")
        path, app = self.app("app.sqlite")
        self.insert(app)
        imports, loads, changes = [], [], []
        for round in range(ROUNDS):
            lists = [self.folder / f"{kind}-{round}.list" for kind in ["import", "follow"]]
            imports.append(timed(lambda: self.run("import", source, "--database", lists[0])))
            loads.append(timed(lambda: self.run("follow", path, *FOLLOW, "--database", lists[1])))
            self.update(app, 10_000, 10_000)
            changes.append(timed(lambda: self.run("follow", "--database", lists[1])))
            self.run("follow", "--remove", "--database", lists[1])
        print(f"import: {median(imports):.2f} s; first load: {median(loads):.2f} s "
              f"({median(imports) / median(loads):.0%} of its speed)")
        print(f"10,000 changed rows: {median(changes):.2f} s")

    def watch(self):
        path, app = self.app("watched.sqlite")
        app.execute("INSERT INTO city VALUES(0, 'x', 'y', '', 0)")
        database = self.folder / "watched.list"
        process = subprocess.Popen(
            [self.shortlist, "follow", path, *FOLLOW, "--database", database, "--watch"],
            stdout=subprocess.PIPE, text=True)
        process.stdout.readline()
        delays = []
        for number in range(1, 201):
            time.sleep(random.random() * 0.15)
            app.execute("INSERT INTO city VALUES(?, 'Land', 'y', '', 0)", (number,))
            delays.append(timed(process.stdout.readline))
        process.terminate()
        process.wait()
        delays.sort()
        print(f"watch: median {delays[100] * 1000:.0f} ms, 95th percentile {delays[190] * 1000:.0f} ms")


def main():
    shortlist, data = sys.argv[1:]
    with gzip.open(data, "rt", encoding="utf-8") as file:
        items = [json.loads(line) for line in file]
    print(f"{len(items)} rows, SQLite {sqlite3.sqlite_version}, medians of {ROUNDS}")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(shortlist, items, pathlib.Path(folder))
        bench.triggers()
        bench.load()
        bench.watch()


main()
