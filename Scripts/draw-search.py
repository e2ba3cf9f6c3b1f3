#!/usr/bin/env python3
"""Draws Documentation/search.svg from real runs of `shortlist search` on the built-in sample.

Run without arguments after `swift build`; with `--check`, nothing is written and a difference is
an error. SHORTLIST names the program when it is not .build/debug/shortlist.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.sax.saxutils

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "Documentation/search.svg"
PROGRAM = os.environ.get("SHORTLIST", str(ROOT / ".build/debug/shortlist"))
QUERIES = ["land", "new zeal", "usa"]

WIDTH, LINE, MARGIN, BAR = 440, 20, 20, 36
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


def draw(lines):
    height = BAR + LINE * len(lines) + MARGIN // 2
    texts = []
    for row, parts in enumerate(lines):
        if not parts:
            continue
        spans = "".join(
            f'<tspan class="{kind}">{xml.sax.saxutils.escape(text)}</tspan>'
            if kind else xml.sax.saxutils.escape(text) for kind, text in parts)
        texts.append(f'<text x="{MARGIN}" y="{BAR + LINE * (row + 1) - 6}">{spans}</text>')
    dots = "".join(
        f'<circle cx="{MARGIN + 4 + 18 * index}" cy="{BAR // 2}" r="5.5" fill="{color}"/>'
        for index, color in enumerate(["#ec6a5e", "#f4bf4f", "#61c554"]))
    body = "\n".join(texts)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve"\
 width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"\
 role="img" aria-label="shortlist search in a terminal">
<style>
text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  fill: #c9d1d9 }}
.typed {{ fill: #f0f6fc }} .heading {{ fill: #f0f6fc; font-weight: bold }}
.match {{ fill: #f2cc60; font-weight: bold }} .faint {{ fill: #8b949e }}
</style>
<rect width="{WIDTH}" height="{height}" rx="10" fill="#161b22"/>
{dots}
{body}
</svg>
"""


picture = draw([line for query in QUERIES for line in lines_of(query)][:-1])
if sys.argv[1:] == ["--check"]:
    sys.exit(OUTPUT.read_text(encoding="utf-8") != picture)
OUTPUT.parent.mkdir(exist_ok=True)
OUTPUT.write_text(picture, encoding="utf-8")
