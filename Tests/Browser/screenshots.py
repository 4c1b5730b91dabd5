"""Takes the pictures of docs/screenshots, of the sample archive: python3 screenshots.py FOLDER"""

import pathlib
import sys
import tempfile
import time
import unittest

from app import AppTest
from served import SAMPLE, sample_copy

DESKTOP, PHONE = (1280, 800), (390, 844)


class Photographer(AppTest):
    paths = [SAMPLE / "mail.mbox", SAMPLE / "notes", SAMPLE / "documents", SAMPLE / "WhatsApp Chat with Mira.txt",
             SAMPLE / "WhatsApp Chat - Hiking group.zip"]
    folder = pathlib.Path()

    def take(self, name, place, wait_for, size=DESKTOP, scheme="light", act=lambda: None):
        is_phone = size == PHONE
        self.browser.show(*size, scheme, is_phone, 2 if is_phone else 1.5)
        self.open(place)
        self.one(wait_for)
        act()
        time.sleep(0.6)
        self.driver.save_screenshot(str(self.folder / f"{name}.png"))

    def open_first(self, selector=".result-title"):
        self.one(".search-view:not([data-busy]), .library-view, .item-view")
        self.one(selector).click()
        self.one(".reader .item")

    def runTest(self):
        self.take("home-light", "/", ".newest-row")
        self.take("search-light", "/#q=what+is+Hanna+allergic+to", ".result mark")
        self.take("reading-light", "/#q=deposit+scheme+name", ".result mark", act=self.open_first)
        self.take("reading-dark", "/#q=walk+in+the+snow+kind:message", ".result mark", scheme="dark", act=self.open_first)
        self.take("library-light", "/library#q=kind:email", ".library-row", act=lambda: self.open_first(".library-row"))
        self.take("library-dark", "/library#q=kind:email+has:attachment", ".library-row", scheme="dark", act=lambda: self.open_first(".library-row"))
        self.take("settings-dark", "/settings", ".coverage", scheme="dark")
        self.take("phone-search-light", "/#q=moth+trap", ".result mark", size=PHONE)
        self.take("phone-reading-dark", "/#q=moth+trap+kind:email", ".result mark", size=PHONE, scheme="dark", act=self.open_first)
        # Last, because it changes the library.
        self.take("import-light", "/import", ".path-form", act=self.start_import)

    def start_import(self):
        scratch = tempfile.TemporaryDirectory(prefix="recall-")
        self.addCleanup(scratch.cleanup)
        archive = sample_copy(scratch.name)
        with open(archive / "mail.mbox", "rb") as file:
            mail = file.read()
        # Enough copies for an import that is still running when the picture is taken.
        for number in range(6):
            (archive / f"archive-{number}.mbox").write_bytes(mail.replace(b"Message-ID: <", b"Message-ID: <%d." % number))
        self.one(".path-form input").send_keys(str(archive))
        self.one(".recognition")
        self.one(".path-form .primary").click()
        self.until(lambda: 0.1 < float(self.one(".import-card progress").get_attribute("value") or 0) < 0.95, "an import on its way")


if __name__ == "__main__":
    Photographer.folder = pathlib.Path(sys.argv[1])
    Photographer.folder.mkdir(parents=True, exist_ok=True)
    result = unittest.TextTestRunner().run(unittest.TestSuite([Photographer()]))
    sys.exit(not result.wasSuccessful())
