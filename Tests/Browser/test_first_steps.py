"""What an empty library offers, what is not embedded, imports that were cut off, and failures."""

import json
import pathlib
import shutil
import tempfile

from app import AppTest
from served import SAMPLE

# Imports leave the processor to others, so they take long beside a build.
PATIENCE = 180


class SampleTests(AppTest):
    paths = []

    def test_an_empty_library_is_tried_with_the_sample_which_goes_with_one_click(self):
        self.open("/")
        self.one("h1", "Your library is empty")
        self.one("button", "Try it with the sample archive").click()
        self.one(".home .import-card")
        self.until(lambda: self.all(".home-head"), "a library with items", PATIENCE)
        notice = self.one(".library-notice", "Hanna Brandreth")
        self.assertTrue(self.server.get("/status")["sample"]["isImported"])
        items = self.server.get("/items")["total"]
        notice.find_element("css selector", "button").click()
        self.one(".undo", "Removed the sample").find_element("css selector", "button").click()
        notice = self.one(".library-notice", "Hanna Brandreth")
        self.assertEqual(self.server.get("/items")["total"], items)
        notice.find_element("css selector", "button").click()
        self.until(lambda: not self.all(".library-notice"), "no notice")
        self.one("h1", "Your library is empty")
        self.one("button", "Try it with the sample archive")
        self.assertEqual(self.server.get("/items")["total"], 0)
        self.assertEqual(self.server.get("/sources")["sources"], [])


class OwnerTests(AppTest):
    @classmethod
    def setUpClass(cls):
        # Of the sample itself, whose owner does not exist, nobody is asked.
        folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, folder)
        cls.paths = [shutil.copy(SAMPLE / name, folder) for name in ("mail.mbox", "WhatsApp Chat with Mira.txt")]
        super().setUpClass()

    def test_the_likely_owner_is_asked_once(self):
        self.open("/")
        self.one(".library-notice", "Are you Hanna Brandreth (hanna@brandreth-draws.example), and Hanna in your chats?")
        self.one("button", "Yes, that is me").click()
        self.until(lambda: not self.all(".library-notice"), "no question any more")
        [owner] = [person for person in self.server.get("/people")["people"] if person["isOwner"]]
        self.assertIn("Hanna", owner["names"])
        self.open("/")
        self.one(".newest-row")
        self.assertFalse(self.all(".library-notice"))


class BacklogTests(AppTest):
    paths = [SAMPLE / "notes"]
    import_options = ("--no-embed",)

    def is_embedded(self):
        counts = self.server.get("/status")["library"]
        return counts["embeddedPassages"] == counts["passages"] > 0

    def test_what_is_not_embedded_is_said_once_and_embedded_with_a_button(self):
        self.search("bees")
        self.assertNotIn("embedded", self.one(".search-view .list").text)
        self.open("/settings")
        self.one(".library-notice", "embedded yet")
        self.open("/")
        notice = self.one(".library-notice", "embedded yet")
        notice.find_element("css selector", "button").click()
        self.one(".home .import-card", "Embedding what is not embedded yet")
        self.until(self.is_embedded, "all passages embedded", PATIENCE)
        self.until(lambda: not self.all(".home .import-card"), "the page without a notice", PATIENCE)
        self.until(lambda: not [each for each in self.all(".library-notice") if "embedded yet" in each.text], "no backlog")
        self.open("/import")
        self.one(".import-card", "Embedding what is not embedded yet")
        self.one(".import-state", "Finished")


class InterruptedTests(AppTest):
    paths = [SAMPLE / "notes" / "Start here.md"]

    def test_what_was_read_before_a_kill_is_counted_in_the_library(self):
        self.addCleanup(lambda: (self.server.library / "imports.json").unlink(missing_ok=True))
        self.leave_record({"items": 0, "new": 0}, SAMPLE / "notes" / "Start here.md")
        self.open("/import")
        card = self.one(".import-card", "Start here.md")
        self.assertIn("1 read so far", card.text)
        self.assertNotIn("0 read", card.text)
        card.find_element("xpath", ".//button[contains(., 'Dismiss')]").click()
        self.until(lambda: not self.all(".import-card"), "no card")

    def leave_record(self, numbers, path):
        """What a server leaves that ends in the middle of an import."""
        progress = {"stage": "reading", "updated": 0, "duplicates": 0, "failures": 0, "itemsPerSecond": 9, "passagesEmbedded": 0,
                    "passagesTotal": 0, "hasEnded": False, "wasStopped": False} | numbers
        records = self.server.library / "imports.json"
        records.write_text(json.dumps([{"id": 3, "paths": [str(path)], "state": "running", "progress": progress, "started": 0}]))
        records.chmod(0o600)
        self.browser.leave()
        self.server.crash()
        self.sign_in()
        return records

    def test_an_import_that_was_cut_off_is_offered_and_goes_on(self):
        scratch = tempfile.TemporaryDirectory(prefix="recall-browser-")
        self.addCleanup(scratch.cleanup)
        note = pathlib.Path(scratch.name) / "moss.md"
        note.write_text("Moss grows on the mill.")
        records = self.leave_record({"items": 40, "new": 40, "share": 0.4}, note)
        self.open("/")
        self.assertIn("Cut off", self.one(".home .import-card", "moss.md").text)
        self.one(".home .import-card button", "Go on")
        self.assertFalse([each for each in self.all(".library-notice") if "embedded" in each.text])
        self.open("/import")
        card = self.one(".import-card", "moss.md")
        self.assertIn("Cut off", card.text)
        self.assertIn("40 % done", card.text)
        self.assertIn("40 read so far", card.text)
        self.assertNotIn("new", card.text)
        self.assertEqual([each.text for each in card.find_elements("css selector", "button")], ["Go on", "Dismiss"])
        card.find_element("css selector", "button").click()
        self.until(lambda: "Finished" in card.text, "the end of the import", PATIENCE)
        self.assertEqual(self.server.get("/items?query=moss")["total"], 1)
        self.assertFalse(records.exists())


class FailureTests(AppTest):
    paths = [SAMPLE / "notes" / "Start here.md"]

    def test_old_failures_are_dismissed_one_by_one_and_all_at_once(self):
        scratch = tempfile.TemporaryDirectory(prefix="recall-browser-")
        self.addCleanup(scratch.cleanup)
        for name in ("a", "b", "c"):
            (pathlib.Path(scratch.name) / f"{name}.pdf").write_text("%PDF-1.4 and nothing more")
        self.open("/import")
        self.one(".path-form input").send_keys(scratch.name)
        self.until(lambda: self.one(".path-form .primary").is_enabled(), "a recognised path")
        self.one(".path-form .primary").click()
        self.until(lambda: self.all(".import-card a"), "failures", PATIENCE)
        self.one(".import-card a", "3 could not be read").click()
        self.one(".failed", "b.pdf").find_element("css selector", "button").click()
        self.until(lambda: len(self.all(".failed")) == 2, "two failures")
        self.assertFalse([each for each in self.all(".failed") if "b.pdf" in each.text])
        self.one(".list-actions button", "Dismiss all").click()
        self.one("dialog.question .danger").click()
        self.until(lambda: not self.all(".failed"), "no failure")
        self.assertEqual(self.server.get("/failures")["total"], 0)
