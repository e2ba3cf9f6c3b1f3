"""What the tests of the loadable extension share.

    swift build
    python3 -m unittest discover Tests/Extension

Python has to be one that can load extensions, such as Debian's. SHORTLIST_EXTENSION and
SHORTLIST_PROGRAM name other files than those in .build/debug. Tests of a host that is not installed are
skipped, or fail with SHORTLIST_NEEDS_HOSTS=1. SHORTLIST_ROUNDS=10 makes random tests ten times as long.
"""

import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build/debug"
SUFFIX = ".dylib" if sys.platform == "darwin" else ".so"
EXTENSION = pathlib.Path(os.environ.get(
    "SHORTLIST_EXTENSION", BUILD / ("libShortlistExtension" + SUFFIX))).resolve()
PROGRAM = os.environ.get("SHORTLIST_PROGRAM", str(BUILD / "shortlist"))
ROUNDS = float(os.environ.get("SHORTLIST_ROUNDS", 1))

sys.path.insert(0, str(ROOT / "Clients/python"))

PLACES = [
    {"id": "sj", "section": "Costa Rica", "title": "San José", "weight": 335007,
     "attributes": {"continent": "North America", "founded": 1738, "capital": True}},
    {"id": "pr", "section": "Puerto Rico", "title": "San Juan", "weight": 418140,
     "attributes": {"continent": "North America", "founded": 1521, "capital": True}},
    {"id": "us", "section": "United States", "title": "San Jose", "weight": 1026908,
     "keywords": ["S.J.", "Silicon \"Valley\""], "body": "The largest city of Northern California.",
     "subtitle": "California",
     "attributes": {"continent": "North America", "founded": 1777, "capital": False}},
    {"id": "cl", "section": "Chile", "title": "Santiago", "weight": 4837295,
     "attributes": {"continent": "South America", "founded": 1541.5, "tags": ["a \"b\"", 5, True]}},
    {"id": "pl", "section": "Poland", "title": "Łódź", "weight": 645000},
]


def needs(host, is_there):
    """Skips the tests of a host that is not installed, or lets them fail."""
    return unittest.skipUnless(is_there or os.environ.get("SHORTLIST_NEEDS_HOSTS"), f"without {host}")


def make_list(path, items):
    """Makes a list of items at a path."""
    lines = "".join(json.dumps(item) + "\n" for item in items)
    subprocess.run(
        [PROGRAM, "import", "--database", str(path), "--format", "ndjson", "-"], input=lines,
        encoding="utf-8", check=True, capture_output=True)


def load(connection):
    """Loads the extension into a connection of sqlite3 or a module like it."""
    connection.enable_load_extension(True)
    connection.load_extension(str(EXTENSION))
    connection.enable_load_extension(False)
    return connection


def descriptors(path):
    """The number of descriptors that this process has of a file and those beside it."""
    folder = pathlib.Path("/proc/self/fd")
    found = 0
    for entry in folder.iterdir():
        try:
            found += os.readlink(entry).startswith(str(path))
        except FileNotFoundError:
            pass
    return found


class Case(unittest.TestCase):
    """A test with a list of places."""

    items = PLACES

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name).resolve()
        cls.file = str(cls.folder / "places.sqlite")
        make_list(cls.file, cls.items)

    def setUp(self):
        self.db = load(sqlite3.connect(":memory:"))
        self.addCleanup(self.db.close)

    def rows(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    def titles(self, query, more=""):
        """The titles of hits; `more` follows the table in the statement."""
        return [row[0] for row in self.rows(f"SELECT title FROM shortlist(?, ?) {more}", self.file, query)]

    def plan(self, sql, *values):
        return " ".join(row[3] for row in self.rows("EXPLAIN QUERY PLAN " + sql, *values))

    def error(self, sql, *values):
        """The message of the error that a statement raises."""
        with self.assertRaises(sqlite3.Error) as raised:
            self.rows(sql, *values)
        return str(raised.exception)
