#!/usr/bin/env python3
"""Compares Shortlist with others: SQLite's FTS5 by itself, FTS5 with trigrams, tantivy and xapian.

    sudo apt-get install -y python3-xapian
    python3 -m venv --system-site-packages /tmp/rivals && /tmp/rivals/bin/pip install tantivy
    swift build -c release
    /tmp/rivals/bin/python Scripts/compare.py .build/release/shortlist

makes a list of a million items in 50 sections, has each of them index it, and asks each the same
queries, one after the other: as people type, with all words and the last one as a prefix. What is not
installed is left out. Another number of items may follow the program. `--upkeep 200000` changes the
list as often, and asks Shortlist once more. Keep the machine quiet meanwhile.

Times are of the calls themselves: for Shortlist what `pipe` says that the library took, for the others
what their library took, called from Python. All of them count, in one layout or the other: Shortlist up
to 100 of a section, or exactly; the others exactly.
"""

import argparse
import itertools
import json
import os
import pathlib
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import machine
import places

KINDS = ["1 letter", "2 letters", "3 letters", "4 or more", "two words", "a whole word",
         "two whole words", "a common word", "two common words", "inside a word", "one edit",
         "two edits"]
FIRST, BEST = 10, 5


def rows(source):
    """The items of a file."""
    with open(source, encoding="utf-8") as file:
        for line in file:
            item = json.loads(line)
            yield item["id"], item["section"], item["title"], item.get("body", "")


# MARK: Engines

def peak_memory(process):
    """The most memory that a process has taken so far, in bytes; 0 where the system does not tell. What
    it tells of a process that has ended may be what this one took, from which it came."""
    try:
        with open(f"/proc/{process.pid}/status") as file:
            for line in file:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


class Shortlist:
    """Shortlist, through the program: `exact` says how it counts."""

    def __init__(self, program, exact=False):
        self.program, self.exact, self.peak = program, exact, None

    def build(self, source, folder):
        self.database = os.path.join(folder, "list.sqlite")
        process = subprocess.Popen([self.program, "import", "--database", self.database, source],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.peak = 0
        while process.poll() is None:
            self.peak = max(self.peak, peak_memory(process))
            time.sleep(0.05)
        assert process.returncode == 0

    def open(self):
        self.pipe = subprocess.Popen([self.program, "pipe", "--database", self.database],
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(self, text, layout, limit):
        totals = "exact" if self.exact else "bounded"
        request = {"q": text, "layout": layout, "limit": limit, "totals": totals}
        self.pipe.stdin.write(json.dumps(request) + "\n")
        self.pipe.stdin.flush()
        answer = json.loads(self.pipe.stdout.readline())
        return answer["micros"] / 1_000

    def search(self, text):
        return self.ask(text, "flat", FIRST)

    def grouped(self, text):
        return self.ask(text, "grouped", BEST)

    def close(self):
        """Ends; gives the most memory that searching took, in bytes."""
        memory = peak_memory(self.pipe)
        self.pipe.stdin.close()
        self.pipe.wait()
        return memory


class Called:
    """An engine in this process."""

    def search(self, text):
        return self.timed(self.first, text)

    def grouped(self, text):
        return self.timed(self.best, text)

    def timed(self, call, text):
        start = time.perf_counter()
        call(text)
        return (time.perf_counter() - start) * 1_000


class FTS5(Called):
    """FTS5 over a content table, written with care."""

    table = ("fts5(title, body, content='item', prefix='1 2 3',"
             " tokenize='unicode61 remove_diacritics 2')")

    def build(self, source, folder):
        self.file = os.path.join(folder, "list.sqlite")
        with sqlite3.connect(self.file, isolation_level=None) as db:
            for pragma in ("journal_mode=off", "synchronous=off", "cache_size=-262144"):
                db.execute("PRAGMA " + pragma)
            db.execute("CREATE TABLE item(docid INTEGER PRIMARY KEY, id, section, title, body)")
            db.execute(f"CREATE VIRTUAL TABLE found USING {self.table}")
            db.execute("BEGIN")
            db.executemany("INSERT INTO item(id, section, title, body) VALUES(?, ?, ?, ?)",
                           rows(source))
            db.execute("INSERT INTO found(found) VALUES('rebuild')")
            db.execute("INSERT INTO found(found) VALUES('optimize')")
            db.execute("COMMIT")

    def open(self):
        self.db = sqlite3.connect(self.file)
        self.db.execute("PRAGMA mmap_size=8589934592")

    def match(self, text):
        *whole, last = text.split()
        return " AND ".join([f'"{word}"' for word in whole] + [f'"{last}"*'])

    def first(self, text):
        return self.db.execute(
            "SELECT id FROM (SELECT rowid AS docid FROM found WHERE found MATCH ? ORDER BY rank"
            " LIMIT ?) JOIN item USING (docid)", (self.match(text), FIRST)).fetchall()

    def best(self, text):
        return self.db.execute(
            "SELECT section, matches, id FROM (SELECT section, item.id,"
            " count(*) OVER (PARTITION BY section) AS matches,"
            " row_number() OVER (PARTITION BY section ORDER BY rank) AS place"
            " FROM found JOIN item ON item.docid = found.rowid WHERE found MATCH ?)"
            " WHERE place <= ?", (self.match(text), BEST)).fetchall()

    def close(self):
        self.db.close()


class Trigrams(FTS5):
    """FTS5 with trigrams, which finds what is inside of words, and no less than three letters."""

    table = "fts5(title, content='item', tokenize='trigram')"

    def match(self, text):
        return " AND ".join(f'"{word}"' for word in text.split() if len(word) > 2)

    def search(self, text):
        return super().search(text) if self.match(text) else None

    def grouped(self, text):
        return super().grouped(text) if self.match(text) else None


class Tantivy(Called):
    """tantivy: the last word exactly or as a regular expression; misspelt words where little else is
    found."""

    def build(self, source, folder):
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw")
        builder.add_text_field("section", stored=True, fast=True, tokenizer_name="raw")
        for field in ("title", "body"):
            builder.add_text_field(field)
        self.index = tantivy.Index(builder.build(), path=folder)
        writer = self.index.writer(heap_size=512 << 20, num_threads=os.cpu_count())
        for item in rows(source):
            writer.add_document(tantivy.Document(**dict(zip(("id", "section", "title", "body"), item))))
        writer.commit()
        writer.wait_merging_threads()

    def open(self):
        self.index.reload()
        self.searcher, self.schema = self.index.searcher(), self.index.schema

    def prefix(self, field, word):
        return tantivy.Query.regex_query(self.schema, field, word + ".*")

    def query(self, text, fuzzy=False):
        words, parts = text.split(), []
        for number, word in enumerate(words):
            is_last, ways = number == len(words) - 1, []
            for field, boost in (("title", 10), ("body", 1)):
                way = tantivy.Query.term_query(self.schema, field, word)
                ways.append(tantivy.Query.boost_query(way, boost))
                if is_last:
                    way = self.prefix(field, word)
                    ways.append(tantivy.Query.boost_query(way, boost * 0.2))
                if fuzzy and len(word) >= 5:
                    way = tantivy.Query.fuzzy_term_query(
                        self.schema, field, word, distance=2 if len(word) >= 9 else 1, prefix=is_last)
                    ways.append(tantivy.Query.boost_query(way, boost * 0.05))
            any_way = tantivy.Query.boolean_query([(tantivy.Occur.Should, way) for way in ways])
            parts.append((tantivy.Occur.Must, any_way))
        return tantivy.Query.boolean_query(parts)

    def ids(self, query, limit):
        hits = self.searcher.search(query, limit, count=False).hits
        return [self.searcher.doc(address)["id"][0] for _, address in hits]

    def first(self, text):
        found = self.ids(self.query(text), FIRST)
        if len(found) < FIRST and any(len(word) >= 5 for word in text.split()):
            found += self.ids(self.query(text, fuzzy=True), FIRST)
        return found

    def best(self, text):
        query = self.query(text)
        terms = {"sections": {"terms": {"field": "section", "size": places.SECTIONS}}}
        for bucket in self.searcher.aggregate(query, terms)["sections"]["buckets"]:
            section = tantivy.Query.term_query(self.schema, "section", bucket["key"], "basic")
            inside = tantivy.Query.const_score_query(section, 0)
            self.ids(tantivy.Query.boolean_query(
                [(tantivy.Occur.Must, query), (tantivy.Occur.Must, inside)]), BEST)

    def close(self):
        pass


class Xapian(Called):
    """xapian: the last word as a prefix; without a hit, what its speller makes of the query."""

    def build(self, source, folder):
        made = os.path.join(folder, "made")
        database = xapian.WritableDatabase(made, xapian.DB_CREATE | xapian.DB_NO_SYNC)
        terms = xapian.TermGenerator()
        terms.set_database(database)
        terms.set_flags(xapian.TermGenerator.FLAG_SPELLING)
        for number, (id, section, title, body) in enumerate(rows(source), 1):
            document = xapian.Document()
            document.set_data(id)
            document.add_value(0, section)
            terms.set_document(document)
            terms.index_text(title, 10)
            terms.increase_termpos()
            terms.index_text(body)
            database.add_document(document)
            if number % 100_000 == 0:
                database.commit()
        database.commit()
        self.file = os.path.join(folder, "compact")
        database.compact(self.file)
        database.close()
        shutil.rmtree(made)

    def open(self):
        self.database = xapian.Database(self.file)
        self.parser = xapian.QueryParser()
        self.parser.set_database(self.database)
        self.parser.set_default_op(xapian.Query.OP_AND)

    def found(self, text, flags, limit, collapse=False, spy=None):
        enquire = xapian.Enquire(self.database)
        enquire.set_query(self.parser.parse_query(text, flags))
        if collapse:
            enquire.set_collapse_key(0, BEST)
            enquire.add_matchspy(spy)
        checked = self.database.get_doccount() if spy else 0
        return [match.document.get_data() for match in enquire.get_mset(0, limit, checked)]

    def first(self, text):
        partial = xapian.QueryParser.FLAG_PARTIAL
        found = self.found(text, partial, FIRST)
        if not found:
            self.parser.parse_query(text, xapian.QueryParser.FLAG_SPELLING_CORRECTION)
            meant = self.parser.get_corrected_query_string()
            if meant:
                found = self.found(meant, partial, FIRST)
        return found

    def best(self, text):
        spy = xapian.ValueCountMatchSpy(0)
        return self.found(text, xapian.QueryParser.FLAG_PARTIAL, BEST * places.SECTIONS,
                          collapse=True, spy=spy)

    def close(self):
        self.database.close()


def engines(program):
    """The engines by their names, in the order of the tables."""
    global tantivy, xapian
    found = {"Shortlist": Shortlist(program), "FTS5": FTS5(), "FTS5 trigrams": Trigrams()}
    try:
        import tantivy
        found["tantivy"] = Tantivy()
    except ImportError:
        print("tantivy is not installed.", file=sys.stderr)
    try:
        import xapian
        found["xapian"] = Xapian()
    except ImportError:
        print("xapian is not installed.", file=sys.stderr)
    return found


# MARK: Measuring

def measured(call, asked, budget):
    """Times in ms by kind: each query once, up to some seconds for a kind."""
    times = {}
    for kind, texts in asked.items():
        end, taken = time.monotonic() + budget, []
        for text in texts[:3]:
            call(text)
        for text in texts:
            taken.append(call(text))
            if time.monotonic() > end and len(taken) >= 5:
                break
        times[kind] = None if None in taken else taken
    return times


def percentile(values, share):
    """The smallest of the values that `share` of them do not exceed."""
    values = sorted(values)
    return values[max(0, -int(-share * len(values) // 1) - 1)]


def size(folder):
    """The bytes of the files in a folder."""
    return sum(file.stat().st_size for file in pathlib.Path(folder).rglob("*") if file.is_file())


def change(engine, count, items, titles):
    """Changes the list of Shortlist `count` times, a thousand at a time: a half are put anew, with
    another title and weight and in another section, a quarter are moved, and a quarter are removed."""
    rng = random.Random(count)
    present = set(map(str, range(items)))

    def run(command, *arguments, text=None):
        subprocess.run([engine.program, command, "--database", engine.database, *arguments],
                       input=text, check=True, encoding="utf-8", stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    for batch in range(count // 1_000):
        section = f"Section {rng.randint(1, places.SECTIONS)}"
        if batch % 4 < 2:
            chosen = {str(rng.randrange(items)) for _ in range(1_000)}
            present |= chosen
            run("import", "--format", "ndjson", "-", text="".join(
                json.dumps({"id": id, "section": section, "title": rng.choice(titles).title(),
                            "weight": round(rng.random() * 1e4, 3)}) + "\n" for id in chosen))
            continue
        chosen = rng.sample(sorted(present), 1_000)
        if batch % 4 == 2:
            run("move", *chosen, "--to", section)
        else:
            run("remove", *chosen)
            present -= set(chosen)


def shown(value):
    """A time with two or three digits that count."""
    return "–" if value is None else f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f}"


def against(value, ours):
    """A time, and in brackets how many times as long as ours it is."""
    if not ours or not value:
        return shown(value)
    return f"{shown(value)} ({value / ours:.{0 if value >= 10 * ours else 1}f})"


def table(title, columns, kinds):
    """A table of medians, as Markdown; `columns` holds the times by kind of each engine by name. Behind
    those of others, in brackets, how many times as long as Shortlist they took."""
    yield f"| {title} | " + " | ".join(columns) + " |"
    yield "| --- |" + " --: |" * len(columns)
    for kind in kinds:
        cells, ours = [], None
        for name, times in columns.items():
            median = statistics.median(times[kind]) if times[kind] else None
            if name == "Shortlist":
                ours = median
            cells.append(shown(median) if name.startswith("Shortlist") else against(median, ours))
        yield f"| {kind} | " + " | ".join(cells) + " |"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program", help="a release build of shortlist")
    arguments.add_argument("items", nargs="?", type=int, default=1_000_000)
    arguments.add_argument("--queries", type=int, default=100, help="of each kind")
    arguments.add_argument("--budget", type=float, default=3, help="seconds for a kind, of each")
    arguments.add_argument("--only", nargs="*", help="engines to ask, by name")
    arguments.add_argument("--upkeep", type=int, default=0, help="changes to make")
    options = arguments.parse_args()
    load = machine.load()
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "list.ndjson")
        titles, asked = places.write_list_and_queries(source, options.items, KINDS, options.queries)
        flat, grouped, built = {}, {}, {}
        for name, engine in engines(options.program).items():
            if options.only and name not in options.only:
                continue
            print(f"{name}: indexing", end="", file=sys.stderr, flush=True)
            place = os.path.join(folder, name)
            os.mkdir(place)
            start = time.monotonic()
            engine.build(source, place)
            seconds = time.monotonic() - start
            built[name] = (options.items / seconds, size(place) / 1e6)
            print(f" {seconds:.1f} s, searching", file=sys.stderr)
            engine.open()
            flat[name] = measured(engine.search, asked, options.budget)
            grouped[name] = measured(engine.grouped, asked, options.budget)
            if name != "Shortlist":
                engine.close()
                continue
            engine.exact = True
            grouped[name + ", exact"] = measured(engine.grouped, asked, options.budget)
            memory = engine.close() / 1e6
            peak = engine.peak / 1e6
            whole = []
            for text in asked["two words"][:30]:
                start = time.perf_counter()
                subprocess.run([options.program, "search", "--database", engine.database, text],
                               stdout=subprocess.DEVNULL)
                whole.append((time.perf_counter() - start) * 1_000)
            if options.upkeep:
                print(f"{name}: {options.upkeep:,} changes", file=sys.stderr)
                change(engine, options.upkeep, options.items, titles)
                engine.exact = False
                engine.open()
                after = measured(engine.grouped, asked, options.budget)
                first = measured(engine.search, asked, options.budget)
                engine.close()
                flat[name + ", changed"], grouped[name + ", changed"] = first, after
        print("\n".join(table(f"first {FIRST}, median ms", flat, KINDS)) + "\n")
        print("\n".join(table(f"best {BEST} of each section, median ms", grouped, KINDS)) + "\n")
        print("| | items a second | MB |\n| --- | --: | --: |")
        for name, (speed, megabytes) in built.items():
            print(f"| {name} | {speed:,.0f} | {megabytes:,.0f} |")
        if "Shortlist" in grouped:
            every = list(itertools.chain(*grouped["Shortlist"].values()))
            print(f"\nShortlist, best {BEST} of each section, all kinds together:"
                  f" {shown(percentile(every, 0.95))} ms at the 95th percentile,"
                  f" {shown(percentile(every, 0.99))} at the 99th. Memory: {peak:.0f} MB at most"
                  f" importing, {memory:.0f} searching. `shortlist search` as a process:"
                  f" {shown(statistics.median(whole))} ms at the median.")
    print(f"\nMedians of up to {options.queries} queries, {options.items:,} items in"
          f" {places.SECTIONS} sections, {machine.today()}, {machine.description()};"
          f" load {load:.1f} before, {machine.load():.1f} after.")


if __name__ == "__main__":
    main()
