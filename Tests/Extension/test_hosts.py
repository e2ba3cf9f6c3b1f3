"""The programs that load the extension, and copies of SQLite other than the one that Shortlist uses."""

import importlib.util
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

from extension import EXTENSION, Case, descriptors, load, needs


def module(name):
    """A module that is installed, or None."""
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


class Shell(Case):
    def run_shell(self, *arguments):
        return subprocess.run(
            ["sqlite3", "-batch", "-cmd", f".load {EXTENSION.with_suffix('')}", ":memory:", *arguments],
            capture_output=True, encoding="utf-8", timeout=60)

    @needs("the sqlite3 shell", shutil.which("sqlite3"))
    def test_sqlite3(self):
        done = self.run_shell(
            f"SELECT section, title FROM shortlist('{self.file}', 'san j') LIMIT 2;"
            f"SELECT text FROM shortlist_completions('{self.file}', 'lod');"
            "CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'shortlist'); INSERT INTO t VALUES ('Łódź');"
            "SELECT x FROM t('lodz');")
        self.assertEqual((done.stderr, done.returncode), ("", 0))
        self.assertEqual(done.stdout, "United States|San Jose\nPuerto Rico|San Juan\nŁódź\nŁódź\n")

    @needs("the sqlite3 shell", shutil.which("sqlite3"))
    def test_errors_of_sqlite3(self):
        done = self.run_shell("SELECT * FROM shortlist('/nowhere/at/all', 'x')")
        self.assertIn("There is no folder /nowhere/at for the index /nowhere/at/all.", done.stderr)
        self.assertEqual(done.returncode, 1)


class Datasette(Case):
    def get(self, address, **parameters):
        with urllib.request.urlopen(f"{self.base}{address}?{urllib.parse.urlencode(parameters)}") as answer:
            return json.load(answer)

    @needs("Datasette", module("datasette"))
    def test_datasette(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = subprocess.Popen(
            [sys.executable, "-m", "datasette", "--memory", "--port", str(port), "--load-extension",
             str(EXTENSION)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        self.base = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                self.get("/-/versions.json")
                break
            except urllib.error.URLError:
                self.assertIsNone(server.poll())
                time.sleep(0.1)
        sql = "SELECT section, title, tier, highlights FROM shortlist(:file, :q) LIMIT :count"
        for _ in range(5):
            rows = self.get("/_memory.json", sql=sql, file=self.file, q="san j", count=2, _shape="array")
            self.assertEqual(
                [(row["section"], row["title"], row["tier"]) for row in rows],
                [("United States", "San Jose", "prefix"), ("Puerto Rico", "San Juan", "prefix")])
        # Datasette binds all parameters as text.
        rows = self.get("/_memory.json", sql="SELECT id FROM shortlist(:file, 'san', NULL, :top)",
                        file=self.file, top=3, _shape="array")
        self.assertEqual(len(rows), 3)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            self.get("/_memory.json", sql=sql, file="/nowhere/at/all", q="x", count=1)
        answer = json.load(refused.exception)
        refused.exception.close()
        self.assertIn("There is no folder /nowhere/at", answer["error"])


class OtherCopies(Case):
    """Hosts with a copy of SQLite of their own."""

    refusal = (r"is open in this connection through another copy of SQLite \(\S+\) than the one that "
               r"Shortlist uses \(\S+\)\.")

    def check(self, connect, error):
        find = "SELECT title FROM shortlist(?, 'lodz')"
        db = load(connect(":memory:"))
        self.assertEqual(list(db.execute(find, [self.file])), [("Łódź",)])
        plan = " ".join(row[3] for row in db.execute(
            f"EXPLAIN QUERY PLAN {find} WHERE section IN ('Poland', 'Chile') ORDER BY rank LIMIT 3", ["x"]))
        self.assertIn("file query sections limit", plan)
        self.assertNotIn("TEMP B-TREE", plan)
        self.assertEqual(list(db.execute(
            f"{find} WHERE section IN ('Poland', 'Chile') ORDER BY rank LIMIT 3", [self.file])),
            [("Łódź",)])
        self.assertEqual(list(db.execute("SELECT shortlist_fold('Łódź')")), [("lodz",)])
        list(db.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'shortlist')"))
        list(db.execute("INSERT INTO t VALUES ('U.S.A')"))
        self.assertEqual(list(db.execute("SELECT x FROM t('usa')")), [("U.S.A",)])
        # The list is opened by the host while Shortlist has it open.
        list(db.execute("ATTACH ? AS list", [self.file]))
        with self.assertRaisesRegex(error, self.refusal):
            list(db.execute(find, [self.file]))
        list(db.execute("DETACH list"))
        self.assertEqual(list(db.execute(find, [self.file])), [("Łódź",)])
        db.close()
        # Before.
        db = load(connect(self.file))
        with self.assertRaisesRegex(error, self.refusal):
            list(db.execute(find, [self.file]))
        with self.assertRaisesRegex(error, self.refusal):
            list(db.execute("SELECT * FROM shortlist_completions(?, 'lodz')", [self.file]))
        with self.assertRaisesRegex(error, r"There is no index at .*\.$"):
            list(db.execute("SELECT * FROM shortlist(?, 'lodz')", [self.file + ".missing"]))
        self.assertEqual(list(db.execute("SELECT count(*) FROM item")), [(5,)])
        db.close()
        if os.path.isdir("/proc/self/fd"):
            self.assertEqual(descriptors(self.file), 0)

    @needs("pysqlite3", module("pysqlite3"))
    def test_pysqlite3(self):
        pysqlite3 = module("pysqlite3")
        self.check(pysqlite3.connect, pysqlite3.OperationalError)

    @needs("apsw", module("apsw"))
    def test_apsw(self):
        apsw = module("apsw")
        self.check(apsw.Connection, apsw.SQLError)

    @needs("apsw", module("apsw"))
    def test_connections_of_two_copies_take_turns(self):
        find = "SELECT title, shortlist_fold(title) FROM shortlist(?, 'lodz')"
        for _ in range(3):
            theirs = load(module("apsw").Connection(":memory:"))
            ours = load(sqlite3.connect(":memory:"))
            for db in (ours, theirs, ours):
                self.assertEqual(list(db.execute(find, [self.file])), [("Łódź", "lodz")])
            ours.close()
            self.assertEqual(list(theirs.execute(find, [self.file])), [("Łódź", "lodz")])
            theirs.close()


class Library(unittest.TestCase):
    @unittest.skipUnless(sys.platform == "linux" and shutil.which("nm"), "without nm")
    def test_it_exports_only_its_entry_points(self):
        symbols = subprocess.check_output(
            ["nm", "--dynamic", "--defined-only", "--extern-only", str(EXTENSION)], encoding="utf-8")
        names = set(re.findall(r"(\S+)$", symbols, re.MULTILINE))
        self.assertEqual(names, {"sqlite3_extension_init", "sqlite3_shortlistextension_init"})

    def test_both_entry_points_load_it(self):
        for name in ("sqlite3_extension_init", "sqlite3_shortlistextension_init"):
            db = sqlite3.connect(":memory:")
            db.enable_load_extension(True)
            db.execute("SELECT load_extension(?, ?)", (str(EXTENSION), name))
            self.assertEqual(len(db.execute("SELECT shortlist_version()").fetchall()), 1)
            db.close()


if __name__ == "__main__":
    unittest.main()
