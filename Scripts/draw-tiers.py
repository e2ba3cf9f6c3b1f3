#!/usr/bin/env python3
"""Draws the match tiers for the guide, tiers.svg, from real searches of a small list.

Run without arguments after `swift build`; with `--check`, nothing is written and a difference is
an error. SHORTLIST names the program when it is not .build/debug/shortlist.
"""

import json
import os
import subprocess
import sys
import tempfile
import xml.sax.saxutils

from terminal_picture import ROOT, check_or_write

PROGRAM = os.environ.get("SHORTLIST", str(ROOT / ".build/debug/shortlist"))
ITEMS = [
    {"title": "Greece"},
    {"title": "Greenland"},
    {"title": "New Zealand", "keywords": ["Aotearoa"]},
    {"title": "Iceland"},
    {"title": "Switzerland"},
    {"title": "Norway", "body": "Fjords and northern lights"},
]
# What is typed, the title of a hit, and how its words match.
TIERS = [
    ("greece", "Greece", "title", "The words are the whole title."),
    ("gre", "Greenland", "prefix", "The title begins with the words."),
    ("zea", "New Zealand", "words", "Every word is in the title or the keywords."),
    ("fjord", "Norway", "text", "Every word is in some field."),
    ("land", "Iceland", "substring", "Every word is inside a word of title or keywords."),
    ("swizerland", "Switzerland", "typo", "One edit makes the words match."),
    ("switserlnad", "Switzerland", "typos", "More edits make the words match."),
    ("northern geysirs", "Norway", "partial", "Some words are missing (match: any)."),
]

WIDTH, TOP, ROW = 780, 58, 52
TYPED, HIT = 404, 560
STYLE = """text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  fill: #c9d1d9 }
.name { fill: #f0f6fc; font-weight: bold } .match { fill: #f2cc60; font-weight: bold }
.faint { fill: #8b949e; font-size: 11px } .number { fill: #161b22; font-weight: bold }
path { stroke: #30363d }"""


def answers():
    """The hits for each of the texts, as `shortlist pipe` returns them."""
    requests = [{"q": typed, "layout": "flat", "match": "any" if name == "partial" else "all"}
                for typed, _, name, _ in TIERS]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"SHORTLIST_DATABASE": os.path.join(folder, "tiers.sqlite")}

        def run(arguments, lines):
            text = "".join(json.dumps(line) + "\n" for line in lines)
            return subprocess.run([PROGRAM, *arguments], env=environment, input=text, check=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  encoding="utf-8").stdout

        run(["import", "-"], ITEMS)
        return [json.loads(line)["hits"] for line in run(["pipe"], requests).splitlines()]


def marked(text, ranges):
    """The text with its matches, whose ranges count bytes, in parts of a line."""
    data, spans, end = text.encode(), "", 0
    for start, stop in ranges:
        spans += xml.sax.saxutils.escape(data[end:start].decode())
        match = xml.sax.saxutils.escape(data[start:stop].decode())
        spans += f'<tspan class="match">{match}</tspan>'
        end = stop
    return spans + xml.sax.saxutils.escape(data[end:].decode())


def picture():
    height = TOP + ROW * len(TIERS) + 6
    shapes = [
        '<text x="24" y="34" class="name">Match tiers, best first</text>',
        f'<text x="{TYPED}" y="34" class="faint">typed</text>',
        f'<text x="{HIT}" y="34" class="faint">a hit</text>',
    ]
    for index, ((typed, title, name, meaning), hits) in enumerate(zip(TIERS, answers())):
        hit = next((hit for hit in hits if hit["title"] == title), None)
        if hit is None or hit["tier"] != name:
            sys.exit(f"“{typed}” does not find {title} in the tier {name}: {hit}")
        y = TOP + ROW * index
        lightness = 82 - 4 * index
        shapes += [
            f'<path d="M24 {y - 8}H{WIDTH - 24}"/>',
            f'<circle cx="36" cy="{y + 16}" r="12" fill="hsl(212 70% {lightness}%)"/>',
            f'<text x="36" y="{y + 21}" class="number" text-anchor="middle">{index + 1}</text>',
            f'<text x="62" y="{y + 13}" class="name">{name}</text>',
            f'<text x="62" y="{y + 31}" class="faint">{xml.sax.saxutils.escape(meaning)}</text>',
            f'<text x="{TYPED}" y="{y + 13}">{xml.sax.saxutils.escape(typed)}</text>',
            f'<text x="{HIT}" y="{y + 13}">{marked(title, hit["ranges"].get("title", []))}</text>',
        ]
        if "body" in hit["ranges"]:
            body = next(item["body"] for item in ITEMS if item["title"] == title)
            shapes.append(
                f'<text x="{HIT}" y="{y + 31}" style="font-size: 11px">'
                f'{marked(body, hit["ranges"]["body"])}</text>')
    body = "\n".join(shapes)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="{WIDTH}"\
 height="{height}" viewBox="0 0 {WIDTH} {height}" role="img"\
 aria-label="The eight match tiers, each with an example">
<style>
{STYLE}
</style>
<rect width="{WIDTH}" height="{height}" rx="10" fill="#161b22"/>
{body}
</svg>
"""


check_or_write("tiers.svg", picture(), "Sources/Shortlist/Shortlist.docc")
