"""Arguments of every kind, files that are not lists, and closing."""

import itertools
import os
import random
import sqlite3
import subprocess
import sys
import unittest

from extension import EXTENSION, PROGRAM, ROUNDS, Case, descriptors, load, make_list


SENTENCE = r"\.( \(SQLite: .*\))?$"


class Arguments(Case):
    values = [None, 0, 1, -1, 5, 2**63 - 1, -2**63, 1.5, float("inf"), float("-inf"), float("nan"), "", " ",
              "x", "san", "flat", "founded > 0", "grouped", "list", "any", "🇵🇱", "\0", "a\0b", "'\"%;", "x" * 2_000_000,
              "-", "OR", "title:", '"', b"", b"san", b"\xff\xfe", b"\xc3", b"\x00"]

    def test_any_value_gives_rows_or_a_sentence(self):
        names = ["file", "query", "scope", "top", "layout", "sort", "match", "groups", "typos", "budget",
                 "filter"]
        base = {"file": self.file, "query": "san"}
        count = 0
        for name, value in itertools.product(names, self.values):
            given = {**base, name: value}
            where = " AND ".join(f"{key} = ?" for key in given)
            try:
                self.rows(f"SELECT * FROM shortlist WHERE {where}", *given.values())
            except sqlite3.OperationalError as error:
                self.assertRegex(str(error), SENTENCE, (name, value))
                count += 1
            if name in names[:4]:
                try:
                    self.rows(f"SELECT * FROM shortlist_completions WHERE {where}", *given.values())
                except sqlite3.OperationalError as error:
                    self.assertRegex(str(error), SENTENCE, (name, value))
            if name in ["file", "query", "filter", "scope", "top", "typos", "budget"]:
                try:
                    self.rows(f"SELECT * FROM shortlist_facets WHERE attribute = ? AND {where}",
                              value if name == "filter" else "founded", *given.values())
                except sqlite3.OperationalError as error:
                    self.assertRegex(str(error), SENTENCE, (name, value))
        self.assertGreater(count, 50)

    def test_any_pair_of_values(self):
        chance = random.Random(23)
        names = ["scope", "top", "layout", "sort", "match", "groups", "typos", "budget",
                 "filter"]
        for _ in range(int(1_000 * ROUNDS)):
            given = {name: chance.choice(self.values) for name in chance.sample(names, 2)}
            where = " AND ".join(f"{key} = ?" for key in given)
            limit, offset = (chance.choice([0, 1, -1, 2**63 - 1, -2**63]) for _ in range(2))
            try:
                self.rows(f"SELECT *, file FROM shortlist(?, ?) WHERE {where} LIMIT {limit} OFFSET {offset}",
                          self.file, chance.choice(self.values), *given.values())
            except sqlite3.OperationalError as error:
                self.assertRegex(str(error), SENTENCE, given)

    def test_any_bytes_as_text(self):
        chance = random.Random(24)
        for _ in range(int(500 * ROUNDS)):
            query = bytes(chance.randrange(256) for _ in range(chance.randrange(30)))
            self.rows("SELECT * FROM shortlist(?, CAST(? AS TEXT)) LIMIT 3", self.file, query)
            self.rows("SELECT * FROM shortlist_completions(?, CAST(? AS TEXT))", self.file, query)
            # Python would refuse to read invalid UTF-8, which folding keeps between the words.
            self.rows("SELECT length(shortlist_fold(CAST(? AS TEXT)))", query)

    def test_utf_16(self):
        self.rows("PRAGMA encoding = 'UTF-16'")
        self.rows("CREATE TABLE typed(text TEXT)")
        self.rows("INSERT INTO typed VALUES ('łódź'), (char(0xD800))")
        self.assertEqual(
            self.rows("SELECT title, shortlist_fold(text) FROM typed, shortlist(?, text)", self.file),
            [("Łódź", "lodz")])

    def test_null_finds_nothing(self):
        for file, query in [(None, "san"), (self.file, None), (None, None)]:
            self.assertEqual(self.rows("SELECT * FROM shortlist(?, ?)", file, query), [])
            self.assertEqual(self.rows("SELECT * FROM shortlist_completions(?, ?)", file, query), [])

    def test_defaults_stand_for_null(self):
        self.assertEqual(
            self.rows("SELECT id FROM shortlist(?, 'san', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
                      self.file), self.rows("SELECT id FROM shortlist(?, 'san')", self.file))

    def test_numbers_may_be_text(self):
        self.assertEqual(len(self.rows("SELECT * FROM shortlist(?, 'san', NULL, ?)", self.file, "2")), 2)

    def test_sentences(self):
        find = "SELECT * FROM shortlist(?, 'san') WHERE "
        for sql, values, sentence in [
            ("SELECT * FROM shortlist", [], "shortlist() needs the path of a list and a text to search for, "
             "as in shortlist('places.sqlite', 'san j')."),
            ("SELECT * FROM shortlist_completions('x')", [], "shortlist_completions() needs the path of a "
             "list and a text to search for, as in shortlist_completions('places.sqlite', 'san j')."),
            (find + "top = 0", [self.file], "“top” must be a whole number of 1 or more."),
            (find + "budget = 1.5", [self.file], "“budget” must be a whole number of 0 or more."),
            (find + "layout = 'tree'", [self.file], "“layout” must be 'flat' or 'grouped'."),
            (find + "sort = ''", [self.file], "“sort” must be 'rank', 'list', or an attribute such as 'year:desc'."),
            (find + "1", [":memory:"], "A list in memory cannot be searched from SQL; name a file."),
            (find + "1", [""], "An index needs the path of a file."),
            (find + "1", ["a\0b"], "An index needs the path of a file."),
        ]:
            self.assertEqual(self.error(sql, *values), sentence)

    def test_views_and_triggers_cannot_search(self):
        self.rows(f"CREATE VIEW v AS SELECT * FROM shortlist('{self.file}', 'san')")
        self.assertIn("unsafe use of virtual table", self.error("SELECT * FROM v"))

    def test_rows_cannot_be_written(self):
        self.assertIn("may not be modified", self.error("DELETE FROM shortlist"))


class Files(Case):
    def test_a_missing_file_is_not_created(self):
        path = self.folder / "missing.sqlite"
        self.assertEqual(
            self.error("SELECT * FROM shortlist(?, 'a')", str(path)), f"There is no index at {path}.")
        self.assertEqual(list(self.folder.glob("missing*")), [])

    def test_other_files_are_left_unchanged(self):
        text, empty, other = (self.folder / name for name in ["text", "empty", "other.sqlite"])
        text.write_text("This is no database." * 100)
        empty.touch()
        with sqlite3.connect(other) as db:
            db.execute("CREATE TABLE t(x)")
        db.close()
        before = sorted(os.listdir(self.folder)), [path.read_bytes() for path in (text, empty, other)]
        for path in (text, empty, other, self.folder):
            self.assertRegex(self.error("SELECT * FROM shortlist(?, 'a')", str(path)), SENTENCE)
        after = sorted(os.listdir(self.folder)), [path.read_bytes() for path in (text, empty, other)]
        self.assertEqual(before, after)

    def test_a_replaced_file_is_opened_again(self):
        path = self.folder / "replaced.sqlite"
        make_list(path, [{"section": "S", "title": "Before"}])
        find = "SELECT title FROM shortlist(?, '') UNION SELECT title FROM shortlist(?, 'e')"
        self.assertEqual(self.rows(find, str(path), str(path)), [("Before",)])
        for beside in self.folder.glob("replaced*"):
            beside.unlink()
        make_list(path, [{"section": "S", "title": "Then"}])
        self.assertEqual(self.rows(find, str(path), str(path)), [("Then",)])

    def test_the_host_may_have_the_list_open_through_the_same_sqlite(self):
        db = load(sqlite3.connect(self.file))
        self.addCleanup(db.close)
        find = "SELECT title FROM shortlist(?, 'lodz')"
        self.assertEqual(db.execute(find, [self.file]).fetchall(), [("Łódź",)])
        db.execute("ATTACH ? AS again", [self.file])
        self.assertEqual(db.execute(find, [self.file]).fetchall(), [("Łódź",)])

    @unittest.skipUnless(os.path.isdir("/proc/self/fd"), "without /proc")
    def test_a_list_is_opened_once_and_closed_with_the_connection(self):
        other = str(self.folder / "second.sqlite")
        make_list(other, [{"section": "S", "title": "Santa"}])
        db = load(sqlite3.connect(":memory:"))
        self.assertEqual(descriptors(self.file), 0)
        seen = set()
        for round in range(20):
            db.execute("SELECT * FROM shortlist(?, 'san')", [self.file]).fetchall()
            db.execute("SELECT * FROM shortlist_completions(?, 'san')", [self.file]).fetchall()
            alias = os.path.join(os.path.dirname(self.file), ".", os.path.basename(self.file))
            db.execute("SELECT a.id FROM shortlist(?, 'san') a, shortlist(?, 'san') b",
                       [alias, other]).fetchall()
            seen.add((descriptors(self.file), descriptors(other)))
        self.assertEqual(len(seen), 1)
        self.assertGreater(min(*seen.pop()), 0)
        # Rows that are still to be read do not keep the list open.
        cursor = db.execute("SELECT * FROM shortlist(?, 'san')", [self.file])
        cursor.fetchone()
        del cursor
        db.close()
        self.assertEqual((descriptors(self.file), descriptors(other)), (0, 0))

    def test_many_connections_come_and_go(self):
        for _ in range(int(50 * ROUNDS)):
            db = load(load(sqlite3.connect(":memory:")))
            self.assertEqual(
                db.execute("SELECT count(*) FROM shortlist(?, 'san')", [self.file]).fetchall(), [(4,)])
            db.close()

    def test_threads_search_through_connections_of_their_own(self):
        script = """if True:
            import sqlite3, sys, threading
            extension, file = sys.argv[1:]
            def work():
                for _ in range(20):
                    db = sqlite3.connect(":memory:")
                    db.enable_load_extension(True)
                    db.load_extension(extension)
                    for query in ["san", "lodz", "s", "juan"] * 5:
                        found.append(len(db.execute("SELECT id FROM shortlist(?, ?)", [file, query]).fetchall()))
                    db.close()
            found = []
            threads = [threading.Thread(target=work) for _ in range(6)]
            [thread.start() for thread in threads]
            [thread.join() for thread in threads]
            print(len(found), sorted(set(found)))
        """
        done = subprocess.run([sys.executable, "-c", script, str(EXTENSION), self.file],
                              capture_output=True, encoding="utf-8", timeout=300)
        self.assertEqual((done.returncode, done.stdout), (0, "2400 [1, 4]\n"), done.stderr)

    def test_a_fork_is_refused(self):
        self.assertEqual(self.titles("lodz"), ["Łódź"])
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                sentence = self.error("SELECT * FROM shortlist(?, 'a')", self.file)
                os.write(writer, sentence.encode())
            finally:
                os._exit(0)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as answer:
            self.assertIn("forked", answer.read())
        os.waitpid(child, 0)
        self.assertEqual(self.titles("lodz"), ["Łódź"])

    def test_a_damaged_list_gives_rows_or_a_sentence(self):
        chance = random.Random(25)
        whole = self.folder / "whole.sqlite"
        subprocess.run([PROGRAM, "backup", "--database", self.file, str(whole)], check=True)
        bytes = whole.read_bytes()
        for number in range(int(60 * ROUNDS)):
            damaged = bytearray(bytes)
            for _ in range(20):
                damaged[chance.randrange(100, len(damaged))] = chance.randrange(256)
            path = self.folder / f"damaged{number}.sqlite"
            path.write_bytes(damaged)
            for query in ["s", "san", "lodz", "jose calif"]:
                try:
                    self.rows("SELECT * FROM shortlist(?, ?) LIMIT 9", str(path), query)
                except sqlite3.OperationalError as error:
                    self.assertTrue(str(error))


if __name__ == "__main__":
    unittest.main()
