"""Memory: the page, the card of a proposal in Chat, and what is forgotten."""

from app import KEYS, AppTest
from served import SAMPLE


class MemoryTests(AppTest):
    paths = [SAMPLE / "notes"]

    def setUp(self):
        super().setUp()
        kept = self.server.get("/memories")["memories"]
        for memory in kept:
            self.server.send("DELETE", f"/memories/{memory['id']}")

    def kept(self):
        return [memory["text"] for memory in self.server.get("/memories")["memories"]]

    def add(self, text):
        self.open("/memory")
        self.one(".memory-bar .primary").click()
        field = self.one(".memory-form textarea")
        field.send_keys(text)
        self.one(".memory-form .primary").click()

    def ask(self, question):
        shown = len(self.all(".answer-facts"))
        self.one(".question-input").click()
        self.press(question, KEYS.ENTER)
        self.until(lambda: len(self.all(".answer-facts")) > shown, "an answer")

    def test_a_memory_is_added_edited_and_forgotten(self):
        self.add("My dentist is Dr. Weber")
        self.one(".memory-row", "My dentist is Dr. Weber")
        self.one(".memory-row button[aria-label^=Edit]").click()
        field = self.one(".memory-form textarea")
        field.clear()
        field.send_keys("My dentist is Dr. Okafor")
        self.one(".memory-form select[aria-label=Type]").send_keys("Person")
        self.one(".memory-form .primary").click()
        self.one(".memory-row", "Dr. Okafor")
        self.one(".memory-section h2", "People")
        self.one(".memory-row button[aria-label^=Forget]").click()
        self.one("dialog .danger").click()
        self.until(lambda: not self.all(".memory-row"), "no memory")
        self.assertEqual(self.kept(), [])

    def test_what_contradicts_a_memory_is_asked_about(self):
        self.add("I live in Leeds")
        self.one(".memory-row", "I live in Leeds")
        self.add("I live in York")
        self.one("dialog.question .memory-text", "I live in Leeds")
        self.one("dialog.question .memory-said-now", "I live in York")
        self.assertEqual(self.cut_off(), [])
        self.assertEqual(self.kept(), ["I live in Leeds"])
        self.one("dialog.question .primary").click()
        self.one(".memory-section h2", "Ended")
        self.assertEqual(set(self.kept()), {"I live in Leeds", "I live in York"})

    def test_the_last_day_that_is_given_is_the_one_that_is_shown(self):
        self.add("I take the bus until 30 June 2031")
        self.one(".memory-row", "until Jun 30, 2031")
        self.one(".memory-row button[aria-label^=Edit]").click()
        self.assertEqual(self.one(".memory-form input[type=date]").get_attribute("value"), "2031-06-30")
        self.run_script("document.querySelector('.memory-form input[type=date]').value = '2031-07-01'")
        self.one(".memory-form .primary").click()
        self.one(".memory-row", "until Jul 1, 2031")

    def test_a_statement_is_proposed_on_a_card_and_kept(self):
        self.open("/chat")
        self.ask("I am allergic to hazelnuts. What do my notes say about moths?")
        card = self.one(".memory-card .memory-text", "I am allergic to hazelnuts")
        self.assertTrue(card.is_displayed())
        self.assertEqual(self.kept(), [])
        self.one(".memory-card .primary").click()
        self.one(".memory-decided", "Kept as a memory")
        self.assertEqual(self.kept(), ["I am allergic to hazelnuts"])

    def test_a_refused_proposal_does_not_come_back(self):
        self.open("/chat")
        self.ask("I prefer pistachios.")
        self.one(".memory-card button", "Never about this").click()
        self.one(".memory-decided")
        self.ask("I prefer pistachios!")
        self.assertFalse(self.all(".memory-card .memory-actions"))
        self.assertEqual(self.kept(), [])

    def test_what_is_to_be_remembered_answers_and_is_marked_when_it_is_forgotten(self):
        self.open("/chat")
        self.ask("Remember that the quokka sleeps in the barn.")
        self.ask("Where does the quokka sleep?")
        self.one(".answer-body", "You told me on")
        self.one(".turn:last-child .memory-uses", "From what you told.")
        self.assertEqual(self.one(".turns").text.count("The quokka sleeps in the barn"), 2, "once in each answer")
        memory = self.server.get("/memories")["memories"][0]["id"]
        self.server.send("DELETE", f"/memories/{memory}")
        self.driver.refresh()
        self.one(".answer-body", "The memory was forgotten.")
        self.assertNotIn("barn", "".join(each.text for each in self.all(".answer-body")))
