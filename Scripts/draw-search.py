#!/usr/bin/env python3
"""Draws Documentation/search.svg from real runs of `shortlist search` on the built-in sample.

Run without arguments after `swift build`; with `--check`, nothing is written and a difference is
an error. SHORTLIST names the program when it is not .build/debug/shortlist.
"""

import os
import re
import subprocess
import tempfile

from terminal_picture import ROOT, check_or_write, draw

PROGRAM = os.environ.get("SHORTLIST", str(ROOT / ".build/debug/shortlist"))
QUERIES = ["land", "new zeal", "usa"]

# The codes that the program sets parts apart with.
CLASSES = {"0": None, "1": "heading", "1;33": "match", "2": "faint"}


def lines_of(query):
    """The command and its output, line by line, each as parts with a class."""
    with tempfile.TemporaryDirectory() as home:
        hidden = {"SHORTLIST_DATABASE", "XDG_DATA_HOME"}
        environment = {k: v for k, v in os.environ.items() if k not in hidden} | {"HOME": home}
        output = subprocess.run(
            [PROGRAM, "search", "--color", "always", query], env=environment, check=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8").stdout
    yield [("faint", "$ "), ("typed", f"shortlist search {query}")]
    for line in output.splitlines():
        parts, kind = [], None
        for index, piece in enumerate(re.split(r"\x1b\[([0-9;]*)m", line)):
            if index % 2:
                kind = CLASSES[piece]
            elif piece:
                parts.append((kind, piece))
        yield parts
    yield []


check_or_write(
    "search.svg",
    draw([line for query in QUERIES for line in lines_of(query)][:-1], 440,
         "shortlist search in a terminal"))
