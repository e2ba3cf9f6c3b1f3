"""Tests of the client, and of the schema if the package jsonschema is installed.

    swift build
    python3 -m unittest discover Clients/python

SHORTLIST_PROGRAM names another program than .build/debug/shortlist, and SHORTLIST_NEEDS_SCHEMA=1 makes
it an error if jsonschema is missing.
"""

import json
import os
import pathlib
import tempfile
import threading
import unittest

from shortlist import Shortlist, ShortlistError, pieces

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SHORTLIST_PROGRAM", str(ROOT / ".build/debug/shortlist"))

try:
    import jsonschema
except ImportError:
    if os.environ.get("SHORTLIST_NEEDS_SCHEMA"):
        raise
    jsonschema = None


def validator(name):
    schema = json.loads((ROOT / "Documentation/pipe.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator({**schema, "oneOf": [{"$ref": f"#/$defs/{name}"}]})


class Checked(Shortlist):
    """A client whose messages are compared with the schema."""

    def request(self, message):
        if jsonschema:
            REQUESTS.validate(message)
        answer = super().request(message)
        if jsonschema:
            RESPONSES.validate(answer)
        return answer


if jsonschema:
    REQUESTS, RESPONSES = validator("request"), validator("response")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "list.sqlite"
        with open(self.file.with_suffix(".ndjson"), "w", encoding="utf-8") as lines:
            for title in ["New Zealand", "Iceland", "Łódź", "東京都"]:
                print(json.dumps({"title": title, "section": "Places", "id": title}), file=lines)
        os.spawnl(
            os.P_WAIT, PROGRAM, PROGRAM, "import", "--database", str(self.file),
            str(self.file.with_suffix(".ndjson")))
        self.list = Checked(self.file, program=PROGRAM)
        self.addCleanup(self.list.close)

    def titles(self, text, **options):
        return [hit["title"] for hit in self.list.search(text, layout="flat", **options)["hits"]]


class Reading(Case):
    def test_search(self):
        self.assertEqual(self.titles("lodz"), ["Łódź"])
        self.assertEqual(self.titles("land"), ["Iceland", "New Zealand"])
        self.assertEqual(self.titles("nothing like it"), [])
        grouped = self.list.search("zeland", explain=True, totals="exact")
        self.assertEqual(grouped["corrected"], "Zealand")
        self.assertEqual(grouped["groups"][0]["hits"][0]["tier"], "typo")

    def test_learning(self):
        self.list.choose("New Zealand", "land")
        self.assertEqual(self.titles("lan", learned=True), ["New Zealand", "Iceland"])
        self.assertEqual(self.titles("lan"), ["Iceland", "New Zealand"])
        with self.assertRaises(ShortlistError):
            self.list.choose("Atlantis", "land")

    def test_pins(self):
        self.assertEqual(self.list.pin(["New Zealand", "Iceland"], "Hobbits "), 2)
        self.assertEqual(self.titles("hobbits"), ["New Zealand", "Iceland"])
        self.assertTrue(self.list.search("hobbits")["groups"][0]["hits"][0]["pinned"])
        self.assertEqual(self.list.pins(), [{"text": "hobbits", "item": "New Zealand"},
                                            {"text": "hobbits", "item": "Iceland"}])
        self.assertEqual(self.list.unpin("hobbits", ["Iceland"]), 1)
        self.assertEqual(self.list.unpin("hobbits"), 1)
        self.assertEqual(self.titles("hobbits"), [])

    def test_control(self):
        self.assertEqual(self.titles("icelnd"), ["Iceland"])
        self.assertEqual(self.titles("icelnd", typos={"letters": 7}), [])
        self.assertEqual(self.titles("icelnd", typos={"fields": ["body"]}), [])
        self.assertEqual(self.titles("-iceland", operators=False), ["Iceland"])
        self.assertEqual(self.titles("iceland", fieldWeights={"title": 0, "body": 2.5}), ["Iceland"])

    def test_section_titles(self):
        text = "places iceland"
        hit = self.list.search(text)["groups"][0]["hits"][0]
        self.assertEqual((hit["title"], hit.get("matchesSection")), ("Iceland", True))
        self.assertEqual(self.titles(text, sectionTitles=False), [])

    def test_pages(self):
        first = self.list.search("land", layout="flat", limit=1)
        second = self.list.search("land", layout="flat", limit=1, after=first["next"])
        self.assertEqual([hit["id"] for hit in first["hits"] + second["hits"]],
                         ["Iceland", "New Zealand"])
        self.assertNotIn("next", second)

    def test_any_text(self):
        for text in ["", "AND (", '"', "-", "\0", "\n", "\ud800", "é" * 5_000, "a " * 5_000, "𝄞"]:
            self.list.search(text)
            self.list.complete(text)

    def test_pieces(self):
        hit = self.list.search("日本 OR 東京", layout="flat")["hits"][0]
        self.assertEqual(
            [piece for piece, is_match in pieces(hit["title"], hit["ranges"]["title"]) if is_match],
            ["東京"])
        self.assertEqual(list(pieces("", [])), [])

    def test_complete_and_why(self):
        self.assertEqual(self.list.complete("ice", limit=1)[0]["text"], "Iceland")
        self.assertEqual(self.list.complete("ice", sections=["Elsewhere"]), [])
        self.assertTrue(self.list.why("Iceland", "ice")["isHit"])
        self.assertFalse(self.list.why("Iceland", "new")["isHit"])

    def test_attributes(self):
        self.list.add([
            {"title": title, "section": "Cities", "attributes": attributes}
            for title, attributes in [
                ("Kyoto", {"country": "Japan", "founded": 794, "tags": ["old", "garden"]}),
                ("Nara", {"country": "Japan", "founded": 710, "capital": False, "none": None}),
                ("Narvik", {"country": "Norway"})]])
        self.assertEqual(self.titles("na", where="country = japan"), ["Nara"])
        self.assertEqual(self.titles("", where=["country = Japan", "tags = old"]), ["Kyoto"])
        self.assertEqual(self.titles("", where="country EXISTS", sort="founded:desc"),
                         ["Kyoto", "Nara", "Narvik"])
        facets = self.list.search(facets=["country"], maxFacetValues=1)["facets"]
        self.assertEqual(facets, [{"attribute": "country", "values": [
            {"value": "Japan", "total": {"value": 2, "relation": "exact"}}]}])
        self.assertIn({"name": "country", "items": 3}, self.list.attributes())
        self.assertEqual(self.list.show("Cities/Kyoto")["attributes"]["tags"], ["old", "garden"])
        self.assertFalse(self.list.why("Cities/Nara", "nara", where="founded > 800")["isHit"])
        with self.assertRaises(ShortlistError) as failure:
            self.list.search("x", where="country =")
        self.assertEqual(failure.exception.code, "badRequest")

    def test_lists(self):
        self.assertEqual(
            self.list.sections(), [{"id": "Places", "title": "Places", "count": 4}])
        self.assertEqual([item["id"] for item in self.list.items("Places", start=2)],
                         ["Łódź", "東京都"])
        self.assertEqual(self.list.show("Iceland")["section"], "Places")
        self.assertIsNone(self.list.show("Atlantis"))


class Changing(Case):
    def test_changes(self):
        added = self.list.add([
            {"title": "Oslo", "section": "Cities", "weight": 7, "payload": {"a": [1]}},
            {"title": "Bergen", "section": "Cities", "keywords": ["Bjørgvin"]}])
        self.assertEqual(added[0], {"id": "Cities/Oslo", "section": "Cities"})
        self.assertEqual(self.list.show("Cities/Oslo")["payload"], {"a": [1]})
        self.assertEqual(self.list.move(["Cities/Bergen"], "Places", at=0), 1)
        self.assertEqual(next(self.list.items("Places"))["title"], "Bergen")
        self.assertEqual(self.list.remove(["Cities/Bergen", "Atlantis"]), 1)
        self.assertEqual(self.titles("bjorgvin"), [])

    def test_checkpoints(self):
        self.assertIsNone(self.list.checkpoint("atlas"))
        for value in ["page 71", b"\xff\0", ""]:
            counts = self.list.apply(
                upserts=[{"id": "x", "title": f"X {value!r}"}], removals=["Iceland"],
                checkpoint=("atlas", value))
            self.assertEqual(counts["inserted"] + counts["updated"], 1)
            self.assertEqual(self.list.checkpoint("atlas"), value)
        counts = self.list.reconcile([{"id": "x", "title": "X"}], prefix="Ł")
        self.assertEqual((counts["updated"], counts["removed"]), (1, 1))
        self.assertEqual(self.list.reconcile([], sections=["Items"])["removed"], 1)

    def test_synonyms(self):
        one_way = {"synonyms": ["Tokyo", "東京都"], "for": "capital"}
        self.assertEqual(self.list.add_synonyms([["aotearoa", "New Zealand"], one_way]), 2)
        self.assertEqual(self.list.add_synonyms([["new-zealand", "Aotearoa"]]), 0)
        self.assertEqual(
            self.list.synonyms(), [{"synonyms": ["aotearoa", "New Zealand"]}, one_way])
        hit = self.list.search("aotearoa", layout="flat")["hits"][0]
        self.assertEqual((hit["title"], hit["synonym"]), ("New Zealand", True))
        self.assertNotIn("synonym", self.list.search("iceland", layout="flat")["hits"][0])
        self.assertEqual(self.titles("capital"), ["東京都"])
        self.assertEqual(self.list.remove_synonyms([one_way, ["x", "y"]]), 1)
        self.assertEqual(self.list.replace_synonyms([["a", "b"]]), [{"synonyms": ["a", "b"]}])
        with self.assertRaises(ShortlistError) as failure:
            self.list.add_synonyms([["…", "b"]])
        self.assertEqual(failure.exception.code, "invalidValue")

    def test_many_pages(self):
        self.list.add({"title": f"Item {number}", "section": "Many"} for number in range(250))
        self.assertEqual(len({item["id"] for item in self.list.items("Many")}), 250)


class Failing(Case):
    def test_bad_requests(self):
        for message in [{}, {"q": 5}, {"q": "x", "limit": 0}, {"move": {"items": []}},
                        {"show": "x", "remove": []}, {"list": {"sections": 1}}, {"add": [{}]},
                        {"synonyms": {"set": []}}, {"synonyms": {"add": [{"for": "x"}]}}]:
            with self.assertRaises(ShortlistError, msg=message) as failure:
                Shortlist.request(self.list, message)
            self.assertEqual(failure.exception.code, "badRequest")
            if jsonschema and message != {"show": "x", "remove": []}:
                self.assertFalse(REQUESTS.is_valid(message), message)

    def test_typed_errors(self):
        with self.assertRaises(ShortlistError) as failure:
            self.list.move(["Atlantis"], "Places")
        self.assertEqual(failure.exception.code, "unknownItem")
        with self.assertRaises(ShortlistError) as failure:
            self.list.why("Atlantis", "x")
        self.assertEqual(failure.exception.code, "unknownItem")
        with self.assertRaises(ShortlistError) as failure:
            next(self.list.items("Elsewhere"))
        self.assertEqual(failure.exception.code, "unknownSection")

    def test_no_file(self):
        with Shortlist(self.file.with_name("none.sqlite"), program=PROGRAM) as missing:
            with self.assertRaises(ShortlistError) as failure:
                missing.search("x")
        self.assertEqual(failure.exception.code, "closed")
        self.assertIn("There is no database at", str(failure.exception))

    def test_closed(self):
        self.list.close()
        self.list.close()
        with self.assertRaises(ShortlistError) as failure:
            self.list.search("x")
        self.assertEqual(failure.exception.code, "closed")


class Threads(Case):
    def test_answers_belong_to_their_requests(self):
        wrong = []

        def ask(title):
            for _ in range(50):
                if self.titles(title) != [title]:
                    wrong.append(title)

        threads = [threading.Thread(target=ask, args=[title]) for title in ["Iceland", "Łódź", "東京都"]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
