"""Settings: the assistants of other makers that may read the library over HTTP, and the log of what they asked."""

import json
import urllib.error
import urllib.request

from app import AppTest
from served import SAMPLE, recall

META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


class AssistantTests(AppTest):
    paths = [SAMPLE / "notes"]

    def setUp(self):
        super().setUp()
        for client in self.clients():
            self.server.send("DELETE", f"/mcp/clients/{client['id']}")
        (self.server.library / "tool-calls.jsonl").unlink(missing_ok=True)
        self.browser.requested().clear()

    def clients(self):
        return self.server.get("/mcp/clients")["clients"]

    def add(self, name, scope=""):
        """Adds an assistant on the page, and returns what the header is said to be."""
        self.open("/settings")
        self.one("button", "Add an assistant").click()
        fields = self.all("dialog .text-input")
        fields[0].send_keys(name)
        fields[1].send_keys(scope)
        self.one("dialog .primary").click()
        return self.one("dialog .token-text", "Bearer ").text

    def ask(self, header, query):
        """The number of items that an assistant is told of."""
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                   "params": {"name": "count", "arguments": {"query": query}, "_meta": META}}
        request = urllib.request.Request(
            self.server.origin + "/mcp", json.dumps(message).encode(),
            {"Authorization": header, "Content-Type": "application/json", "Mcp-Method": "tools/call", "Mcp-Name": "count",
             "MCP-Protocol-Version": META["io.modelcontextprotocol/protocolVersion"]})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["result"]["structuredContent"]["items"]

    def test_an_assistant_is_let_in_with_a_scope_and_a_token_that_is_shown_once(self):
        header = self.add("Notebook", "kind:note")
        token = header.removeprefix("Bearer ")
        self.assertRegex(token, "^[0-9a-f]{64}$")
        self.one("dialog .primary", "Done").click()
        self.one(".assistant", "kind:note")
        self.until(lambda: self.run_script("return !document.querySelector('dialog')"), "the dialog is gone")
        self.assertNotIn(token, self.run_script("return document.documentElement.outerHTML"))
        self.open("/settings")
        self.one(".assistant", "never used")
        kept = "return JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, document.documentElement.outerHTML])"
        self.assertNotIn(token, self.run_script(kept))
        self.assertFalse([url for url in self.browser.requested() if token in url])
        self.assertNotIn(token, (self.server.folder / "serve.log").read_text())
        self.assertGreater(self.ask(header, ""), 0)
        self.assertEqual(self.ask(header, "kind:email"), 0)
        self.open("/settings")
        self.one(".assistant", "last used")

    def test_a_scope_that_is_no_selection_is_said_and_nothing_is_added(self):
        self.open("/settings")
        self.one("button", "Add an assistant").click()
        fields = self.all("dialog .text-input")
        fields[0].send_keys("Notebook")
        fields[1].send_keys("the kettle")
        self.allowed_errors = ("400",)
        self.one("dialog .primary").click()
        self.one("dialog .problem", "fields alone")
        self.assertEqual(self.clients(), [])

    def test_a_revoked_assistant_is_refused_at_once(self):
        header = self.add("Notebook")
        self.one("dialog .primary", "Done").click()
        self.one(".assistant button", "Revoke").click()
        self.one("dialog .danger", "Revoke").click()
        self.until(lambda: not self.all(".assistant"), "no assistant")
        with self.assertRaises(urllib.error.HTTPError) as raised:
            self.ask(header, "")
        raised.exception.close()
        self.assertEqual(raised.exception.code, 401)

    def test_names_of_assistants_are_text_and_nothing_else(self):
        name = '<img src=x onerror="document.title=1">'
        self.add(name)
        self.one("dialog strong", name)
        self.one("dialog .primary", "Done").click()
        self.one(".assistant", name)

    def test_the_log_says_what_was_asked_by_whom_and_never_its_text(self):
        self.open("/settings")
        self.one(".hint", "Nothing was asked yet")
        header = self.add("Notebook")
        for number in range(12):
            self.ask(header, f"quokka{number}")
        self.open("/settings")
        self.one(".tool-call", "Counted items: given 0 items")
        self.assertEqual(len(self.all(".tool-call")), 10)
        self.one("button", "Show older calls").click()
        self.until(lambda: len(self.all(".tool-call")) == 12, "all calls")
        self.assertFalse([each for each in self.all("button") if each.text == "Show older calls"])
        self.assertNotIn("quokka", self.run_script("return document.documentElement.outerHTML"))
        self.assertIn("Notebook", recall("mcp", "log", "--library", self.server.library))
