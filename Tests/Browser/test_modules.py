"""Modules of the app by themselves, in the browser that runs them."""

import json

from app import AppTest
from served import SAMPLE


class ModuleTests(AppTest):
    paths = [SAMPLE / "notes"]

    def clauses(self, query):
        return self.evaluate("query.js", f"m.clauses({json.dumps(query)}).map((c) => [c.field, c.value, c.isNegated])")

    def test_fields_that_stand_alone_become_chips(self):
        self.assertEqual(self.clauses('tent from:anna -in:"hiking group" lang:de date:2024..'),
                         [["from", "anna", False], ["in", "hiking group", True], ["lang", "de", False], ["date", "2024..", False]])

    def test_what_is_no_field_becomes_no_chip(self):
        self.assertEqual(self.clauses('re: budget 10:30 "from:anna" http://x.example from: annafrom:bob'), [])

    def test_a_field_that_something_else_depends_on_becomes_no_chip(self):
        self.assertEqual(self.clauses("(from:anna OR from:bob) cat kind:note OR dog NOT in:inbox"), [])

    def test_a_clause_goes_without_touching_the_rest(self):
        rest = self.evaluate("query.js", "m.without('tent from:\"anna lee\"  \"big one\"', m.clauses('tent from:\"anna lee\"')[0])")
        self.assertEqual(rest, 'tent "big one"')

    def test_a_new_date_takes_the_place_of_the_old_ones(self):
        self.assertEqual(self.evaluate("query.js", "m.withClause('after:2020 tent before:2024', 'date:2022')"), "tent date:2022")

    def test_text_cannot_reorder_or_colour_the_page(self):
        shown = self.evaluate("text.js", r"m.visible('a\u001b[31mb\u202egpj.exe\u0000\r\nc\u009b')")
        self.assertEqual(shown, "a\u241b[31mb\ufffdgpj.exe\u2400\nc\ufffd")

    def test_a_part_of_a_line_cannot_divide_it(self):
        text = json.dumps("Ada · 2024-09-01 •email\u00a0· x, col·lecció")
        self.assertEqual(self.evaluate("text.js", f"m.bylinePart({text})"), "Ada, 2024-09-01, email, x, col·lecció")

    def test_a_misleading_sender_of_a_result_has_its_address(self):
        for name, address, kind, shown in (("Me", "x@evil.example", "email", "<x@evil.example>"), ("Ada", "", "email", "(no e-mail address)"),
                                           ("ada@people.example", "x@evil.example", "email", "<x@evil.example>"), ("Me", "", "message", ""),
                                           ("Ada", "ada@people.example", "email", ""), ("", "ada@people.example", "email", "")):
            item = json.dumps({"sender": {"name": name, "address": address}, "kind": kind})
            self.assertEqual(self.evaluate("text.js", f"m.addressOfDoubtful({item})"), shown, name)

    def test_languages_have_names(self):
        self.assertEqual([self.evaluate("text.js", f"m.languageName('{code}')") for code in ("de", "zh")], ["German", "Chinese"])

    def test_languages_are_shown_where_there_are_several(self):
        languages = [{"language": code, "query": f"lang:{code}", "items": 2} for code in ("de", "fr")]
        for shown, titles in ((languages, ["Language"]), (languages[:1], [])):
            facets = json.dumps({"kinds": [], "years": [], "people": [], "places": [], "languages": shown})
            found = self.evaluate("facets.js", f"(({{ element, update }}) => [update({facets}), "
                                  "[...element.querySelectorAll('h2')].map((each) => each.textContent)][1])(m.createFacets(() => {}))")
            self.assertEqual(found, titles)

    def test_an_excerpt_begins_near_what_was_found(self):
        segments = json.dumps([{"text": "before " * 60}, {"text": "found", "mark": "word"}, {"text": " after"}])
        text = self.evaluate("text.js", f"m.excerpt({segments}).map((s) => s.text).join('')")
        self.assertTrue(text.startswith("…before") and text.endswith("found after"))
        self.assertLess(len(text), 110)

    def test_passages_are_found_again_in_an_item_with_quotations(self):
        segments = json.dumps([{"text": "Yes. "}, {"text": "> the old tent", "quoted": True}])
        passage = json.dumps([{"segments": [{"text": "the old "}, {"text": "tent", "mark": "word"}], "item": {"id": "1"}}])
        runs = self.evaluate("passage-marks.js", f"m.runs({segments}, {passage}, false)")
        self.assertEqual([(run["text"], run["quoted"], run.get("mark")) for run in runs],
                         [("Yes. ", False, None), ("> the old ", True, None), ("tent", True, "word")])

    def test_of_passages_without_marks_only_the_best_is_marked_whole(self):
        segments = json.dumps([{"text": "Title One. Two."}])
        plain = lambda text: {"segments": [{"text": text}], "item": {"id": "1"}}
        word = {"segments": [{"text": "Title", "mark": "word"}], "item": {"id": "1"}}
        for passages, marked in (([plain("One."), plain("Two.")], ["One."]), ([word, plain("One."), plain("Two.")], ["Title"])):
            runs = self.evaluate("passage-marks.js", f"m.runs({segments}, {json.dumps(passages)}, true)")
            self.assertEqual([run["text"] for run in runs if run.get("mark")], marked)

    def test_a_list_of_a_million_rows_shows_any_of_them_and_keeps_few(self):
        self.driver.execute_async_script("""
            const done = arguments[0];
            import("/app/virtual-list.js").then(async ({ VirtualList }) => {
              const row = (text) => Object.assign(document.createElement("a"), { textContent: text, href: "/" });
              const load = async (offset, limit) => ({ total: 1000000, items: Array.from({ length: limit }, (_, i) => `row ${offset + i}`) });
              const list = new VirtualList({ rowHeight: 64, label: "Rows", load, renderRow: row, onError: done });
              Object.assign(list.element.style, { height: "600px", position: "fixed", inset: "0 auto auto 0", width: "400px" });
              document.body.append(list.element);
              await list.start();
              window.list = list;
              done();
            });""")
        height = self.run_script("return list.element.scrollHeight")
        self.assertLess(height, 16_000_000)
        self.run_script("list.element.scrollTop = list.element.scrollHeight")
        self.until(lambda: "row 999999" in self.run_script("return list.space.textContent"), "the last row")
        self.run_script("list.element.scrollTop = (list.element.scrollHeight - 600) / 2")
        self.until(lambda: "row 500000" in self.run_script("return list.space.textContent"), "the middle row")
        top = self.run_script("return list.top")
        self.run_script("list.element.scrollBy(0, 64)")
        self.until(lambda: self.run_script("return list.top") == top + 64, "a small step goes by pixels")
        self.assertLess(self.run_script("return list.space.children.length"), 40)

    def test_a_refined_answer_leaves_the_row_in_use_where_it_is(self):
        order = self.driver.execute_async_script("""
            const done = arguments[0];
            import("/app/results.js").then(({ ResultList }) => {
              const result = (id, text) => ({
                thread: { kind: "note", title: id, items: 1 }, why: "", confidence: 0.9, match: "says", morePassages: 0, similarThreads: 0,
                passages: [{ item: { id, kind: "note", title: id, conversation: "" }, segments: [{ text }], range: [0, 1], scores: {} }],
              });
              const list = new ResultList((id) => `/item/${id}`);
              document.body.append(list.element);
              const titles = () => list.links.map((link) => link.textContent).join("");
              list.update(["a", "b", "c", "d"].map((id) => result(id, "by words")), false);
              const element = list.links[1].closest("li");
              list.links[1].focus();
              list.update(["d", "e", "a", "b"].map((id) => result(id, "by meaning")), true);
              const kept = element === list.links[1].closest("li") && document.activeElement === list.links[1];
              const refined = titles();
              list.update(["d", "e", "a", "b"].map((id) => result(id, "again")), false);
              done([refined, kept, titles()]);
            });""")
        self.assertEqual(order, ["dbea", True, "deab"])

    def test_weaker_results_have_a_heading_whatever_stands_before_them(self):
        headings = self.driver.execute_async_script("""
            const done = arguments[0];
            import("/app/results.js").then(({ ResultList }) => {
              const result = (match, index) => ({
                thread: { kind: "note", title: match, items: 1 }, why: "", confidence: 0.9, match, morePassages: 0, similarThreads: 0,
                passages: [{ item: { id: `${match}${index}`, kind: "note", title: match, conversation: "" }, segments: [{ text: "" }], range: [0, 1], scores: {} }],
              });
              const list = new ResultList((id) => `/item/${id}`);
              const headings = (matches, namesFirst) => {
                list.update(matches.map(result), false, namesFirst);
                return list.rows.map(({ element }) => element.dataset.kind ?? "");
              };
              done([headings(["says", "closeInMeaning", "weak"], true), headings(["closeInMeaning", "closeInMeaning", "weak"], true),
                headings(["closeInMeaning", "weak"], false)]);
            });""")
        self.assertEqual(headings, [["", "Close in meaning", "Less certain"], ["Close in meaning", "", "Less certain"], ["", "Less certain"]])

    def test_kinds_are_counted_in_one_order(self):
        counts = json.dumps({"note": 59, "email": 1, "message": 0, "document": 30})
        self.assertEqual(self.evaluate("text.js", f"m.kindCounts({counts}).flat().map((each) => each.textContent ?? each).join('')"),
                         "1 e-mail, 30 documents, 59 notes")

    def test_lines_that_only_their_width_broke_are_joined(self):
        text = ("This is the third time I have asked for the name of the scheme. If I do\n"
                "not have it by Friday I will ask the council what they advise, and I\n"
                "understand the answer involves up to three times the sum.\n\nHanna\n12 Quarry Lane\n")
        shown = self.evaluate("reflow.js", f"m.reflow({json.dumps(text)})")
        self.assertEqual(shown, text.replace("I do\nnot", "I do not").replace("and I\nunder", "and I under"))

    def test_lists_quotations_and_short_lines_keep_their_breaks(self):
        text = ("> This is the third time that somebody asked for the name of the scheme\n"
                "- and this is an item of a list which is as long as a line of a mail is\n"
                "- and another of which the same is true, so that nothing of it is joined\n"
                "   indented text stays as it is, whatever its length and its meaning be\n"
                "Roses are red\nViolets are blue\n")
        self.assertEqual(self.evaluate("reflow.js", f"m.reflow({json.dumps(text)})"), text)

    def test_rows_of_a_table_are_never_joined(self):
        text = ("The adjudicator has looked at all that was claimed, and decided thus now:\n"
                "Redecoration of the second bedroom and of the hall | claimed £395 | £45\n"
                "Carpet cleaning on the stairs and in both bedrooms | claimed £180 | £0\n"
                "Everything else that was claimed is denied by this decision and is final\n")
        self.assertEqual(self.evaluate("reflow.js", f"m.reflow({json.dumps(text)})"), text)

    def test_rows_become_a_table_and_keep_their_marks(self):
        runs = json.dumps([{"text": "Sums:\nOven | £6"}, {"text": "5 | ", "mark": "word"}, {"text": "due\nBlind | £120\n\nps | sort\n| a | b |\n| c | d |\n"}])
        parts = self.evaluate("reflow.js", f"m.withTables({runs})")
        self.assertEqual(["".join(run["text"] for run in part["runs"]) for part in parts if "rows" not in part],
                         ["Sums:\n", "\nps | sort\n| a | b |\n| c | d |\n"])
        [table] = [part["rows"] for part in parts if "rows" in part]
        self.assertEqual([["".join(run["text"] for run in cell).strip() for cell in row] for row in table],
                         [["Oven", "£65", "due"], ["Blind", "£120"]])
        self.assertEqual([run["text"] for row in table for cell in row for run in cell if run.get("mark")], ["5"])
