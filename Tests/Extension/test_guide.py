"""The commands and examples of the guide Search from SQL."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from extension import EXTENSION, PROGRAM, ROOT, needs
from test_hosts import module

GUIDE = ROOT / "Sources/Shortlist/Shortlist.docc/SearchFromSQL.md"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def examples():
    """The commands and what they print."""
    found = []
    for line in "".join(blocks("console")).splitlines(keepends=True):
        if line.startswith("$ "):
            found.append([line[2:].rstrip("\n"), ""])
        else:
            found[-1][1] += line
    return found


class Guide(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        build = self.folder / ".build/release"
        build.mkdir(parents=True)
        (build / "libShortlistExtension.so").symlink_to(EXTENSION)
        commands = self.folder / "commands"
        commands.mkdir()
        # The library and the program are there already.
        for name, script in {"swift": "", "shortlist": f"exec '{PROGRAM}' \"$@\" 2>/dev/null",
                             "datasette": f"exec '{sys.executable}' -m datasette \"$@\""}.items():
            command = commands / name
            command.write_text(f"#!/bin/sh\n{script}\n")
            command.chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}"}

    def output(self, command):
        done = subprocess.run(
            command, shell=True, cwd=self.folder, env=self.environment, capture_output=True, encoding="utf-8",
            timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return done.stdout

    def run_examples(self, *, of):
        """Runs the commands that make files, and those of a program."""
        count = 0
        for command, expected in examples():
            if command.startswith("cat "):
                (self.folder / command[4:]).write_text(expected, "utf-8")
            elif command.split()[0] in ("swift", "cp", "shortlist", of):
                self.assertEqual(self.output(command), expected, command)
                count += command.startswith(of)
        return count

    @needs("the sqlite3 shell", shutil.which("sqlite3"))
    def test_sqlite3(self):
        self.assertGreater(self.run_examples(of="sqlite3"), 3)

    @needs("Datasette", module("datasette"))
    def test_datasette(self):
        self.assertEqual(self.run_examples(of="datasette"), 1)

    def test_python(self):
        self.run_examples(of="python3")
        [script], [printed] = blocks("python"), blocks("text")
        done = subprocess.run([sys.executable, "-c", script], cwd=self.folder, capture_output=True,
                              encoding="utf-8", timeout=60)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, printed, ""))

    def test_its_tables_have_all_columns(self):
        text = GUIDE.read_text("utf-8")
        schema = (ROOT / "Sources/CShortlistExtension/table.c").read_text("utf-8")
        hits = "".join(re.findall(r'"([^"]*)"', schema[:schema.index("first_argument")]))
        for name in re.findall(r"(\w+) (?:TEXT|REAL|INTEGER|BLOB|HIDDEN)", hits):
            self.assertRegex(text, rf"(?m)^\|[^|]*`{name}`[^|]*\|", name)


if __name__ == "__main__":
    unittest.main()
