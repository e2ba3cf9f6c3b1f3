#!/usr/bin/env python3
"""Draws Documentation/latency.svg: how long a search takes, against the size of the list.

    swift build -c release
    Scripts/draw-latency.py .build/release/shortlist

makes lists of 100,000 and a million items in 50 sections, imports them, and asks `shortlist pipe`
for the best 5 of each section, as people type. Other sizes may follow the program: 100000 1000000
5000000. Keep the machine quiet meanwhile; its load stands in the picture. The lists go to the
folder for temporary files (TMPDIR), and are removed.
"""

import argparse
import itertools
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import xml.sax.saxutils

import machine
import places
from terminal_picture import ROOT

QUERIES, WARMING = 500, 100
CLASSES = ["1 letter", "2 letters", "3 letters", "4 or more", "two words"]


# MARK: Measuring

def latencies(program, count):
    """Sorted times in ms, by class."""
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "list.sqlite")
        source = os.path.join(folder, "list.ndjson")
        print(f"{count:,} items: writing", end="", file=sys.stderr, flush=True)
        with open(source, "w", encoding="utf-8") as file:
            titles, _ = places.write_list(file, count, draws=20 * (QUERIES + WARMING))
        print(", importing", end="", file=sys.stderr, flush=True)
        subprocess.run([program, "import", "--database", database, source], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.remove(source)
        print(", searching", file=sys.stderr)
        asked = []
        for kind in CLASSES:
            drawn = list(itertools.islice(places.typed(titles, kind), QUERIES + WARMING))
            assert len(drawn) == QUERIES + WARMING
            asked += [(place >= WARMING, kind, text) for place, text in enumerate(drawn)]
        # Mixed, and what warms the caches first.
        random.Random(count).shuffle(asked)
        asked.sort(key=lambda query: query[0])
        times = {kind: [] for kind in CLASSES}
        with subprocess.Popen([program, "pipe", "--database", database], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, encoding="utf-8") as pipe:
            for counts, kind, text in asked:
                pipe.stdin.write(json.dumps({"q": text}) + "\n")
                pipe.stdin.flush()
                answer = json.loads(pipe.stdout.readline())
                assert answer["groups"], text
                if counts:
                    times[kind].append(answer["micros"] / 1_000)
            pipe.stdin.close()
    return {kind: sorted(values) for kind, values in times.items()}


def percentile(values, share):
    """The smallest of the sorted values that `share` of them do not exceed."""
    return values[max(0, -int(-share * len(values) // 1) - 1)]


# MARK: Drawing

PANEL, GAP, LEFT, TOP, HEIGHT = 112, 24, 64, 104, 200
STYLE = """text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono",
  monospace; fill: #c9d1d9 }
.title { font-size: 14px; font-weight: bold; fill: #f0f6fc } .faint { fill: #8b949e }
.median { fill: #f2cc60 } .slow { fill: #79c0ff }
text.median, text.slow { paint-order: stroke; stroke: #161b22; stroke-width: 4px }
path { fill: none; stroke-width: 2 } path.median { fill: none; stroke: #f2cc60 }
path.slow { fill: none; stroke: #79c0ff }
path.grid { stroke: #30363d; stroke-width: 1 }
path.frame { stroke: #8b949e; stroke-width: 1; stroke-dasharray: 3 3 }"""


def text(x, y, words, kind=None, anchor="start"):
    """A line of text; `y` is where its letters stand."""
    kind = f' class="{kind}"' if kind else ""
    anchor = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:g}" y="{y:g}"{kind}{anchor}>{xml.sax.saxutils.escape(words)}</text>'


def shown(number):
    """A time in ms with two digits that count."""
    return f"{number:.{0 if number >= 9.95 else 1 if number >= 0.995 else 2}f}"


def named(size):
    """A number of items, short."""
    return f"{size // 1_000_000} M" if size >= 1_000_000 else f"{size // 1_000} k"


def picture(figures, footer):
    """The picture of, for each size in order, the (median, 95th percentile) by class."""
    sizes = list(figures)
    width = LEFT + len(CLASSES) * (PANEL + GAP) - GAP + 32
    height = TOP + HEIGHT + 52 + 18 * len(footer) + 12
    every = [value for row in figures.values() for pair in row.values() for value in pair]
    decades = [d for d in range(-3, 5) if 10 ** d < max(every) and 10 ** (d + 1) > min(every)]
    low, high = decades[0], decades[-1] + 1

    def level(milliseconds):
        share = (math.log10(milliseconds) - low) / (high - low)
        return round(TOP + HEIGHT * (1 - share), 1)

    shapes = [text(24, 34, "How long a search takes, in ms", "title"),
              text(24, 52, "as it is typed; best 5 of each section", "faint"),
              '<circle cx="340" cy="48" r="4" class="median"/>', text(350, 52, "median"),
              '<circle cx="420" cy="48" r="4" class="slow"/>', text(430, 52, "95th percentile")]
    right = width - 32
    for decade in range(low, high + 1):
        y = level(10 ** decade)
        shapes.append(f'<path d="M{LEFT} {y:g}H{right}" class="grid"/>')
        shapes.append(text(LEFT - 10, y + 4, f"{10 ** decade:g}", "faint", "end"))
    frame = 1_000 / 60
    if low < math.log10(frame) < high:
        y = level(frame)
        shapes.append(f'<path d="M{LEFT} {y:g}H{right}" class="frame"/>')
        shapes.append('<path d="M564 48h16" class="frame"/>')
        shapes.append(text(586, 52, "a frame at 60 Hz"))
    first, last = math.log10(sizes[0]), math.log10(sizes[-1])
    for place, kind in enumerate(CLASSES):
        start = LEFT + place * (PANEL + GAP)
        shapes.append(text(start + PANEL / 2, TOP - 14, kind, anchor="middle"))
        across = [round(start + 14 + (PANEL - 28) * ((math.log10(size) - first) / (last - first)
                                                     if last > first else 0.5), 1)
                  for size in sizes]
        for which, style, below in [(0, "median", 18), (1, "slow", -9)]:
            values = [figures[size][kind][which] for size in sizes]
            points = list(zip(across, map(level, values)))
            line = "L".join(f"{x:g} {y:g}" for x, y in points)
            shapes.append(f'<path d="M{line}" class="{style}"/>')
            for (x, y), value in zip(points, values):
                shapes.append(f'<circle cx="{x:g}" cy="{y:g}" r="4" class="{style}"/>')
                shapes.append(text(x, y + below, shown(value), style, "middle"))
        for x, size in zip(across, sizes):
            shapes.append(text(x, TOP + HEIGHT + 34, named(size), "faint", "middle"))
    for row, line in enumerate(footer):
        shapes.append(text(24, TOP + HEIGHT + 66 + 18 * row, line, "faint"))
    body = "\n".join(shapes)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"\
 viewBox="0 0 {width} {height}" role="img" aria-label="The time of a search, by size">
<style>
{STYLE}
</style>
<rect width="{width}" height="{height}" rx="10" fill="#161b22"/>
{body}
</svg>
"""


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("program", help="a release build of shortlist")
    arguments.add_argument("sizes", nargs="*", type=int, help="numbers of items")
    arguments.add_argument("--output", default=str(ROOT / "Documentation/latency.svg"))
    options = arguments.parse_args()
    load = machine.load()
    figures = {}
    for size in sorted(options.sizes or [100_000, 1_000_000]):
        times = latencies(options.program, size)
        figures[size] = {kind: (percentile(values, 0.5), percentile(values, 0.95))
                         for kind, values in times.items()}
        for kind, (median, slow) in figures[size].items():
            print(f"{size:>9,}  {kind:<10} {median:8.2f} {slow:8.2f}")
    footer = [f"{machine.today()}, {machine.description()}",
              f"{places.SECTIONS} sections, {QUERIES} queries of each kind; load {load:.1f} before,"
              f" {machine.load():.1f} after"]
    pathlib.Path(options.output).write_text(picture(figures, footer), encoding="utf-8")


main()
