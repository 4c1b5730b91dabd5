"""An import from its start to its end: paused, resumed, cancelled, left alone, and what it could not read."""

import fcntl
import pathlib
import tempfile

from app import AppTest
from served import SAMPLE

MAILS = 6_000
# A processor without instructions for bytes takes half a minute to embed them.
PATIENCE = 180
SACKS = "mill.example"


def mailbox(path, count=MAILS):
    """A mailbox of mails of a made-up miller, which takes some seconds to read and to understand."""
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            file.write(f"From ada@{SACKS} Mon Mar 04 10:00:00 2024\n"
                       f"From: Ada Lind <ada@{SACKS}>\nTo: Bea <bea@{SACKS}>\nSubject: Sack {number}\n"
                       f"Message-ID: <{pathlib.Path(path).stem}-{number}@{SACKS}>\nDate: Mon, 04 Mar 2024 10:00:00 +0000\n\n"
                       f"Sack {number} of flour {number * 7919 % 10007} is at the mill, dry and ready to be fetched.\n\n")
    return path


class ImportCase(AppTest):
    """A library with a note, and a scratch folder with what is to be imported."""

    paths = [SAMPLE / "notes" / "Start here.md"]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        scratch = tempfile.TemporaryDirectory(prefix="recall-browser-")
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = pathlib.Path(scratch.name)

    def start(self, path):
        """Starts an import as a person does, and waits until its card is there."""
        self.open("/import")
        self.one(".path-form input").send_keys(str(path))
        self.one(".recognition")
        self.until(lambda: self.one(".path-form .primary").is_enabled(), "a recognised path")
        self.one(".path-form .primary").click()
        return self.card(path)

    def card(self, path):
        return self.one(".import-card", path.name)

    def steer(self, path, name):
        self.card(path).find_element("xpath", f".//button[contains(., '{name}')]").click()

    def state(self, path):
        return self.card(path).find_element("css selector", ".import-state").text

    def buttons(self, path):
        return [each.text for each in self.card(path).find_elements("css selector", ".import-actions button")]

    def wait(self, path, state):
        """Waits for a state; one in which it cannot become that any more fails at once."""
        ends = {"Finished", "Failed", "Cancelled"}
        reached = self.until(lambda: next((now for now in [self.state(path)] if now == state or now in ends), None), state, PATIENCE)
        self.assertEqual(reached, state)

    def facts(self, path):
        return self.card(path).find_element("css selector", ".facts").text

    def progress(self, path):
        """All that a card says of how far its import is."""
        card = self.card(path)
        bar = card.find_element("css selector", "progress").get_attribute("value")
        return self.state(path), card.find_element("css selector", ".pace").text, self.facts(path), bar

    def known(self, query):
        """How many items the library lists for an exact query."""
        self.open("/library#q=" + query)
        return int(self.one(".library-view .status", "item").text.split()[0].replace(",", ""))


class SteeringTests(ImportCase):
    def test_a_paused_import_stays_so_over_a_reload_and_goes_on_to_its_end(self):
        path = mailbox(self.scratch / "paused.mbox")
        self.start(path)
        self.wait(path, "Importing")
        self.steer(path, "Pause")
        self.wait(path, "Paused")
        paused = self.progress(path)
        self.assertEqual(self.buttons(path), ["Resume", "Cancel"])

        # Another import runs from its start to its end meanwhile: the paused one neither moves nor keeps it waiting.
        other = mailbox(self.scratch / "other.mbox", 10)
        self.start(other)
        self.wait(other, "Finished")
        self.assertEqual(self.progress(path), paused)

        self.open("/import")
        self.assertEqual(self.progress(path), paused)
        self.assertEqual(self.buttons(path), ["Resume", "Cancel"])
        self.steer(path, "Resume")
        self.wait(path, "Finished")
        self.assertIn(f"{MAILS:,} read · {MAILS:,} new", self.facts(path))
        self.assertEqual(self.known("in:paused"), MAILS)

    def test_a_cancelled_import_keeps_what_it_stored_and_the_next_one_completes_it(self):
        path = mailbox(self.scratch / "cancelled.mbox")
        self.start(path)
        self.wait(path, "Importing")
        self.steer(path, "Cancel")
        self.wait(path, "Cancelled")
        self.assertEqual(self.buttons(path), ["Go on", "Dismiss"])
        self.open("/import")
        self.wait(path, "Cancelled")
        self.start(path)
        self.until(lambda: self.state(path) != "Cancelled", "the next import", PATIENCE)
        self.wait(path, "Finished")
        self.assertEqual(self.known("in:cancelled"), MAILS)

    def test_cancel_is_heard_while_an_import_pauses(self):
        path = mailbox(self.scratch / "both.mbox")
        self.start(path)
        self.wait(path, "Importing")
        # Both in one turn of the page, before the server has answered the first.
        self.run_script("for (const each of ['pause', 'cancel']) arguments[0].querySelector(`[data-action=${each}]`).click()", self.card(path))
        self.wait(path, "Cancelled")
        self.assertEqual(self.buttons(path), ["Go on", "Dismiss"])

    def test_a_paused_import_is_not_shown_as_done_and_goes_on_from_where_it_was(self):
        path = mailbox(self.scratch / "share.mbox")
        self.start(path)
        self.wait(path, "Importing")
        self.steer(path, "Pause")
        self.wait(path, "Paused")
        share = float(self.progress(path)[3] or 0)
        self.assertLess(share, 1)
        self.steer(path, "Resume")
        self.until(lambda: (now := self.progress(path)[3]) is None or float(now) >= share, "no step back", PATIENCE)
        self.wait(path, "Finished")

    def test_closing_its_tab_does_not_end_an_import(self):
        path = mailbox(self.scratch / "tab.mbox")
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        self.start(path)
        self.wait(path, "Importing")
        self.driver.close()
        self.driver.switch_to.window(first)
        self.open("/import")
        self.wait(path, "Finished")
        self.assertIn(f"{MAILS:,} read · {MAILS:,} new", self.facts(path))


class LostServerTests(ImportCase):
    allowed_errors = ("ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE",
                      "401 (Unauthorized)")

    def test_the_page_says_that_recall_does_not_answer_and_goes_on_when_it_does(self):
        path = mailbox(self.scratch / "lost.mbox")
        self.start(path)
        self.wait(path, "Importing")
        self.server.kill()
        self.until(lambda: self.state(path) == "No answer", "that nobody answers")
        self.assertIn("Is “recall serve” still running?", self.card(path).text)
        self.assertIn("start it again and open the link that it prints", self.card(path).text)
        self.assertFalse([each for each in self.card(path).find_elements("css selector", ".import-actions button") if each.is_enabled()])
        self.server.start_again()
        # A session ends with its server. The page notices both: that there is another, and that its link was opened.
        self.one("#session-end")
        self.assert_sign_in_page()
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        self.sign_in()
        self.driver.close()
        self.driver.switch_to.window(first)
        self.until(lambda: self.state(path) == "Cut off", "the state by the new server", PATIENCE)
        self.assertNotIn("still running", self.card(path).text)
        self.assertNotIn(" 0 %", self.card(path).text)
        self.until(lambda: not self.server.get("/status")["hasWriter"], "the end of the import's own process", PATIENCE)
        self.steer(path, "Go on")
        self.wait(path, "Finished")
        self.assertEqual(self.known("in:lost"), MAILS)


    def assert_sign_in_page(self):
        """What a reload shows without a session: a page in the app's look that says what to do, with nothing loaded."""
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        for scheme, paper in (("light", "rgb(250, 248, 244)"), ("dark", "rgb(23, 22, 20)")):
            self.browser.show(1280, 860, scheme)
            self.open("/import")
            self.one("h1", "Open your library by its link")
            self.one("pre", "recall serve --link")
            self.one("p.brand svg")
            self.assertEqual(self.run_script("return getComputedStyle(document.body).backgroundColor"), paper)
        self.assertFalse([each for each in self.browser.errors() if "Content Security Policy" in each])
        self.driver.close()
        self.driver.switch_to.window(first)
        self.browser.show(1280, 860)


class FailureTests(ImportCase):
    def test_what_could_not_be_read_is_shown_with_its_reason(self):
        folder = self.scratch / "papers"
        folder.mkdir()
        (folder / "torn.pdf").write_text("%PDF-1.4 and nothing more")
        (folder / "whole.md").write_text("Moss grows on the mill.")
        self.start(folder)
        self.wait(folder, "Finished")
        self.assertIn("1 new", self.facts(folder))
        self.one(".import-card .facts a", "1 could not be read").click()
        failed = self.one(".failed", "torn.pdf")
        self.assertGreater(len(failed.find_elements("css selector", "p")[1].text), 20, "a reason")

    def test_an_import_that_could_not_begin_says_why_and_can_be_tried_again(self):
        path = mailbox(self.scratch / "held.mbox", 10)
        with open(self.server.folder / "library" / "writer.lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.start(path)
            self.wait(path, "Failed")
            self.assertIn("Another recall process is writing", self.card(path).text)
        self.steer(path, "Try again")
        self.until(lambda: self.state(path) == "Finished", "the end of the import")
        self.assertNotIn("Another recall process", self.card(path).text)
        self.assertIn("10 new", self.facts(path))
