#!/usr/bin/env python3
"""Draws Documentation/browse.svg from a real run of `shortlist browse` on the built-in sample.

Run without arguments after `swift build`; with `--check`, nothing is written and a difference is
an error. SHORTLIST names the program when it is not .build/debug/shortlist.
"""

import fcntl
import itertools
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios

from terminal_picture import ROOT, check_or_write, draw

PROGRAM = os.environ.get("SHORTLIST", str(ROOT / ".build/debug/shortlist"))
COLUMNS, ROWS = 60, 13
# What is typed, and a sign that the answer is on the screen: how one place there looks.
STEPS = [("land", (7, 10, "match")), ("\x1b[B", (5, 2, "chosen")),
         ("\x1b[B\x1b[B", (7, 10, "chosen match"))]


class Screen:
    """As much of a terminal as the program uses."""

    def __init__(self):
        self.cells = [[(None, " ")] * COLUMNS for _ in range(ROWS)]
        self.row = self.column = 0
        self.kind = None
        self.waiting = ""

    def feed(self, text):
        text = self.waiting + text
        rest = re.search(r"\x1b[^A-Za-z]*$", text)
        self.waiting = rest.group() if rest else ""
        for sequence, character in re.findall(
                r"\x1b\[([0-9;?]*[A-Za-z])|(.)", text[:len(text) - len(self.waiting)], re.DOTALL):
            if sequence:
                self.obey(sequence)
            elif self.column < COLUMNS:
                self.cells[self.row][self.column] = (self.kind, character)
                self.column += 1

    def obey(self, sequence):
        parameters, final = sequence[:-1].split(";"), sequence[-1]
        if final == "H":
            self.row, self.column = int(parameters[0]) - 1, int(parameters[1]) - 1
        elif final == "K":
            self.cells[self.row][self.column:] = [(None, " ")] * (COLUMNS - self.column)
        elif final == "J":
            self.cells = [[(None, " ")] * COLUMNS for _ in range(ROWS)]
        elif final == "m":
            kinds = {"7": "chosen", "38": "match", "2": "faint"}
            found = [kind for number, kind in kinds.items() if number in parameters]
            if "1" in parameters and "match" not in found:
                found.append("heading")
            self.kind = " ".join(found) or None

    def lines(self):
        for cells in self.cells:
            parts = [(kind, "".join(character for _, character in group))
                     for kind, group in itertools.groupby(cells, key=lambda cell: cell[0])]
            while parts and not parts[-1][1].strip():
                parts.pop()
            yield parts


def run():
    """The screen after the last step."""
    with tempfile.TemporaryDirectory() as home:
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(home)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            kept = {"PATH": os.environ.get("PATH", ""), "HOME": home, "TERM": "xterm-256color"}
            os.execve(PROGRAM, [PROGRAM, "browse"], kept)
        screen = Screen()

        def wait(row, column, kind):
            while screen.cells[row][column][0] != kind or screen.waiting:
                if not select.select([terminal], [], [], 20)[0]:
                    sys.exit("browse does not show what it should.")
                screen.feed(os.read(terminal, 65536).decode())

        wait(4, 0, "heading")
        for typed, sign in STEPS:
            os.write(terminal, typed.encode())
            wait(*sign)
        os.write(terminal, b"\x03")
        lines = list(screen.lines())
        os.waitpid(process, 0)
        return lines


check_or_write("browse.svg", draw(run(), 550, "shortlist browse in a terminal"))
