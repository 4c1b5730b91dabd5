"""Takes the pictures of docs/screenshots, of the sample archive: python3 screenshots.py FOLDER"""

import pathlib
import sys
import tempfile
import time
import unittest
import urllib.parse

from selenium.webdriver.common.action_chains import ActionChains

from app import KEYS, AppTest
from scripted_answers import ScriptedAnswers, answer, citation, sentence
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
        self.take("note-light", "/#q=bee+year+month+by+month+kind:note", ".result-title", act=self.open_first)
        self.take("document-light", "/#q=boiler+strange+noise+kind:document", ".result-title", act=self.open_first)
        self.take("close-in-meaning-light", "/#q=machine+makes+a+strange+noise", ".result-title")
        self.take("nothing-near-dark", "/#q=visa+application+for+Canada", ".more-items", scheme="dark")
        self.take("palette-dark", "/", ".newest-row", scheme="dark", act=self.open_palette)
        self.take("library-light", "/library#q=kind:email", ".library-row", act=lambda: self.open_first(".library-row"))
        self.take("library-dark", "/library#q=kind:email+has:attachment", ".library-row", scheme="dark", act=lambda: self.open_first(".library-row"))
        self.take("settings-dark", "/settings", ".coverage", scheme="dark")
        self.take("phone-search-light", "/#q=moth+trap", ".result mark", size=PHONE)
        self.take("phone-reading-dark", "/#q=moth+trap+kind:email", ".result mark", size=PHONE, scheme="dark", act=self.open_first)
        self.take("chat-quotations-dark", "/chat", ".suggestion", scheme="dark", act=self.ask_for_quotations)
        self.take_with_model()
        # Last, because it changes the library.
        self.take("import-light", "/import", ".path-form", act=self.start_import)

    def open_palette(self):
        ActionChains(self.driver).key_down(KEYS.CONTROL).send_keys("k").key_up(KEYS.CONTROL).perform()
        self.one("dialog.palette input").send_keys("mira")
        self.one("dialog.palette .option")

    def ask(self, question):
        self.one(".question-input").click()
        self.press(question, KEYS.ENTER)

    def ask_for_quotations(self):
        self.ask("what did the landlord say about the deposit?")
        self.one(".answer-facts")

    def take_with_model(self):
        """Answers that a model would give, since none is installed where the pictures are taken."""
        self.scripted = ScriptedAnswers(self)
        self.take("chat", "/chat", ".suggestion", act=self.ask_model)
        self.take("phone-chat-light", "/chat", ".suggestion", size=PHONE, act=lambda: self.ask_model(opens=False))
        self.take("chat-refusal-light", "/chat", ".suggestion", act=self.ask_what_is_not_there)

    def cite(self, number, query, text):
        """A citation of the first item that a query finds."""
        item = self.server.get("/items?" + urllib.parse.urlencode({"query": query, "limit": 1}))["items"][0]
        return citation(number, item["id"], text, kind=item["kind"], title=item["title"] or item["conversation"],
                        date=item["date"], **{"from": item["sender"]["name"], "fromAddress": item["sender"]["address"]})

    def ask_model(self, opens=True):
        question = "What did the landlord say about the deposit, and did I get it back?"
        cited = [
            self.cite(1, 'from:denise "proposing deductions"', "Total £850, so £600 to come to you."),
            self.cite(2, 'from:denise "instructions are unchanged"', "Landlord's instructions are unchanged so I can't release."),
            self.cite(3, 'from:register "five working days"', "£805.00 will be paid to the tenants within five working days, "
                      "in addition to the £600.00 already released.")]
        self.ask(question)
        self.scripted.await_question()
        for tool, arguments, results in (("search", '{"query":"deposit deductions","from":"denise"}', 9), ("read_thread", '{"source":2}', 4)):
            self.scripted.send("toolStarted", {"tool": tool, "arguments": arguments})
            self.scripted.send("toolEnded", {"tool": tool, "arguments": arguments, "results": results, "found": cited})
        self.scripted.finish(answer(question, [
            sentence("Mr Halloran wanted to keep **£850** of the £1,450 and return £600.", 1),
            sentence("A month later his agent would release nothing.", 2),
            sentence("The adjudicator decided for you: **£805** was to be paid within five working days, on top of the £600.", 3),
            sentence("The money arrived on Friday.", supported=False)], cited))
        self.one(".source-card")
        if opens:
            self.one("a.cite").click()
            self.one(".chat-view .reader .best")

    def ask_what_is_not_there(self):
        question = "who is the emperor of Mars?"
        self.ask(question)
        self.scripted.await_question()
        text = "Found in the wall by the trig point: emperor moth, male."
        self.scripted.finish(answer(question, [sentence(text, 1, quotation=True)], [self.cite(1, '"trig point" "emperor moth"', text)],
                                    found=False, model=None))
        self.one(".not-found")

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
