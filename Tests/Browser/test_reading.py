"""Notes, documents and chats as they mean: what is shown, what it leads to, and what it must not do."""

import base64
import json
import os
import pathlib
import shutil
import tempfile
import unittest

from app import AppTest

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

MILL = """---
tags: [water]
---
# The mill

It stands *by the weir* and **turns** slowly. See [[Ferns]], [the ferns again](Plants/Ferns.md), [[Nowhere]] and
https://made-up.example/mill?a=1.

- [x] grease the wheel
- [ ] mend the sluice gate

1. open the gate
2. wait

| part | width |
|------|------:|
| gate | 40 cm |

> The water does the work.

```sh
turn --slowly
```

![the wheel](img/wheel.png) ![[sluice.png]] ![far](https://evil.example/pixel.gif) ![out](../outside.png) ![link](img/link.png)
"""

GARDEN = """# Garden

Sow the marrow[^1] when the ==last frost is over==, and thin it[^thin].

> [!warning] Frost
> Cover the *marrow* at night.

> [!tip]-
> Ash helps.

![[sun.png]] ![](pics/sun.png)

[^1]: A marrow is a courgette that was forgotten.
[^2]: Nobody refers to this one.
[^thin]: To one plant a foot.
"""

HOSTILE = """# Hostile

<script>window.canary=1</script> <img src=x onerror="window.canary=1"> <iframe src="javascript:window.canary=1"></iframe>

[a](javascript:window.canary=1) [b](JaVaScRiPt:window.canary=1) [c](data:text/html,<script>window.canary=1</script>)
![d](javascript:window.canary=1) ![e](//evil.example/x.png) ![[//evil.example/y.png]] ![f](file:///etc/passwd) <https://evil.example/z>

<style>*{display:none}</style>
<div style="position:fixed;inset:0;background:red">over all</div>

| <img src=x onerror=window.canary=1> | `<script>window.canary=1</script>` |
|---|---|
| [[<img src=x onerror=window.canary=1>]] | x |

- [ ] <svg onload=window.canary=1>

[g]: javascript:window.canary=1
[g] ![g]

"><img src=x onerror=window.canary=1>
"""


def pdf(pages, info=""):
    """A PDF document with a line on each page."""
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))
    objects = ["<</Type/Catalog/Pages 2 0 R>>", f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>",
               "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", f"<<{info}>>"]
    for number, line in enumerate(pages):
        objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents {6 + 2 * number} 0 R/Resources<</Font<</F 3 0 R>>>>>>")
        stream = f"BT /F 22 Tf 72 740 Td ({line}) Tj ET"
        objects.append(f"<</Length {len(stream)}>>stream\n{stream}\nendstream")
    out, offsets = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    return (out + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
            f"trailer<</Size {len(objects) + 1}/Root 1 0 R/Info 4 0 R>>\nstartxref\n{len(out)}\n%%EOF\n").encode()


def chat():
    """Three hundred messages on six days, a week apart from each other, with a photo among them."""
    lines = []
    for day in range(6):
        for number in range(50):
            name = "Ada" if number % 3 else "Bea"
            text = "<Media omitted>" if (day, number) == (3, 10) else f"line {day}-{number} about nothing"
            if (day, number) == (3, 12):
                text = "the heron stood on the sluice gate"
            lines.append(f"{day * 5 + 1:02d}/03/2024, {8 + number // 10:02d}:{number:02d} - {name}: {text}")
    return "\n".join(lines) + "\n"


def telegram():
    """A chat in which the last message answers the first, and the second the one before it."""
    texts = [("Mira", "Where did you leave the key of the boathouse?", None), ("Tom", "Which key?", 1), ("Mira", "The brass one.", None),
             ("Tom", "On the nail behind the oars.", 1)]
    messages = [{"id": number, "type": "message", "date": f"2024-03-04T10:0{number}:00", "from": name, "from_id": f"user{name}", "text": text}
                | ({"reply_to_message_id": answered} if answered else {}) for number, (name, text, answered) in enumerate(texts, 1)]
    return json.dumps({"name": "Mira", "type": "personal_chat", "id": 7, "messages": messages})


class ReadingTest(AppTest):
    """A test on a vault, some documents and a chat."""

    @classmethod
    def setUpClass(cls):
        scratch = pathlib.Path(tempfile.mkdtemp(prefix="recall-reading-"))
        cls.addClassCleanup(shutil.rmtree, scratch, True)
        cls.source = scratch / "archive"
        for folder in ("vault/Plants", "vault/img", "vault/attachments", "vault/Plants/Beds", "vault/Plants/pics", "papers", "telegram"):
            (cls.source / folder).mkdir(parents=True)
        write = lambda name, content: (cls.source / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        write("vault/Mill.md", MILL)
        write("vault/Plants/Ferns.md", "# Ferns\n\nThey unroll in May. Back to [[Mill]].\n")
        write("vault/Hostile.md", HOSTILE)
        write("vault/Plants/Beds/Garden.md", GARDEN.replace("](pics/", "](../pics/"))
        write("vault/Plants/pics/sun.png", PNG)
        write("vault/img/wheel.png", PNG)
        write("vault/attachments/sluice.png", PNG)
        write("outside.png", PNG)
        (scratch / "secret.png").write_bytes(PNG)
        os.symlink(scratch / "secret.png", cls.source / "vault/img/link.png")
        write("papers/survey.pdf", pdf(["First page of the survey", "Second page", "The turbine fails on page three"],
                                       "/Title(Microsoft Word - draft.doc)/CreationDate(D:20210504100000Z)"))
        write("papers/undated.txt", "A list of tools: adze, auger, awl.\n")
        write("papers/decision.txt", "The arbiter decides this way.\n\nCarpet cleaning | claimed £180 | awarded £0\n"
              "Redecoration, bedroom 2 | claimed £395 | awarded £45\nOven | claimed £65\n\nThe sluice is not part of it.\n")
        write("WhatsApp Chat with Bea.txt", chat())
        write("telegram/result.json", telegram())
        cls.paths = [cls.source / "vault", cls.source / "papers", cls.source / "WhatsApp Chat with Bea.txt", cls.source / "telegram"]
        super().setUpClass()

    def read(self, query):
        """Opens the first result of a query."""
        self.open("/#q=" + query.replace(" ", "+"))
        self.click(".result-title")
        return self.one(".reader .item")


class NoteTests(ReadingTest):
    def test_a_note_is_shown_as_its_marks_mean(self):
        article = self.read("weir kind:note")
        self.assertEqual(self.one(".reader-title").text, "The mill")
        self.assertEqual(self.all(".note-heading"), [], "the title is not said twice")
        for selector, text in ((".note-body em", "by the weir"), (".note-body strong", "turns"), (".note-body ol li", "open the gate"),
                               (".note-body th", "part"), (".note-body td[data-align=end]", "40 cm"), (".note-body blockquote", "The water does the work."),
                               (".note-code code", "turn --slowly"), (".note-body .task.done", "grease the wheel")):
            self.one(selector, text)
        self.assertEqual(len(self.all(".note-body .task")), 2)
        for mark in ("**", "[[", "|--", "- [", "](", "```"):
            self.assertNotIn(mark, article.text)
        self.one(".note-body mark", "weir")

    def test_footnotes_callouts_and_marked_words_are_shown_without_their_signs(self):
        article = self.read("marrow kind:note")
        self.assertEqual([each.text for each in self.all(".note-body p sup")], ["1", "2"])
        self.assertEqual([" ".join(each.text.split()) for each in self.all(".footnote")],
                         ["1 A marrow is a courgette that was forgotten.", "2 To one plant a foot.", "3 Nobody refers to this one."])
        self.one(".footnote mark", "marrow")
        warning, tip = self.all(".callout")
        self.assertEqual(warning.text.split("\n"), ["Warning", "Frost", "Cover the marrow at night."])
        self.assertEqual(tip.text.split("\n"), ["Tip", "Ash helps."])
        self.one(".note-body mark.marked", "last frost is over")
        for mark in ("[!", "[^", "=="):
            self.assertNotIn(mark, article.text)
            self.assertNotIn(mark, self.one(".result").text)

    def test_a_picture_is_found_by_its_name_in_any_folder_of_the_vault(self):
        self.read("marrow kind:note")
        self.until(lambda: self.run_script(
            "const all = [...document.querySelectorAll('.note-picture')]; return all.length === 2 && all.every((each) => each.naturalWidth)"),
            "both pictures")
        self.assertEqual([each.text for each in self.all(".attachments li")], ["sun.png"])

    def test_links_open_the_note_and_others_ask_first(self):
        self.read("weir kind:note")
        self.assertEqual([link.text for link in self.all(".note-link")], ["Ferns", "the ferns again"])
        self.one(".dead-link", "Nowhere")
        self.one(".web-link", "made-up.example").click()
        self.one("dialog .web-address", "https://made-up.example/mill?a=1")
        opener = self.one("dialog a.primary")
        self.assertEqual(opener.get_attribute("rel"), "noopener noreferrer")
        self.one("dialog .icon-only").click()
        self.one(".note-link").click()
        self.one(".reader-title", "Ferns")
        self.one(".note-link", "Mill").click()
        self.one(".reader-title", "The mill")

    def test_pictures_beside_the_note_are_shown_and_no_others(self):
        self.read("weir kind:note")
        self.until(lambda: self.run_script(
            "const all = [...document.querySelectorAll('.note-picture')]; return all.length === 2 && all.every((each) => each.naturalWidth)"),
            "both pictures")
        self.assertEqual(len(self.all(".missing-picture")), 3)
        item = self.run_script("return document.querySelector('.reader .item').dataset.id")
        for source in ("../outside.png", "img/link.png", "../../secret.png", "/etc/passwd", "Mill.md", "img", "", "img/wheel.png%00"):
            status = self.driver.execute_async_script(
                'const done = arguments[1]; fetch(arguments[0], { headers: { "Recall-Session": localStorage["recall.session"].split(".")[0] } }).then((answer) => done(answer.status))',
                f"/api/v1/items/{item}/picture?source=" + source.replace("/", "%2F"))
            self.assertIn(status, (400, 404), source)
        self.browser.errors()

    def test_a_hostile_note_does_nothing(self):
        self.open("/#q=hostile+kind:note")
        self.click(".result-title")
        self.one(".reader .item", "over all")
        self.assertIsNone(self.run_script("return window.canary ?? null"))
        found = self.run_script("""
            const note = document.querySelector(".note-body");
            return [note.querySelectorAll("script, iframe, svg:not(.glyph), style, object, form, [style], [onerror], [onload]").length,
              [...note.querySelectorAll("[href], [src]")].map((each) => each.getAttribute("href") ?? each.getAttribute("src"))];""")
        self.assertEqual(found, [0, []])
        for link in self.all(".note-body .web-link"):
            self.assertIn("evil.example", link.text)

    def test_lists_and_results_have_no_marks(self):
        self.open("/library#q=kind:note")
        self.one(".library-row", "The mill")
        rows = " ".join(row.text for row in self.all(".library-row"))
        self.assertNotRegex(rows, r"[#*`|]|\[\[|\]\(")
        self.search("grease the wheel")
        self.one(".passage mark", "grease")
        self.assertNotRegex(self.one(".passage").text, r"\*\*|\[x\]|\[\[|^#")


class DocumentTests(ReadingTest):
    def test_a_document_has_its_own_date_and_a_title_that_is_one(self):
        self.read("turbine kind:document")
        self.assertEqual(self.one(".reader-title").text, "survey")
        self.assertEqual(self.one(".item-side time").get_attribute("datetime")[:10], "2021-05-04")

    def test_a_files_time_is_said_to_be_that_and_no_news(self):
        self.read("adze kind:document")
        self.one(".file-time", "File changed")
        self.open("/")
        self.one(".newest-row")
        self.assertNotIn("undated", " ".join(row.text for row in self.all(".newest-row")))

    def test_rows_of_a_table_stay_rows(self):
        self.read("redecoration kind:document")
        cells = self.run_script("return [...document.querySelectorAll('.reader .text tr')].map((row) => [...row.cells].map((cell) => cell.textContent.replace(/^\\| /, '').trim()))")
        self.assertEqual(cells, [["Carpet cleaning", "claimed £180", "awarded £0"], ["Redecoration, bedroom 2", "claimed £395", "awarded £45"],
                                 ["Oven", "claimed £65"]])
        self.one(".reader td mark", "Redecoration")
        copied = self.run_script("getSelection().selectAllChildren(document.querySelector('.reader .text tr')); return getSelection().toString()")
        self.assertEqual(copied.split(), "Carpet cleaning | claimed £180 | awarded £0".split())
        self.one(".reader .text", "The sluice is not part of it.")

    def test_pages_are_pictures_opened_at_the_hit(self):
        self.assertIn("page 3", self.search("turbine kind:document")[0].find_element("css selector", ".byline").text)
        self.read("turbine kind:document")
        self.one(".view-choice .segment", "Pages").click()
        self.until(lambda: self.run_script("return document.querySelector('.found-page img')?.naturalWidth > 1000"), "the page that was found")
        self.assertEqual(self.run_script("return document.querySelector('.found-page figcaption').textContent"), "Page 3 of 3")
        self.until(lambda: self.run_script("""
            const [page, pane] = [".found-page", ".reader"].map((each) => document.querySelector(each).getBoundingClientRect());
            return page.top >= 0 && page.top < pane.bottom - 100;"""), "the page in sight")

    def test_the_path_of_the_file_is_shown_to_be_copied(self):
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        self.read("turbine kind:document")
        self.run_script("document.querySelector('.reader .origin').open = true")
        path = self.one(".reader .origin dd").text
        self.assertTrue(pathlib.Path(path).is_file(), path)
        self.one(".reader .origin .fact-action button").click()
        self.one("#notice", "Path copied.")
        copied = self.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0], arguments[0])")
        self.assertEqual(copied, path)

    def test_the_file_is_offered_to_save(self):
        self.read("turbine kind:document")
        item = self.run_script("return document.querySelector('.reader .item').dataset.id")
        answer = self.driver.execute_async_script("""
            const done = arguments[1];
            fetch(arguments[0], { headers: { "Recall-Session": localStorage["recall.session"].split(".")[0] } }).then(async (answer) => done([answer.headers.get("Content-Disposition"), (await answer.arrayBuffer()).byteLength]))""",
            f"/api/v1/items/{item}/file")
        self.assertIn("survey.pdf", answer[0])
        self.assertEqual(answer[1], (self.source / "papers/survey.pdf").stat().st_size)
        self.one(".save-file", "Save file")


class ChatTests(ReadingTest):
    def messages(self):
        return self.run_script("return [...document.querySelectorAll('.items .item')].map((each) => each.querySelector('.item-body').textContent)")

    def test_a_hit_opens_in_the_whole_chat_by_day(self):
        self.read("heron sluice kind:message")
        self.one(".found", "heron")
        self.one(".reader-summary", "300 items")
        days = [day.get_attribute("datetime") for day in self.driver.find_elements("css selector", ".day time")]
        self.assertEqual(days, ["2024-03-11", "2024-03-16", "2024-03-21"])

    def test_newest_shows_a_chat_once(self):
        self.open("/")
        self.one(".newest-row")
        titles = [each.text for each in self.all(".newest-title")]
        self.assertEqual(titles.count("Bea"), 1)
        self.assertGreater(len(titles), 1, "what else there is")

    def test_a_hit_is_seen_with_the_messages_before_it(self):
        for size in ((1280, 860), (390, 844)):
            self.browser.show(*size)
            self.read("heron sluice kind:message")
            self.one(".found", "heron")
            seen = self.run_script("""
                const pane = document.querySelector(".reader"), bar = pane.querySelector(".reader-bar").getBoundingClientRect();
                const isSeen = (each) => each && each.getBoundingClientRect().top >= bar.bottom && each.getBoundingClientRect().bottom <= pane.getBoundingClientRect().bottom;
                const found = pane.querySelector(".found"), before = found.previousElementSibling;
                return [isSeen(found.querySelector(".item-body")), isSeen(before.querySelector(".item-body")), isSeen(before.previousElementSibling.querySelector(".item-body"))];""")
            self.assertEqual(seen, [True, True, True], size)

    def test_details_cover_no_text(self):
        self.read("heron sluice kind:message")
        self.one(".found", "heron")
        covered = self.run_script("""
            const body = document.querySelector(".found .item-body");
            body.textContent = "a word and another ".repeat(40);
            const range = document.createRange();
            range.selectNodeContents(body);
            const details = document.querySelector(".found .origin summary").getBoundingClientRect();
            return [...range.getClientRects()].filter((each) => each.right > details.left && each.bottom > details.top && each.top < details.bottom).length;""")
        self.assertEqual(covered, 0)

    def test_the_name_of_the_chat_is_in_sight_at_every_message(self):
        self.browser.show(390, 844, is_phone=True)
        self.read("heron sluice kind:message")
        self.one(".found", "heron")
        self.one(".reader-bar .reader-name", "Bea")
        self.open("/#q=weir+kind:note")
        self.click(".result-title")
        self.one(".reader-title", "The mill")
        self.assertEqual(self.all(".reader-name"), [], "the name is not said twice")

    def test_scrolling_shows_what_came_earlier_and_later_without_moving(self):
        self.read("heron sluice kind:message")
        self.one(".found", "heron")
        self.run_script("document.querySelector('.reader').scrollTop = 0")
        self.until(lambda: "line 0-0 about nothing" in self.messages() or self.run_script(
            "document.querySelector('.reader').scrollTop = 0"), "the first message")
        self.until(lambda: "line 5-49 about nothing" in self.messages() or self.run_script(
            "const pane = document.querySelector('.reader'); pane.scrollTop = pane.scrollHeight"), "the last message")
        shown = self.messages()
        self.assertEqual(len(shown), 300)
        expected = [f"line {day}-{number} about nothing" for day in range(6) for number in range(50)]
        self.assertEqual([text for text in shown if text.startswith("line")], [text for text in expected if text in shown])
        self.assertEqual(self.run_script("return document.querySelectorAll('.day').length"), 6)

    def test_media_without_text_are_named_and_have_no_size(self):
        self.read("heron sluice kind:message")
        self.one(".left-out", "Photo or video")
        self.assertNotIn("NaN", self.one(".reader").text)

    def test_a_message_quotes_what_it_answers_unless_that_stands_above(self):
        self.read("nail behind oars")
        quoted = self.one(".found .answered a", "Mira Where did you leave the key")
        self.assertEqual(len(self.all(".answered")), 1)
        quoted.click()
        self.one(".found .text", "Where did you leave the key")

    def test_deleting_a_part_says_how_much_goes(self):
        self.read("heron sluice kind:message")
        self.one(".reader-actions button", "Delete").click()
        self.one("dialog.question", "the part that is open has 50 messages, the whole chat 300")
        self.one("dialog.question button", "Keep").click()


class ChatDeletionTests(ReadingTest):
    def test_a_chat_is_deleted_as_a_whole_or_not_at_all_if_that_is_undone(self):
        self.read("heron sluice kind:message")
        total = self.server.get("/items?query=kind:message&limit=1")["total"]
        self.one(".reader-actions button", "Delete").click()
        self.one("dialog.question button", "Delete all 300").click()
        self.one(".undo", "Deleting 300 messages")
        self.until(lambda: not self.all(".reader .item"), "nothing of it to be read")
        self.one(".undo button").click()
        self.one(".reader .item")
        self.assertEqual(self.server.get("/items?query=kind:message&limit=1")["total"], total)
        self.one(".reader-actions button", "Delete").click()
        self.one("dialog.question button", "Delete all 300").click()
        self.until(lambda: not self.all(".undo"), "the end of the time to undo it")
        self.until(lambda: self.server.get("/items?query=kind:message&limit=1")["total"] == total - 300, "the chat is gone")


if __name__ == "__main__":
    unittest.main()
