"""The rows of the table-valued functions, and what a statement passes on to the search."""

import json
import random
import re
import subprocess
import unittest

from extension import PLACES, PROGRAM, ROUNDS, Case, make_list

from shortlist import Shortlist


class Columns(Case):
    def test_hits_have_the_fields_of_their_items(self):
        [row] = self.rows(
            "SELECT rank, section, id, title, subtitle, keywords, body, weight, payload, tier,"
            " highlights, snippet FROM shortlist(?, 'san jose northern california')", self.file)
        self.assertEqual(row[:5], (1, "United States", "us", "San Jose", "California"))
        self.assertEqual(json.loads(row[5]), PLACES[2]["keywords"])
        self.assertEqual(row[6:10], (PLACES[2]["body"], 1026908, None, "text"))
        self.assertEqual(json.loads(row[10]), {
            "title": [[0, 3], [4, 8]], "subtitle": [[0, 10]], "body": [[20, 28], [29, 39]],
            "snippet": [[20, 28], [29, 39]]})
        self.assertEqual(row[11], PLACES[2]["body"])

    def test_keywords_have_an_array_of_ranges_each(self):
        [(highlights,)] = self.rows("SELECT highlights FROM shortlist(?, 'silicon')", self.file)
        self.assertEqual(json.loads(highlights), {"keywords": [[], [[0, 7]]]})

    def test_hidden_columns_return_the_arguments(self):
        [row] = self.rows(
            "SELECT file, query, scope, top, layout, budget FROM shortlist(?, 'lodz', NULL, 7)", self.file)
        self.assertEqual(row, (self.file, "lodz", None, 7, None, None))
        [columns] = zip(*self.rows("SELECT count(*) FROM pragma_table_info('shortlist')"))
        self.assertEqual(columns, (14,))

    def test_attributes_are_json(self):
        rows = self.rows("SELECT attributes FROM shortlist(?, 'san OR lodz') ORDER BY title", self.file)
        attributes = {item["title"]: item.get("attributes", {}) for item in PLACES}
        self.assertEqual([json.loads(row[0]) for row in rows],
                         [attributes[title] for title in sorted(attributes)])
        self.assertIn(('{"capital":true,"continent":"North America","founded":1738}',), rows)

    def test_payloads_are_the_bytes_of_the_item(self):
        file = str(self.folder / "payload.sqlite")
        make_list(file, [{"section": "S", "title": "With payload", "payload": {"a": [1, "ü"]}}])
        [(payload,)] = self.rows("SELECT payload FROM shortlist(?, 'payload')", file)
        self.assertEqual(json.loads(payload), {"a": [1, "ü"]})

    def test_completions(self):
        sql = "SELECT rank, text, typed, kind FROM shortlist_completions(?, 'san j')"
        self.assertEqual(self.rows(sql, self.file)[0], (1, "San Jose", "[0,5]", "title"))
        shown = json.loads(subprocess.check_output(
            [PROGRAM, "complete", "--database", self.file, "--json", "san j"]))["completions"]
        self.assertEqual(
            [(c["text"], c["typed"], c["kind"], c["weight"]) for c in shown],
            [(a, json.loads(b), c, d) for a, b, c, d in self.rows(
                "SELECT text, typed, kind, weight FROM shortlist_completions(?, 'san j')", self.file)])
        of = "SELECT text FROM shortlist_completions(?, 'san j', ?, ?)"
        self.assertEqual(self.rows(of, self.file, None, 1), [("San Jose",)])
        self.assertEqual(self.rows(of, self.file, "Puerto Rico", 1), [("San Juan",)])

    def test_fold_and_version(self):
        self.assertEqual(
            self.rows("SELECT shortlist_fold('Łódź, STRASSE'), shortlist_fold(NULL), shortlist_fold('')"),
            [("lodz, strasse", None, "")])
        program = subprocess.check_output([PROGRAM, "--version"], encoding="utf-8")
        [(version,)] = self.rows("SELECT shortlist_version()")
        self.assertIn(version, program)

    def test_fts5_tables_use_the_tokenizer(self):
        self.rows("CREATE VIRTUAL TABLE town USING fts5(name, tokenize = 'shortlist')")
        self.db.executemany("INSERT INTO town VALUES (?)", [("Łódź",), ("U.S.A",), ("e-mail",)])
        find = "SELECT name FROM town(?)"
        for query, name in [("lodz", "Łódź"), ("lod*", "Łódź"), ("usa", "U.S.A"), ("email", "e-mail")]:
            self.assertEqual(self.rows(find, query), [(name,)], query)
        self.rows("DELETE FROM town WHERE name = 'Łódź'")
        self.assertEqual(self.rows(find, "lodz"), [])
        self.rows("INSERT INTO town(town) VALUES ('integrity-check')")


class Attributes(Case):
    def test_filters(self):
        def titles(query, filter):
            return self.titles(query, f"WHERE filter = '{filter}'")
        self.assertEqual(titles("san", "continent = south america"), ["Santiago"])
        self.assertEqual(titles("san j", "founded > 1600 AND capital = true"), ["San José"])
        # Without words, all items that meet it.
        self.assertEqual(set(titles("", "founded < 1700")), {"San Juan", "Santiago"})
        self.assertEqual(titles("san", "NONE"), [])
        self.assertEqual(self.titles("san", "WHERE filter IS NULL"), self.titles("san"))
        self.assertEqual(len(self.rows(
            "SELECT 1 FROM shortlist(?, 'san', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
            self.file)), 4)
        plan = self.plan("SELECT title FROM shortlist(?, 's') WHERE filter = 'ALL' LIMIT 2", self.file)
        self.assertIn("INDEX 0:file query filter limit", plan)
        self.assertEqual(
            self.error("SELECT * FROM shortlist(?, 's') WHERE filter = 'founded >'", self.file),
            "The filter cannot be read: it ends where it needs a value.")

    def test_orders(self):
        def titles(sort, more=""):
            return self.titles("san", f"WHERE sort = '{sort}' {more}")
        by_year = ["San Juan", "Santiago", "San José", "San Jose"]
        self.assertEqual(titles("founded"), by_year)
        self.assertEqual(titles("founded:desc"), by_year[::-1])
        self.assertEqual(titles("founded", "ORDER BY rank LIMIT 2 OFFSET 1"), by_year[1:3])
        self.assertEqual(titles("rank"), self.titles("san"))
        self.assertEqual(self.titles("", "WHERE sort = 'founded'"), by_year + ["Łódź"])

    def test_facets(self):
        sql = "SELECT value, count, is_exact FROM shortlist_facets(?, ?, ?, ?)"
        self.assertEqual(self.rows(sql, self.file, "san", "continent", None),
                         [("North America", 3, 1), ("South America", 1, 1)])
        self.assertEqual(self.rows(sql, self.file, "", "capital", "founded < 1750"),
                         [("true", 2, 1)])
        self.assertEqual(
            sorted(self.rows(sql, self.file, "san", "founded", None)),
            [(1521, 1, 1), (1541.5, 1, 1), (1738, 1, 1), (1777, 1, 1)])
        self.assertEqual(len(self.rows(sql, self.file, "", "tags", None)), 3)
        for values in [("lodz", "continent", None), ("san", "nothing", None), ("san", None, None),
                       (None, "continent", None)]:
            self.assertEqual(self.rows(sql, self.file, *values), [], values)
        self.assertEqual(
            self.rows("SELECT rank, value, query, attribute FROM"
                      " shortlist_facets(?, 'san', 'continent') ORDER BY rank LIMIT 1 OFFSET 1", self.file),
            [(2, "South America", "san", "continent")])
        self.assertEqual(
            self.rows("SELECT value FROM shortlist_facets(?, 'san', 'continent') WHERE top = 1"
                      " AND scope = 'Chile'", self.file), [("South America",)])
        self.assertIn("needs an attribute", self.error("SELECT * FROM shortlist_facets(?, 'san')", self.file))
        self.assertIn("cannot be read", self.error(sql, self.file, "san", "continent", "x"))
        plan = self.plan("SELECT value FROM shortlist_facets(?, 'san', 'continent') LIMIT 2", self.file)
        self.assertIn("INDEX 0:file query attribute limit", plan)

    def test_facets_join_the_rows_of_a_table(self):
        self.rows("CREATE TABLE wanted(name)")
        self.db.executemany("INSERT INTO wanted VALUES (?)", [("continent",), ("capital",)])
        self.assertEqual(
            self.rows("SELECT name, value, count FROM wanted, shortlist_facets(?, 'san', name)"
                      " ORDER BY name, count DESC, value", self.file),
            [("capital", "true", 2), ("capital", "false", 1), ("continent", "North America", 3),
             ("continent", "South America", 1)])


class Plans(Case):
    def test_limit_and_offset_reach_the_search(self):
        plan = self.plan("SELECT title FROM shortlist(?, 's') LIMIT 2 OFFSET 1", self.file)
        self.assertIn("INDEX 0:file query limit offset", plan)
        self.assertEqual(self.titles("san", "LIMIT 2 OFFSET 1"), self.titles("san")[1:3])
        self.assertEqual(self.titles("san", "LIMIT -1 OFFSET -5"), self.titles("san"))
        self.assertEqual(self.titles("san", "LIMIT 0"), [])
        self.assertEqual(self.titles("san", "LIMIT 9223372036854775807 OFFSET 3"), self.titles("san")[3:])
        self.assertEqual(self.titles("san", "LIMIT 1 OFFSET 9223372036854775807"), [])
        self.assertEqual(
            self.rows("SELECT rank FROM shortlist(?, 'san') LIMIT 2 OFFSET 1", self.file), [(2,), (3,)])

    def test_limit_does_not_reach_the_search_before_rows_are_dropped_or_sorted(self):
        for more in ["WHERE title > 'San Jp' LIMIT 1", "WHERE weight < 400000 LIMIT 1",
                     "ORDER BY weight LIMIT 1", "ORDER BY rank DESC LIMIT 1",
                     "WHERE section = 'chile' COLLATE NOCASE LIMIT 1",
                     "WHERE section = 'Chile' OR title = 'San Juan' LIMIT 1",
                     "WHERE query = 'sant' LIMIT 1"]:
            plan = self.plan(f"SELECT title FROM shortlist(?, 'san') {more}", self.file)
            self.assertNotIn("limit", plan, more)
        self.assertEqual(self.titles("san", "WHERE title > 'San Jp' LIMIT 1"), ["Santiago"])
        self.assertEqual(self.titles("san", "ORDER BY weight LIMIT 1"), ["San José"])
        self.assertEqual(self.titles("san", "ORDER BY rank DESC LIMIT 1"), self.titles("san")[-1:])
        self.assertEqual(self.titles("san", "WHERE section = 'chile' COLLATE NOCASE"), ["Santiago"])
        self.assertEqual(
            self.rows("SELECT count(*) FROM shortlist(?, 'san') LIMIT 1", self.file), [(4,)])
        self.assertEqual(self.titles("san", "WHERE query = 'sant'"), [])

    def test_order_by_rank_needs_no_sorting(self):
        sql = "SELECT title FROM shortlist(?, 'san') ORDER BY rank, title LIMIT 2"
        plan = self.plan(sql, self.file)
        self.assertNotIn("TEMP B-TREE", plan)
        self.assertIn("file query limit", plan)

    def test_sections_reach_the_search(self):
        for more, plan, titles in [
            ("WHERE section = 'Chile' LIMIT 5", "section limit", ["Santiago"]),
            ("WHERE section IN ('Chile', 'Puerto Rico', 'Nowhere', NULL, 5, x'00') LIMIT 5",
             "sections limit", ["Santiago", "San Juan"]),
            ("WHERE section IN (SELECT 'Chi' || 'le') LIMIT 5", "sections limit", ["Santiago"]),
            ("WHERE section IN () LIMIT 5", "", []),
            ("WHERE section = NULL LIMIT 5", "", []),
            ("WHERE section = x'4368696c65' LIMIT 5", "section", []),
            ("WHERE section = 5 LIMIT 5", "section", []),
            ("WHERE scope = 'Chile' LIMIT 5", "scope limit", ["Santiago"]),
            ("WHERE scope = 'Chile' AND section = 'Poland' LIMIT 5", "scope section limit", []),
            ("WHERE scope = 'Chile' AND section IN ('Chile', 'Poland')", "scope sections", ["Santiago"]),
            ("WHERE section = 'Chile' AND section IN ('Chile', 'Puerto Rico')", "section", ["Santiago"]),
            ("WHERE section IN ('Chile', 'Puerto Rico') AND section IN ('Chile', 'Poland') LIMIT 5",
             "sections", ["Santiago"]),
            ("WHERE section = 'Chile' AND section = 'Puerto Rico'", "section", []),
        ]:
            sql = f"SELECT title FROM shortlist(?, 'san') {more}"
            self.assertIn(plan, self.plan(sql, self.file), more)
            self.assertEqual(self.titles("san", more), titles, more)
        self.assertEqual(
            self.rows("SELECT title FROM shortlist(?, 'san', 'Chile')", self.file), [("Santiago",)])

    def test_sections_of_numbers_compare_like_text(self):
        file = str(self.folder / "numbers.sqlite")
        make_list(file, [{"section": "5", "title": "Five"}, {"section": "6", "title": "Fifty"}])
        sql = "SELECT title FROM shortlist(?, 'f') WHERE section = ?"
        for value in (5, "5"):
            self.assertEqual(self.rows(sql, file, value), [("Five",)])

    def test_joins_search_for_each_row(self):
        self.rows("CREATE TABLE wanted(query TEXT, section TEXT)")
        self.db.executemany(
            "INSERT INTO wanted VALUES (?, ?)", [("san", "Chile"), ("lodz", None), ("san", "Poland")])
        join = "SELECT wanted.query, title FROM wanted, shortlist(?, wanted.query, wanted.section)"
        self.assertEqual(self.rows(join, self.file), [("san", "Santiago"), ("lodz", "Łódź")])
        self.assertEqual(self.rows(
            "SELECT a.title, b.title FROM shortlist(?1, 'lodz') AS a, shortlist(?1, 'santiago') AS b",
            self.file), [("Łódź", "Santiago")])
        self.assertEqual(self.rows(
            "SELECT title FROM shortlist(?, 'san') WHERE id IN (SELECT id FROM shortlist(?, 'santi'))",
            self.file, self.file), [("Santiago",)])
        self.assertEqual(
            sorted(self.rows(
                "SELECT title FROM shortlist(?) WHERE query IN ('lodz', 'santi')", self.file)),
            [("Santiago",), ("Łódź",)])


class Answers(Case):
    """Compares answers with those of `shortlist pipe`."""

    words = ["San", "Santa", "New", "Newport", "Łódź", "Saint-Denis", "U.S.A", "東京都", "O'Hara", "Zürich",
             "river", "Riverside", "Xi'an", "2nd", "Berlin", "Bern", "Çeşme", "Iceland", "Ireland"]
    @classmethod
    def setUpClass(cls):
        chance = random.Random(20)
        cls.items = [
            {"id": str(number), "section": f"Section {chance.randrange(9)}",
             "title": " ".join(chance.choices(cls.words, k=chance.randint(1, 3))),
             "body": " ".join(chance.choices(cls.words, k=20)) if number % 3 == 0 else "",
             "keywords": chance.choices(cls.words, k=2) if number % 4 == 0 else [],
             "weight": chance.randrange(10_000)}
            for number in range(1_500)
        ]
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.pipe = Shortlist(self.file, program=PROGRAM)
        self.addCleanup(self.pipe.close)

    def typed(self, chance):
        text = " ".join(chance.choices(self.words, k=chance.randint(1, 2)))
        text = text[:chance.randint(1, len(text))]
        if chance.random() < 0.2:
            place = chance.randrange(len(text))
            text = text[:place] + text[place + 1:]
        return text

    def test_answers_are_those_of_the_library(self):
        chance = random.Random(21)
        found = 0
        for _ in range(int(300 * ROUNDS)):
            text, layout = self.typed(chance), chance.choice(["flat", "flat", "grouped"])
            order, match = chance.choice(["rank", "list"]), chance.choice(["all", "all", "any"])
            limit, offset, typos = chance.randint(1, 12), chance.choice([0, 0, 3]), chance.random() < 0.8
            sections = chance.choice([None, [f"Section {chance.randrange(10)}" for _ in range(3)]])
            options = {"layout": layout, "order": order, "match": match, "typos": typos,
                       "limit": limit + offset if layout == "flat" else limit}
            if sections:
                options["sections"] = sections
            hits = self.pipe.search(text, **options)
            if layout == "grouped":
                hits = [hit for group in hits["groups"] for hit in group["hits"]]
            else:
                hits = hits["hits"][offset:]
            sql = "SELECT id, section, title, tier, score, highlights, snippet FROM shortlist(?, ?) "
            sql += "WHERE layout = ? AND sort = ? AND match = ? AND typos = ? "
            values = [self.file, text, layout, order, match, typos]
            if sections:
                sql += "AND section IN (?, ?, ?) "
                values += sections
            sql += "LIMIT ? OFFSET ?" if layout == "flat" else "AND top = ?"
            values += [limit, offset] if layout == "flat" else [limit]
            rows = self.rows(sql, *values)
            expected = []
            for hit in hits:
                ranges, snippet = dict(hit["ranges"]), hit["snippet"]
                if snippet:
                    ranges["snippet"] = snippet["ranges"]
                expected.append((hit["id"], hit["section"], hit["title"], hit["tier"], hit["score"],
                                 ranges, snippet and snippet["text"]))
            got = [(*row[:5], json.loads(row[5]), row[6]) for row in rows]
            self.assertEqual(got, expected, (sql, values))
            found += len(rows)
        self.assertGreater(found, 300)

    def test_without_limit_all_rows_come_in_the_same_order(self):
        chance = random.Random(22)
        for _ in range(int(60 * ROUNDS)):
            text, grouped = self.typed(chance), chance.random() < 0.5
            sql = f"SELECT id FROM shortlist(?, ?, NULL, NULL, '{'grouped' if grouped else 'flat'}')"
            everything = self.rows(sql, self.file, text)
            for limit, offset in [(1, 0), (7, 2), (2_000, 0)]:
                self.assertEqual(
                    self.rows(f"{sql} LIMIT {limit} OFFSET {offset}", self.file, text),
                    everything[offset:offset + limit], text)

    def test_conditions_and_orders_give_what_they_give_on_a_copy_of_all_rows(self):
        chance = random.Random(26)
        conditions = [
            "section = 'Section 1'", "section IN ('Section 1', 'Section 2', 'Section 8')", "section > 'Section 4'",
            "section IS 'Section 2'", "section = 'SECTION 3' COLLATE NOCASE", "section NOT IN ('Section 3')",
            "section = NULL", "tier = 'prefix'", "weight > 5000", "title LIKE 'S%'", "id IN ('1', '2', '3')",
            "(section = 'Section 1' OR weight > 9000)", "scope IS NULL", "top IS NULL", "rank > 3",
            "(section = 'Section 1' AND weight > 4000 OR section = 'Section 2' AND weight > 2000)",
            "(section = 'Section 5' AND weight > 4000 OR section = 'Section 5' AND tier = 'prefix')"]
        orders = ["", "ORDER BY rank", "ORDER BY rank DESC", "ORDER BY weight, id", "ORDER BY section, rank",
                  "ORDER BY rank, title", "ORDER BY rowid"]
        limits = ["", "LIMIT 1", "LIMIT 5", "LIMIT 4 OFFSET 3", "LIMIT -1 OFFSET 2"]
        found = 0
        for _ in range(int(300 * ROUNDS)):
            text, layout = self.typed(chance), chance.choice(["flat", "grouped"])
            where = " AND ".join(chance.sample(conditions, chance.randint(1, 2)))
            if layout == "grouped" or "rank >" in where:
                # Groups of fewer sections, and their ranks, are others.
                where = re.sub(r"\bsection\b", "+section", where)
            rest = f"WHERE {where} {chance.choice(orders)} {chance.choice(limits)}"
            arguments = f"('{self.file}', '{text.replace(chr(39), chr(39) * 2)}', NULL, NULL, '{layout}')"
            rows = self.rows(f"SELECT id, title FROM shortlist{arguments} {rest}")
            self.rows(f"CREATE TEMP TABLE copy AS SELECT rowid AS rowid, *, scope, top FROM shortlist{arguments}")
            self.assertEqual(rows, self.rows(f"SELECT id, title FROM copy {rest}"), (arguments, rest))
            self.rows("DROP TABLE copy")
            found += len(rows)
        self.assertGreater(found, 300)

    def test_both_sides_of_an_or_may_have_their_own_arguments(self):
        sides = " OR ".join(f"(file = ?1 AND {side})" for side in [
            "query = 'san' AND top = 3", "query = 'new' AND top = 2",
            "query = 'san' AND top = 3 AND weight >= 0"])
        sql = f"SELECT id FROM shortlist WHERE {sides}"
        self.assertIn("MULTI-INDEX OR", self.plan(sql, self.file))
        expected = [row for query, top in [("san", 3), ("new", 2)] for row in self.rows(
            "SELECT id FROM shortlist(?, ?, NULL, ?)", self.file, query, top)]
        self.assertEqual(sorted(self.rows(sql, self.file)), sorted(expected))

    def test_a_search_that_takes_too_long_fails(self):
        self.assertEqual(
            self.error("SELECT id FROM shortlist(?, 's') WHERE budget = 0", self.file),
            "The search was stopped after 0 ms. Give it a LIMIT, or more time with the hidden column “budget”.")

    def test_changes_show_in_the_next_statement(self):
        self.assertEqual(self.titles("quokka"), [])
        self.pipe.add([{"section": "Section 1", "title": "Quokka"}])
        self.assertEqual(self.titles("quokka"), ["Quokka"])
        self.pipe.remove(["Section 1/Quokka"])
        self.assertEqual(self.titles("quokka"), [])


if __name__ == "__main__":
    unittest.main()
