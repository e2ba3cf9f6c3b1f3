"""Search and change a Shortlist file from Python.

    from shortlist import Shortlist

    with Shortlist("places.sqlite") as places:
        places.add([{"title": "Łódź", "section": "Cities"}])
        for group in places.search("lodz")["groups"]:
            print(group["section"]["title"], [hit["title"] for hit in group["hits"]])

This file needs nothing but Python 3.9 or later and the program `shortlist`, which it runs as
`shortlist pipe`. Copy it into your project. Answers are the program's JSON, as dictionaries and lists;
`Documentation/pipe.schema.json` in Shortlist's source describes them.
"""

import base64
import itertools
import json
import subprocess
import threading

__all__ = ["Shortlist", "ShortlistError", "pieces"]


class ShortlistError(Exception):
    """An error that the program reports: a `code` to branch on, and a sentence."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Shortlist:
    """A list in a file, searched and changed by a process of `shortlist pipe`.

    Any thread may use it; requests wait for each other. Close it, or use it in a `with` statement.
    """

    def __init__(self, database=None, program="shortlist", arguments=()):
        """Starts the program.

        Without a `database`, the program uses SHORTLIST_DATABASE, or the list in the user's data folder.
        `arguments` are further ones of `shortlist pipe`, such as "--untrusted". The first request raises
        an error if the file cannot be opened.
        """
        command = [program, "pipe", *arguments]
        if database is not None:
            command += ["--database", str(database)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self._lock = threading.Lock()
        self._ids = itertools.count(1)

    def search(self, text="", where=None, sort=None, facets=None, **options):
        """Finds items.

        `where` is a filter such as `"year >= 2010"`, or a list of filters that all have to be met; `sort`
        is an attribute to sort by, such as `"year:desc"`; `facets` are the names of attributes whose
        values are counted among the matches. With one of them, the text may be empty. `options` are the
        other keys of a query, such as `limit=5`, `layout="flat"` or `sections=["Cities"]`.
        """
        return self.request(
            {"q": text, "where": where, "sort": sort, "facets": facets and list(facets), **options})

    def complete(self, text, limit=8, sections=None):
        """Returns completions of a text."""
        return self.request(
            {"complete": {"text": text, "limit": limit, "sections": sections}})["completions"]

    def why(self, item, text, **options):
        """Explains why the item with an id is or is not a hit for a text."""
        return self.request({"why": {"item": item, "q": text, **options}})

    def show(self, item):
        """Returns the item with an id, or None if it does not exist."""
        return self.request({"show": item})["item"]

    def sections(self):
        """Returns the sections: their ids, titles and numbers of items."""
        return self.request({"list": {}})["sections"]

    def attributes(self):
        """Returns the attributes: their names, and the number of items that have each."""
        return self.request({"attributes": {}})["attributes"]

    def items(self, section, start=0):
        """Yields the items of a section in their order, from number `start`, counted from 0."""
        while True:
            page = self.request({"list": {"section": section, "from": start}})["items"]
            if not page:
                return
            yield from page
            start += len(page)

    def add(self, items):
        """Adds or updates items, in one transaction; returns their ids and sections."""
        return self.request({"add": list(items)})["added"]

    def move(self, items, to, at=None):
        """Moves items to a section, in one transaction; `at` is a position there, counted from 0."""
        return self.request({"move": {"items": list(items), "to": to, "at": at}})["moved"]

    def remove(self, items):
        """Removes the items with these ids; returns the number of those that existed."""
        return self.request({"remove": list(items)})["removed"]

    def choose(self, item, text):
        """Records that a person chose an item for a text; `search(…, learned=True)` puts it first."""
        self.request({"choose": {"item": item, "text": text}})

    def pin(self, items, text):
        """Puts the items with these ids first for exactly this text, after those pinned before."""
        return self.request({"pin": {"items": list(items), "text": text}})["pinned"]

    def unpin(self, text, items=None):
        """Removes the pins of a text: those of some items, or all; returns their number."""
        items = None if items is None else list(items)
        return self.request({"unpin": {"text": text, "items": items}})["unpinned"]

    def pins(self):
        """Returns all pins: their texts and the ids of their items."""
        return self.request({"pins": {}})["pins"]

    def apply(self, upserts=(), removals=(), checkpoint=None):
        """Adds, updates and removes items and sets a checkpoint, in one transaction.

        `checkpoint` is a name and a text or bytes: `("atlas", "page 71")`.
        """
        return self.request({"apply": {
            "upserts": list(upserts), "removals": list(removals),
            "checkpoint": _encoded(checkpoint)}})

    def reconcile(self, items, prefix=None, sections=None, checkpoint=None):
        """Adds or updates the items, then removes all others: those whose ids begin with `prefix`,
        those in `sections`, or, without either, all."""
        return self.request({"reconcile": {
            "items": list(items), "prefix": prefix, "sections": sections,
            "checkpoint": _encoded(checkpoint)}})

    def checkpoint(self, name):
        """Returns the value of a checkpoint: text, bytes if it is not text, or None if it was never set."""
        return _decoded(self.request({"checkpoint": name})["checkpoint"])

    def synonyms(self):
        """Returns the sets of synonyms: `{"synonyms": […]}`, with "for" if a set is one-way."""
        return self.request({"synonyms": {}})["synonyms"]

    def add_synonyms(self, sets):
        """Adds sets of synonyms; returns the number of new ones. A set is a list of words or phrases
        that find each other, or an object as `synonyms()` returns it."""
        return self.request({"synonyms": {"add": _sets(sets)}})["addedSynonyms"]

    def remove_synonyms(self, sets):
        """Removes sets of synonyms; returns the number of those that existed."""
        return self.request({"synonyms": {"remove": _sets(sets)}})["removedSynonyms"]

    def replace_synonyms(self, sets):
        """Replaces all sets of synonyms, and returns the new ones."""
        return self.request({"synonyms": {"replace": _sets(sets)}})["synonyms"]

    def request(self, message):
        """Sends a request and returns its answer. Raises ShortlistError for an error."""
        with self._lock:
            number = next(self._ids)
            line = json.dumps({**message, "id": number}, ensure_ascii=False)
            try:
                # Half a surrogate pair, which UTF-8 cannot express, arrives as "?".
                self._process.stdin.write(line.encode("utf-8", "replace") + b"\n")
                self._process.stdin.flush()
                answer = self._process.stdout.readline()
            except (BrokenPipeError, ValueError):
                answer = b""
            if not answer:
                raise ShortlistError("closed", self._last_words())
        answer = json.loads(answer)
        if answer.pop("id", None) != number and "error" not in answer:
            raise ShortlistError("internal", "The answer belongs to another request.")
        if "error" in answer:
            raise ShortlistError(answer["error"]["code"], answer["error"]["message"])
        return answer

    def close(self):
        """Ends the program. Does nothing the second time."""
        with self._lock:
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
            self._process.wait()

    def _last_words(self):
        """Returns the reason why the program has ended."""
        if self._process.stderr.closed:
            return "The list is closed."
        self._process.wait()
        words = self._process.stderr.read().decode("utf-8", "replace").strip()
        return words or f"The program ended with status {self._process.returncode}."

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def pieces(text, ranges):
    """Yields a text in pieces, each with whether it matched. `ranges` are those of a hit or a snippet,
    in bytes of UTF-8.

        >>> list(pieces("Łódź", [[0, 4]]))
        [('Łó', True), ('dź', False)]
    """
    utf8 = text.encode()
    end = 0
    for start, stop in [*ranges, (len(utf8), len(utf8))]:
        if start > end:
            yield utf8[end:start].decode(), False
        if stop > start:
            yield utf8[start:stop].decode(), True
        end = stop


def _sets(sets):
    return [one if isinstance(one, dict) else {"synonyms": list(one)} for one in sets]


def _encoded(checkpoint):
    if checkpoint is None:
        return None
    name, value = checkpoint
    if isinstance(value, str):
        return {"name": name, "value": value}
    return {"name": name, "valueBase64": base64.b64encode(value).decode()}


def _decoded(checkpoint):
    if checkpoint is None:
        return None
    if "value" in checkpoint:
        return checkpoint["value"]
    return base64.b64decode(checkpoint["valueBase64"])
