"""Library, deletion, import and settings."""

import pathlib
import tempfile

from app import KEYS, AppTest
from served import SAMPLE, sample_copy


class LibraryTests(AppTest):
    def items(self):
        return int(self.one(".library-view .status", "item").text.split()[0].replace(",", ""))

    def test_all_items_are_listed_with_few_rows_and_filtered_by_facets(self):
        self.open("/library")
        total = self.items()
        self.assertGreater(total, 100)
        self.one(".library-row")
        self.assertLess(len(self.all(".virtual-row")), 40)
        if not self.all(".facet"):
            self.one(".facets > summary").click()
        self.one(".facet", "Note").click()
        self.until(lambda: self.items() < total, "fewer items")
        self.one(".chip.chosen", "Kind note")

    def test_rows_far_down_are_loaded_when_scrolled_to(self):
        self.open("/library")
        total = self.items()
        self.run_script("const list = document.querySelector('.virtual'); list.scrollTop = list.scrollHeight")
        last = self.until(lambda: next((row for row in self.all(".virtual-row")
                                        if row.get_attribute("aria-posinset") == str(total)), None), "the last row")
        self.until(lambda: last.get_attribute("data-loaded") is not None, "its content")

    def test_keys_walk_through_the_list(self):
        self.open("/library")
        self.one(".library-row")
        self.press(KEYS.ESCAPE)
        self.run_script("document.activeElement.blur()")
        for _ in range(4):
            self.press("j")
        self.until(lambda: self.run_script("return document.activeElement.closest('.virtual-row')?.ariaPosInSet") == "4", "the fourth row")
        self.press(KEYS.ENTER)
        self.one(".library-view .reader .item")

    def test_an_item_is_deleted_only_after_the_question(self):
        self.open("/library#" + "q=kind:note")
        before = self.items()
        self.one(".library-row").click()
        self.one(".reader .item")
        for answer in ("Keep", "Delete item"):
            self.one(".reader-actions button", "Delete").click()
            question = self.one("dialog.question")
            self.assertIn("cannot be undone", question.text)
            self.assertIn("1 item", question.text)
            self.one("dialog.question button", answer).click()
            self.until(lambda: not self.all("dialog"), "a closed question")
            if answer == "Keep":
                self.assertEqual(self.items(), before)
        self.one(".library-row.held", "Being deleted")
        self.until(lambda: self.items() == before - 1, "one item less")
        self.assertFalse(self.all(".library-row.held"))

    def test_sources_and_failures_are_listed(self):
        self.open("/library#tab=sources")
        self.one(".source", "mail.mbox")
        self.one(".tabs a", "Could not be read").click()
        self.one("h1", "Could not be read")


class SourceTests(AppTest):
    paths = [SAMPLE / "WhatsApp Chat with Mira.txt"]

    def test_a_source_is_deleted_with_its_items(self):
        self.open("/library#tab=sources")
        self.one(".source .icon-only").click()
        question = self.one("dialog.question")
        self.assertIn("items go", question.text)
        self.one("dialog.question .danger").click()
        self.until(lambda: not self.all(".source"), "no source")
        self.until(lambda: not self.all(".undo"), "the end of the time to undo it")
        self.until(lambda: not self.server.get("/sources")["sources"], "no source on the server")
        self.open("/")
        self.one("h1", "Your library is empty")


class ImportTests(AppTest):
    paths = [SAMPLE / "notes"]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        scratch = tempfile.TemporaryDirectory(prefix="recall-browser-")
        cls.addClassCleanup(scratch.cleanup)
        cls.archive = sample_copy(scratch.name)
        cls.empty = pathlib.Path(scratch.name) / "empty"
        cls.empty.mkdir()

    def test_a_folder_is_recognised_imported_with_progress_and_found(self):
        self.open("/import")
        self.one(".path-form input").send_keys(str(self.archive))
        self.one(".recognition", "mbox")
        self.run_script("""
            window.seen = new Set();
            new MutationObserver(() => seen.add(document.querySelector(".import-state")?.textContent))
              .observe(document.querySelector(".imports"), { childList: true, subtree: true, characterData: true });""")
        self.one(".path-form .primary").click()
        card = self.one(".import-card")
        self.until(lambda: "Finished" in card.text, "the end of the import")
        self.assertIn("new", card.text)
        self.assertIn("Importing", self.run_script("return [...seen]"), "its progress was shown")
        self.assertTrue(self.search("deposit scheme"))

    def test_notes_of_a_folder_are_one_row_that_opens_into_them(self):
        notes = self.archive.parent / "gathered"
        notes.mkdir(exist_ok=True)
        for number in range(1, 7):
            (notes / f"gathered {number}.md").write_text(f"The {number}th quern is made of granite.")
        self.open("/import")
        self.one(".path-form input").send_keys(str(notes), KEYS.ENTER)
        self.until(lambda: "Finished" in self.one(".import-card", "gathered").text, "the end of the import")
        self.open("/library#tab=sources")
        folder = self.one(".source-folder summary", "gathered")
        self.assertIn("6 files · 6 items", folder.text)
        self.assertFalse(self.all(".source .icon-only[aria-label*='gathered 1.md']"))
        folder.click()
        self.one(".source-folder .source .icon-only[aria-label*='gathered 1.md']").click()
        self.one("dialog .danger").click()
        self.one(".source-folder summary", "5 files")
        self.assertTrue(self.all(".source .icon-only[aria-label*='gathered 2.md']"), "still open")

    def test_import_can_be_pressed_before_a_path_is_recognised(self):
        self.open("/import")
        button = self.one(".path-form .primary")
        self.assertTrue(button.is_enabled())
        button.click()
        self.assertTrue(self.run_script("return document.activeElement.matches('.path-form input')"), "the field asks for a path")
        self.one(".path-form input").send_keys(str(self.archive / "notes"), KEYS.ENTER)
        card = self.one(".import-card", "notes")
        self.until(lambda: "Finished" in card.text, "the end of the import")
        cards = len(self.all(".import-card"))
        self.one(".path-form input").send_keys(str(self.archive / "nowhere"), KEYS.ENTER)
        self.one(".recognition.is-problem")
        self.assertEqual(len(self.all(".import-card")), cards)

    def test_a_path_that_is_not_there_is_said_and_cannot_be_imported(self):
        self.open("/import")
        self.one(".path-form input").send_keys(str(self.archive / "nowhere"))
        self.one(".recognition.is-problem")
        self.assertFalse(self.one(".path-form .primary").is_enabled())

    def test_a_folder_can_be_chosen_by_looking(self):
        self.open("/import")
        self.one(".path-form button", "Browse").click()
        self.one("dialog .folder-list .option")
        self.one("dialog .primary").click()
        self.until(lambda: self.one(".path-form input").get_attribute("value").startswith("/"), "a path")

    def test_settings_say_what_is_indexed_and_keep_watched_folders(self):
        self.open("/settings")
        self.one(".coverage", "By words: all")
        self.one(".facts-list", "notes")
        self.one("button", "Watch a folder").click()
        self.one("dialog .folder-list .option")
        self.one("dialog .primary").click()
        settings = lambda: self.evaluate("api.js", "m.api.settings()")
        # The cards are drawn anew whenever something of them has changed.
        press = lambda: self.one(".choice", "Leave them alone").find_element("css selector", "input[type=checkbox]").click() or True
        self.until(press, "a press of the box")
        self.until(lambda: settings().get("quietHours") == "22:00-07:00", "quiet hours")
        self.until(press, "a press of the box")
        self.until(lambda: "quietHours" not in settings(), "no quiet hours")
        self.until(lambda: self.one(".card .source").find_element("css selector", "button").click() or True, "a press of the button")
        self.until(lambda: not self.all(".card .source"), "no watched folder")


class SessionTests(AppTest):
    paths = [SAMPLE / "notes"]
    allowed_errors = ("401",)

    def test_ending_all_sessions_says_how_to_get_a_new_link(self):
        self.open("/settings")
        self.one("button", "End all sessions").click()
        self.one("dialog .danger").click()
        self.one("#session-end", "recall serve")
