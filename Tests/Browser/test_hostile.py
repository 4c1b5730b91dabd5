"""Text of mail stays text: in no field of any item does anything run, load, or break the page."""

import pathlib
import tempfile
import urllib.parse

import hostile
from app import KEYS, AppTest

# A name that a file may have, and that a page must not believe.
FILE = "<img src=x onerror=window.canary=1>\u202e.jsonl"


class HostileTests(AppTest):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="recall-browser-")
        cls.addClassCleanup(scratch.cleanup)
        path = pathlib.Path(scratch.name) / FILE
        hostile.write(path)
        cls.paths = [path]
        super().setUpClass()

    def tearDown(self):
        self.assertIsNone(self.run_script("return window.canary ?? null"), "something ran")
        self.assertEqual(self.run_script("return document.querySelectorAll('main script, main iframe, main img, main style, main base').length"), 0)
        super().tearDown()

    def assert_whole(self, what):
        """Nothing hangs out of the page, and its frame is where it was."""
        self.assertLessEqual(self.run_script("return document.scrollingElement.scrollWidth - innerWidth"), 0, what)
        self.assertEqual(self.cut_off(), [], what)
        self.assertTrue(self.one("#places a").is_displayed(), what)

    def test_there_are_a_hundred_strings(self):
        self.assertGreaterEqual(len(set(hostile.STRINGS)), 100)

    def test_results_of_a_search(self):
        self.search("hostile")
        while self.all(".list > .more-items"):
            shown = len(self.all(".result"))
            self.one(".list > .more-items").click()
            self.until(lambda: len(self.all(".result")) > shown or not self.all(".list > .more-items"), "more results")
        self.assertGreater(len(self.all(".result")), 60)
        self.assert_whole("results")
        self.one(".result-title", "<script>")

    def test_every_item_in_the_reading_pane_at_both_widths(self):
        ids = self.fetch_ids()
        self.assertGreaterEqual(len(ids), 100)
        for width, is_phone in ((1280, False), (360, True)):
            self.browser.show(width, 800, is_phone=is_phone)
            self.open("/library")
            for item in ids if not is_phone else ids[::4] + ids[-8:]:
                self.open_item(item)
                self.assert_whole(item)

    def fetch_ids(self):
        return self.driver.execute_async_script("""
            const done = arguments[0];
            fetch("/api/v1/items?query=&offset=0&limit=500", { headers: { "Recall-Session": localStorage["recall.session"].split(".")[0] } }).then((r) => r.json()).then((a) => done(a.items.map((each) => each.id)));""")

    def open_item(self, item):
        self.run_script("""
            history.replaceState(null, "", "/library#open=" + arguments[0]);
            window.dispatchEvent(new Event("recall:route"));""", item)
        self.until(lambda: self.run_script(
            "return Boolean(document.querySelector(`.library-view .reader [data-id='${arguments[0]}']`))", item), f"item {item}")

    def test_the_library_its_facets_menus_and_sources(self):
        self.open("/library")
        self.one(".library-row")
        if not self.all(".facet"):
            self.one(".facets > summary").click()
        for more in self.all(".facet-group .link"):
            more.click()
        self.one(".filters summary", "Person").click()
        self.one(".menu-panel .option")
        self.assert_whole("library")
        self.open("/library#tab=sources")
        self.one(".source", "<img src=x")
        self.assert_whole("sources")

    def test_people_and_what_is_said_of_them_at_both_widths(self):
        for width, is_phone in ((1280, False), (360, True)):
            self.browser.show(width, 800, is_phone=is_phone)
            for words in ("hostile.example", "<script>"):
                self.open("/library#tab=people&who=" + urllib.parse.quote(words))
                self.one(".person", "<script>")
                self.run_script("document.querySelectorAll('.person').forEach((each) => { each.open = true; })")
                self.assert_whole(f"people {width}")
        self.one(".person-actions button", "This is me").click()
        self.one(".people-change", "Done")
        self.assert_whole("a statement")
        self.one(".people-change button").click()
        self.one(".people-change", "Taken back")
        # Lists are loaded anew meanwhile.
        self.until(lambda: self.one(".person-actions button", "Same person as").click() or True, "a click")
        self.one("dialog input").send_keys("hostile.example")
        self.until(lambda: self.one("dialog .option").click() or True, "a click")
        self.one("dialog .person-cards")
        self.assert_whole("a merge")
        self.press(KEYS.ESCAPE)

    def test_questions_about_deletion(self):
        for item in self.fetch_ids()[:: len(hostile.STRINGS) // 12]:
            self.open(f"/item/{item}")
            self.one(".reader .item")
            self.one(".reader-actions button[title='Delete the whole thread']").click()
            dialog = self.one("dialog.question")
            self.assertLessEqual(dialog.rect["width"], 460)
            self.assertLessEqual(dialog.rect["height"], 500)
            self.one("dialog.question button", "Keep").click()

    def test_hostile_queries(self):
        self.open("/")
        box = self.one(".search-input")
        for text in hostile.STRINGS[::3]:
            self.run_script("""
                arguments[0].value = arguments[1].slice(0, 2000);
                arguments[0].dispatchEvent(new Event("input", {bubbles: true}));""", box, text)
            self.until(lambda: not self.run_script("return document.querySelector('.search-view').hasAttribute('data-busy')"), text[:40])
            self.assert_whole(text[:40])
