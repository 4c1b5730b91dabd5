"""E-mails as they were sent: nothing in them runs, loads, or leads anywhere; attachments arrive as they are."""

import base64
import contextlib
import http.server
import json
import os
import pathlib
import sqlite3
import sys
import tempfile
import threading
import time

from app import KEYS, AppTest

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
BYTES = bytes(range(256)) * 40
PAYLOADS = json.loads((pathlib.Path(__file__).parent / "mail_payloads.json").read_text())

# Shows a page as the app does, and once without the frame's sandbox, where only the page's own policy holds.
SHOW = """
const [address, done] = arguments;
const frames = ["", null].map((sandbox) => {
  const frame = document.createElement("iframe");
  if (sandbox !== null) frame.setAttribute("sandbox", sandbox);
  frame.src = address;
  return frame;
});
Promise.all(frames.map((frame) => new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); })))
  .then(() => { frames.forEach((frame) => frame.remove()); done(frames.length); });
"""

# In the place of `recall __parse`: answers with what stands in a file, as a process would that a mail has taken over.
TAKEN_OVER = """#!{python}
import struct, sys
page = open({page!r}, "rb").read()
sys.stdout.buffer.write(b"B" + struct.pack("<Q", len(page)) + page)
"""


class Canary(http.server.ThreadingHTTPServer):
    """Another server of this machine, that notes whoever calls."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), CanaryHandler)
        self.calls = []
        self.page = b""
        threading.Thread(target=self.serve_forever, daemon=True).start()


class CanaryHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path != "/favicon.ico":
            self.server.calls.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.server.page)

    do_POST = do_HEAD = do_OPTIONS = do_GET

    def log_message(self, *arguments):
        pass


def mail(name, html, *attachments):
    parts = [f"Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{encoded(html.encode('utf-8', 'replace'))}"]
    parts += [f"Content-Type: image/png\r\nContent-ID: <one>\r\nContent-Transfer-Encoding: base64\r\n\r\n{encoded(PNG)}"]
    parts += [f"Content-Type: {kind}\r\nContent-Disposition: attachment; filename=\"{file}\"\r\nContent-Transfer-Encoding: base64\r\n\r\n{encoded(content)}"
              for file, kind, content in attachments]
    body = "".join(f"--edge\r\n{part}\r\n" for part in parts)
    return (f"From: Ada Lind <ada@people.example>\r\nTo: Bea <bea@people.example>\r\nSubject: {name}\r\nMessage-ID: <{name}@made-up.example>\r\n"
            f"Date: Mon, 04 Mar 2024 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=edge\r\n\r\n{body}--edge--\r\n")


def encoded(content):
    return base64.encodebytes(content).decode().replace("\n", "\r\n")


class OriginalTests(AppTest):
    allowed_errors = ("/html - Failed to load resource", "/attachments/0 - Failed to load resource")

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="recall-browser-")
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        cls.canary = Canary()
        cls.addClassCleanup(cls.canary.shutdown)
        cls.write_mails()
        cls.paths = [cls.folder / "in"]
        super().setUpClass()
        cls.driver.get(cls.server.origin)
        cls.ids = cls.item_ids()

    @classmethod
    def write_mails(cls):
        host = f"127.0.0.1:{cls.canary.server_port}"
        (cls.folder / "in").mkdir()
        def write(name, *content):
            (cls.folder / "in" / f"{name}.eml").write_bytes(mail(name, *content).encode())
        for number, payload in enumerate(PAYLOADS):
            write(f"hostile{number}", f"<p>before</p>{payload.replace('{c}', 'top.canary=1').replace('{h}', host)}<p>after</p>")
        write("letter", "<table width=300 bgcolor=#eeeeee><tr><td style='color:#aa0000'>Dear Bea</td></tr></table><img src=cid:one alt=dot>"
              f"<p><a href='http://{host}/lead'>our shop</a></p><img src='http://{host}/pixel.gif'>" + "<p>long</p>" * 100,
              ("data ü.bin", "text/html", BYTES), ("../../picture.svg", "image/svg+xml", b"<svg onload='top.canary=1'/>"))
        write("styled", "<style>.price { color: #00aa00 } .preview { display: none } @media (max-width: 10px) { p { color: red } }</style>"
              "<div class=preview>for the list</div><p class=Price>nine</p><p>ten</p>")
        write("gone", "<p>here today</p>", ("data.bin", "application/octet-stream", BYTES))
        (cls.folder / "in" / "plain.eml").write_text("Subject: plain\nMessage-ID: <plain@made-up.example>\n\nOnly words.\n")
        (cls.folder / "in" / "note.md").write_text("# note\n\nA note.\n")

    @classmethod
    def item_ids(cls):
        items = cls.driver.execute_async_script("""
            const done = arguments[0];
            fetch("/api/v1/items?limit=500", { headers: { "Recall-Session": localStorage["recall.session"].split(".")[0] } }).then((r) => r.json()).then((a) => done(a.items.map((each) => [each.title, each.id])));""")
        return dict(items)

    def tearDown(self):
        self.driver.switch_to.default_content()
        self.assertIsNone(self.run_script("return window.canary ?? null"), "something ran")
        self.assertEqual(self.canary.calls, [], "something was called")
        self.assertEqual(len(self.driver.window_handles), 1)
        super().tearDown()

    def open_item(self, name):
        self.open(f"/item/{self.ids[name]}")
        self.one(".reader .item")

    def show_original(self, name):
        self.open_item(name)
        self.one(".view-choice button", "Original").click()

    def in_frame(self):
        frame = self.one("iframe.original-frame")
        self.driver.switch_to.frame(frame)

    def test_the_canary_notes_who_calls_and_what_runs(self):
        self.canary.page = b"<img src=/called><script>top.canary=1</script>"
        self.driver.get(f"http://127.0.0.1:{self.canary.server_port}/")
        self.until(lambda: "/called" in self.canary.calls, "a call")
        self.assertEqual(self.run_script("return window.canary"), 1)
        self.open("/")
        self.canary.calls.clear()
        self.browser.requests.clear()
        self.browser.requested()
        self.browser.requests.clear()

    def test_a_letter_is_shown_as_it_was_sent(self):
        self.show_original("letter")
        frame = self.one("iframe.original-frame")
        self.assertEqual(frame.get_attribute("sandbox"), "")
        self.assertGreaterEqual(frame.rect["height"], 320)
        self.one(".original", "ever loaded from the web")
        self.assertEqual(self.all(".item-body"), [])
        self.in_frame()
        body = self.driver.find_element("css selector", "body")
        self.assertIn("Dear Bea", body.text)
        self.assertEqual(self.driver.find_element("css selector", "td").value_of_css_property("color"), "rgba(170, 0, 0, 1)")
        pictures = self.driver.find_elements("css selector", "img")
        self.assertEqual([each.get_attribute("src")[:22] for each in pictures], ["data:image/png;base64,"])
        self.assertGreater(int(pictures[0].get_property("naturalWidth")), 0)

    def test_its_style_sheet_gives_a_letter_its_looks(self):
        self.show_original("styled")
        self.in_frame()
        colors = [each.value_of_css_property("color") for each in self.driver.find_elements("css selector", "p")]
        self.assertEqual(colors, ["rgba(0, 170, 0, 1)", "rgba(28, 27, 25, 1)"])
        self.assertEqual(self.driver.find_element("css selector", "body").text.split(), ["nine", "ten"])

    def test_links_lead_nowhere_and_tell_their_address(self):
        self.show_original("letter")
        self.in_frame()
        link = self.driver.find_element("css selector", ".link")
        self.assertEqual(link.text, "our shop")
        self.assertTrue(link.get_attribute("title").endswith("/lead"))
        link.click()
        self.driver.switch_to.default_content()
        self.in_frame()
        self.assertIn("Dear Bea", self.driver.find_element("css selector", "body").text)
        self.driver.switch_to.default_content()
        self.assertIn(self.ids["letter"], self.driver.current_url)

    def test_every_hostile_mail_in_the_app(self):
        names = [f"hostile{number}" for number in range(0, len(PAYLOADS), 9)]
        for name in names:
            self.show_original(name)
            self.in_frame()
            self.assertIn("before", self.driver.find_element("css selector", "body").text, name)
            self.driver.switch_to.default_content()
        self.assertGreaterEqual(len(names), 20)

    def test_every_hostile_mail_in_a_frame_and_in_one_without_a_sandbox(self):
        # Without the attribute only the sanitizer and the page's own policy stand between the mail and the app.
        self.open("/")
        for number in range(len(PAYLOADS)):
            shown = self.driver.execute_async_script(SHOW, self.keyed(f"/api/v1/items/{self.ids[f'hostile{number}']}/html"))
            self.assertEqual(shown, 2)
        self.assertEqual(self.run_script("return document.querySelectorAll('iframe').length"), 0)

    def test_pages_hold_no_element_and_no_attribute_that_could_act(self):
        self.open("/")
        found = self.driver.execute_async_script("""
            const [ids, done] = arguments;
            Promise.all(ids.map((id) => fetch(`/api/v1/items/${id}/html`, { headers: { "Recall-Session": localStorage["recall.session"].split(".")[0] } }).then((r) => r.text()))).then((pages) => done(pages.flatMap((page) => {
              const parsed = new DOMParser().parseFromString(page, "text/html");
              const bad = "script,iframe,object,embed,form,input,svg,math,link,base,template,a[href],[srcset],[background],[id],meta[http-equiv]";
              const acts = [...parsed.querySelectorAll("*")].filter((each) => [...each.attributes].some((one) =>
                /^on|href|action|^(?!data:)/.test(one.name === "src" ? one.value : "data:") || /^on|href|action/.test(one.name)));
              const loads = [...parsed.querySelectorAll("style")].filter((each) => /url|src|image|@(?!media)|[\\\\<]/.test(each.textContent));
              return [...parsed.querySelectorAll(bad), ...acts, ...loads].map((each) => each.outerHTML.slice(0, 100));
            })));""", [self.ids[f"hostile{number}"] for number in range(len(PAYLOADS))])
        self.assertEqual(found, [])
        # The app's policy lets no style attribute be, not even in what was parsed here.
        self.browser.errors()

    def test_the_page_cannot_be_shown_outside_of_the_app(self):
        address = self.server.origin + self.keyed(f"/api/v1/items/{self.ids['letter']}/html")
        framing = "data:text/html," + f"<iframe src='{address}'></iframe>"
        self.driver.get(framing)
        self.driver.switch_to.frame(self.driver.find_element("css selector", "iframe"))
        self.assertNotIn("Dear Bea", self.driver.find_element("css selector", "body").text)
        self.driver.switch_to.default_content()
        self.open("/")
        self.browser.errors()

    def test_the_switch_goes_back_to_the_text_and_works_by_keyboard(self):
        self.open_item("letter")
        original = self.one(".view-choice button", "Original")
        self.assertEqual(original.get_attribute("aria-pressed"), "false")
        self.run_script("arguments[0].focus()", original)
        self.press(KEYS.ENTER)
        self.one("iframe.original-frame")
        self.assertEqual(original.get_attribute("aria-pressed"), "true")
        self.run_script("arguments[0].focus()", self.one(".view-choice button", "Text"))
        self.press(KEYS.SPACE)
        self.one(".item-body", "Dear Bea")
        self.assertEqual(self.run_script("return document.querySelectorAll('iframe').length"), 0)

    def test_what_has_no_page_has_no_switch(self):
        for name in ("note", "plain"):
            self.open_item(name)
            self.assertEqual(self.all(".view-choice"), [])

    def test_where_nobody_looked_for_a_page_plain_mail_says_so(self):
        """As in libraries of earlier versions."""
        with contextlib.closing(sqlite3.connect(self.server.folder / "library" / "recall.sqlite")) as library, library:
            library.execute("UPDATE item_content SET details = json_remove(details, '$.email._0.hasHTML') WHERE title = 'plain'")
        self.show_original("plain")
        self.one(".original", "This e-mail is plain text")
        self.assertEqual(self.all("iframe"), [])

    def test_on_a_phone_and_in_the_dark_nothing_hangs_out(self):
        for width, scheme in ((360, "dark"), (390, "light"), (1280, "dark")):
            self.browser.show(width, 740, scheme, is_phone=width < 500)
            self.show_original("letter")
            self.one("iframe.original-frame")
            self.assertLessEqual(self.run_script("return document.scrollingElement.scrollWidth"), width)
            self.assertEqual(self.cut_off(), [])

    def test_an_attachment_arrives_byte_by_byte_under_a_harmless_name(self):
        downloads = self.folder / f"downloads{time.monotonic_ns()}"
        downloads.mkdir()
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)})
        self.open_item("letter")
        for save in self.all(".attachment.save"):
            save.click()
        self.until(lambda: len([each for each in downloads.iterdir() if each.suffix in (".bin", ".svg", ".png")]) >= 2, "downloads")
        self.until(lambda: (downloads / "data ü.bin").read_bytes() == BYTES, "the same bytes")
        self.until(lambda: (downloads / "picture.svg").read_bytes() == b"<svg onload='top.canary=1'/>", "the drawing")

    def test_the_link_itself_saves_and_does_not_show(self):
        downloads = self.folder / f"downloads{time.monotonic_ns()}"
        downloads.mkdir()
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)})
        self.open_item("letter")
        self.run_script("window.location.href = arguments[0]", self.keyed(f"/api/v1/items/{self.ids['letter']}/attachments/2"))
        self.until(lambda: (downloads / "picture.svg").read_bytes(), "the drawing")
        self.assertIn(f"/item/{self.ids['letter']}", self.driver.current_url)

    def test_when_the_file_is_gone_the_app_says_so(self):
        (self.folder / "in" / "gone.eml").unlink(missing_ok=True)
        self.show_original("gone")
        self.one(".original [role=alert]", "recall import")
        self.assertEqual(self.all("iframe"), [])
        self.all(".attachment.save")[0].click()
        self.one("#notice", "cannot be read any more")
        self.one(".view-choice button", "Text").click()
        self.one(".item-body", "here today")


class TakenOverTests(AppTest):
    """Without the sanitizer, the page's policy and the frame still let nothing run, load or lead anywhere."""

    # The browser says what it refused.
    allowed_errors = ("Content Security Policy", "sandbox", "Failed to load resource")

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="recall-browser-")
        cls.addClassCleanup(scratch.cleanup)
        folder = pathlib.Path(scratch.name)
        cls.canary = Canary()
        cls.addClassCleanup(cls.canary.shutdown)
        cls.page = folder / "page"
        cls.page.write_text("")
        (folder / "in.eml").write_text(mail("letter", "<p>real</p>"))
        parser = folder / "recall"
        parser.write_text(TAKEN_OVER.format(python=sys.executable, page=str(cls.page)))
        parser.chmod(0o755)
        cls.paths = [folder / "in.eml"]
        own = os.environ["RECALL_EXECUTABLE"]
        os.environ["RECALL_EXECUTABLE"] = str(parser)
        try:
            super().setUpClass()
        finally:
            os.environ["RECALL_EXECUTABLE"] = own
        cls.driver.get(cls.server.origin)
        cls.id = OriginalTests.item_ids.__func__(cls)["letter"]

    def setUp(self):
        super().setUp()
        self.open(f"/item/{self.id}")
        self.one(".view-choice")

    def tearDown(self):
        self.driver.switch_to.default_content()
        self.assertIsNone(self.run_script("return window.canary ?? null"), "something ran")
        self.assertEqual(self.canary.calls, [], "something was called")
        # The network log has what the policy stopped too; the canary says that nothing was sent.
        self.browser.requested()
        self.browser.requests.clear()
        super().tearDown()

    def answer(self, page):
        self.page.write_bytes(page.replace("{c}", "top.canary=1").replace("{h}", f"127.0.0.1:{self.canary.server_port}").encode("utf-8", "replace"))

    def test_no_payload_runs_or_is_called(self):
        self.answer("<script>{c}</script>")
        sent = self.driver.execute_async_script(
            'fetch(arguments[0], { headers: { "Recall-Session": localStorage["recall.session"].split(".")[0] } }).then((r) => r.text()).then(arguments[1])', f"/api/v1/items/{self.id}/html")
        self.assertIn("<script>top.canary=1</script>", sent)
        for payload in PAYLOADS:
            self.answer(payload)
            self.assertEqual(self.driver.execute_async_script(SHOW, self.keyed(f"/api/v1/items/{self.id}/html")), 2)

    def test_a_link_leads_nowhere(self):
        for target in ("_self", "_top", "_parent", "_blank"):
            self.answer(f"<a href='http://{{h}}/led' target={target}>there</a>")
            self.open(f"/item/{self.id}")
            self.one(".view-choice button", "Original").click()
            self.driver.switch_to.frame(self.one("iframe.original-frame"))
            self.driver.find_element("css selector", "a").click()
            self.driver.switch_to.default_content()
            self.assertIn(self.id, self.driver.current_url)
            self.assertEqual(len(self.driver.window_handles), 1)
