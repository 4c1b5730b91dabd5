"""Files that are dropped into the app, and mails that are taken out of it."""

import os
import pathlib
import shutil
import stat
import tempfile

from app import AppTest
from served import SAMPLE, recall
from test_import import PATIENCE, ImportCase, mailbox

# Blobs are read in the page, since a browser without a window has no folder to save to.
SAVED = """
  window.saved = undefined;
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => { window.saved = blob; return make(blob); };
  window.addEventListener("click", (event) => { if (event.target.closest("a[download]")) event.preventDefault(); }, true);
"""


class DropTests(ImportCase):
    def drop(self, *paths):
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.driver.execute_cdp_cmd("Input.dispatchDragEvent", {"type": kind, "x": 600, "y": 400, "data": data})

    def imported(self, text):
        card = self.one(".import-card", text)
        self.until(lambda: "Finished" in card.text, "the end of the import", PATIENCE)
        return card

    def test_a_folder_dropped_anywhere_is_copied_and_imported_and_goes_with_its_source(self):
        shutil.copytree(SAMPLE / "notes" / "Recipes", self.scratch / "Recipes")
        self.open("/")
        self.one(".home-head h1")
        self.drop(self.scratch / "Recipes")
        self.imported("Recipes")
        names = {path.name for path in (SAMPLE / "notes" / "Recipes").iterdir()}
        copies = [path for path in (self.server.library / "uploads").rglob("*") if path.is_file()]
        self.assertEqual({path.name for path in copies}, {name.replace('"', "_") for name in names})
        self.assertEqual({stat.S_IMODE(path.stat().st_mode) for path in copies}, {0o600})
        self.open("/library#tab=sources")
        source = self.one(".source", "jollof")
        self.assertIn("a copy in Recall’s folder", source.text)
        source.find_element("css selector", "button").click()
        self.assertIn("The copy is deleted too", self.one("dialog.question").text)
        self.one("dialog.question .danger").click()
        self.driver.get("about:blank")
        self.until(lambda: not [path for path in copies if "jollof" in path.name and path.exists()], "no copy")
        self.assertTrue((self.scratch / "Recipes" / next(name for name in names if "jollof" in name)).exists())

    def test_a_large_mailbox_comes_in_pieces_and_unchanged(self):
        path = mailbox(self.scratch / "large.mbox", 12_000)
        self.assertGreater(path.stat().st_size, 3_000_000)
        self.open("/import")
        self.run_script("document.querySelector('.drop-zone input').hidden = false")
        self.one(".drop-zone input").send_keys(str(path))
        card = self.one(".import-card", "large.mbox")
        copy, = (self.server.library / "uploads").rglob("large.mbox")
        self.assertEqual(copy.read_bytes(), path.read_bytes())
        self.until(lambda: "Importing" in card.text or "Finished" in card.text, "a running import", PATIENCE)
        if "Importing" in card.text:
            card.find_element("xpath", ".//button[contains(., 'Cancel')]").click()
            self.until(lambda: "Cancelled" in card.text or "Finished" in card.text, "the end", PATIENCE)

    def test_hostile_names_stay_within_the_folder(self):
        name = self.scratch / "..\\..\\evil <img src=x onerror=top.canary=1>.md"
        name.write_text("Moss grows on the mill.")
        self.open("/import")
        self.drop(name)
        self.imported("evil")
        copies = [path for path in (self.server.library / "uploads").rglob("*") if path.is_file() and "evil" in path.name]
        self.assertEqual(len(copies), 1)
        self.assertFalse(self.run_script("return Boolean(window.canary)"))


class MailboxTests(AppTest):
    paths = []
    allowed_errors = ("404",)

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="recall-browser-")
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = pathlib.Path(scratch.name)
        shutil.copy(SAMPLE / "mail.mbox", cls.scratch / "mail.mbox")
        (cls.scratch / "gone.eml").write_text(
            "From: Ada <ada@mill.example>\nSubject: Deposit of the mill\nMessage-ID: <gone@mill.example>\n"
            "Date: Mon, 04 Mar 2024 10:00:00 +0000\n\nThe deposit of the mill is paid.\n")
        cls.paths = [cls.scratch / "mail.mbox", cls.scratch / "gone.eml"]
        super().setUpClass()
        os.remove(cls.scratch / "gone.eml")

    def test_found_mails_are_taken_out_as_they_were_sent_and_those_that_are_gone_are_named(self):
        self.search("deposit of the mill kind:email")
        self.run_script(SAVED)
        self.one(".export summary").click()
        panel = self.one(".export .menu-panel")
        box = panel.rect
        self.assertGreaterEqual(box["x"], 0)
        self.assertLessEqual(box["x"] + box["width"], 1280)
        self.one(".export .option", "mbox").click()
        dialog = self.one("dialog", "Deposit of the mill")
        self.assertIn("1 mail could not be read again", dialog.text)
        text = self.driver.execute_async_script("const done = arguments[0]; saved.text().then(done)")
        mails = text.count("\nMessage-ID:") + text.count("\nMessage-Id:")
        self.assertGreater(mails, 2)
        self.assertTrue(text.startswith("From "))
        # It can be imported as it is, and holds the same mails.
        again = self.scratch / "again.mbox"
        again.write_text(text, encoding="utf-8")
        library = self.scratch / "again"
        recall("import", "--no-embed", "--library", library, again)
        self.assertIn(f"{mails} emails", recall("status", "--library", library))

    def test_lines_that_look_like_the_beginning_of_a_mail_are_marked(self):
        text = self.evaluate("mbox.js", """(() => {
          const bytes = new TextEncoder().encode("From x\\nSubject: a\\n\\nFrom here\\n>From there\\n>>From far\\nFromage\\nend");
          const pieces = m.mboxPieces(bytes, { address: "ada lind@x", date: "2024-03-04T10:00:00Z" });
          return new Blob(pieces).text(); })()""")
        self.assertEqual(text, "From MAILER-DAEMON Mon Mar  4 10:00:00 2024\nSubject: a\n\n>From here\n>>From there\n>>>From far\n"
                               "Fromage\nend\n\n")
