"""Draws lines of a terminal as SVG."""

import pathlib
import sys
import xml.sax.saxutils

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINE, MARGIN, BAR = 20, 20, 36


def draw(lines, width, label):
    """The picture of lines, each of parts with a class and a text."""
    height = BAR + LINE * len(lines) + MARGIN // 2
    shapes = []
    for row, parts in enumerate(lines):
        top = BAR + LINE * row
        if any("chosen" in (kind or "") for kind, _ in parts):
            shapes.append(f'<rect y="{top}" width="{width}" height="{LINE}" fill="#2f3b4c"/>')
        spans = "".join(
            f'<tspan class="{kind}">{xml.sax.saxutils.escape(text)}</tspan>'
            if kind else xml.sax.saxutils.escape(text) for kind, text in parts)
        if spans:
            shapes.append(f'<text x="{MARGIN}" y="{top + LINE - 6}">{spans}</text>')
    dots = "".join(
        f'<circle cx="{MARGIN + 4 + 18 * index}" cy="{BAR // 2}" r="5.5" fill="{color}"/>'
        for index, color in enumerate(["#ec6a5e", "#f4bf4f", "#61c554"]))
    body = "\n".join(shapes)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve"\
 width="{width}" height="{height}" viewBox="0 0 {width} {height}"\
 role="img" aria-label="{label}">
<style>
text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  fill: #c9d1d9 }}
.typed {{ fill: #f0f6fc }} .heading {{ fill: #f0f6fc; font-weight: bold }}
.match {{ fill: #f2cc60; font-weight: bold }} .faint {{ fill: #8b949e }}
</style>
<rect width="{width}" height="{height}" rx="10" fill="#161b22"/>
{dots}
{body}
</svg>
"""


def check_or_write(name, picture, folder="Documentation"):
    """Writes the picture to a folder; with `--check`, exits with 1 when it differs instead."""
    path = ROOT / folder / name
    if sys.argv[1:] == ["--check"]:
        sys.exit(path.read_text(encoding="utf-8") != picture)
    path.parent.mkdir(exist_ok=True)
    path.write_text(picture, encoding="utf-8")
