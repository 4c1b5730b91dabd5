"""Chat: asking, what an answer cites, and the conversations that are kept."""

from selenium.webdriver.common.action_chains import ActionChains

from app import KEYS, AppTest
from served import SAMPLE

QUESTION = "what did the landlord say about the deposit?"


class ChatTests(AppTest):
    paths = [SAMPLE]

    def ask(self, question=QUESTION):
        """Asks on the page that is open, and waits for the answer."""
        shown = len(self.all(".answer-facts"))
        field = self.one(".question-input")
        field.click()
        self.press(question, KEYS.ENTER)
        self.until(lambda: len(self.all(".answer-facts")) > shown, "an answer")

    def new_conversation(self, question=QUESTION):
        self.open("/chat")
        self.one(".chat-home h1")
        self.ask(question)
        return self.until(lambda: self.shown_id(), "the conversation in the address")

    def shown_id(self):
        return self.run_script("return new URLSearchParams(location.hash.slice(1)).get('id')")

    def kept(self):
        return self.server.get("/conversations")["conversations"]

    def test_a_question_is_answered_with_quotations_that_say_where_they_are_from(self):
        conversation = self.new_conversation()
        self.assertEqual(self.one(".question").text, QUESTION)
        self.assertTrue(self.all(".quote a.cite"))
        self.assertTrue(self.one(".quote .source-line").text)
        self.one(".answer-facts", "No model was asked")
        self.one(".chat-row[data-open]", "landlord")
        self.assertIn("landlord", self.run_script("return document.querySelector('.unseen[aria-live]').textContent.toLowerCase()"))
        self.assertEqual(len(self.server.get(f"/conversations/{conversation}")["turns"]), 1)

    def test_the_empty_page_suggests_questions_and_says_who_answers(self):
        self.open("/chat")
        suggestion = self.one(".suggestion")
        question = suggestion.text
        self.one(".home-model", "Answers are quotations.")
        suggestion.click()
        self.one(".question", question)
        self.one(".answer-facts")
        self.assertFalse(self.all(".home-model"), "no hint below a conversation")
        self.assertEqual(self.run_script("return document.querySelector('.model-note').textContent"), "")

    def test_thanks_are_answered_by_a_line_and_nothing_is_searched(self):
        self.new_conversation("thank you!")
        self.assertEqual(self.one(".answer-body").text, "You are welcome.")
        self.assertFalse(self.all(".not-found") + self.all(".unsupported") + self.all(".source-line"))
        self.one(".answer-facts", "No model was asked.")

    def test_the_way_to_a_language_model_is_a_dialog(self):
        self.open("/chat")
        self.one(".home-model button", "Use a language model").click()
        self.one("dialog.model-guide", "stays here")
        self.assertEqual(len(self.all("dialog.model-guide li")), 3)
        self.assertIn("recall model chat use", self.one("dialog.model-guide .token-text").text)
        self.assertEqual(self.cut_off(), [])
        self.press(KEYS.ESCAPE)
        self.until(lambda: not self.all("dialog"), "the page")
        self.assertTrue(self.run_script("return document.activeElement.matches('.home-model button')"))

    def test_a_citation_opens_the_cited_bytes_and_closing_it_leads_back(self):
        conversation = self.new_conversation()
        cited = self.server.get(f"/conversations/{conversation}")["turns"][0]["answer"]["citations"][0]
        self.one("a.cite").click()
        best = self.one(".chat-view .reader .best")
        marked = self.run_script("""
            return [...document.querySelectorAll(".chat-view .reader .best")].map((each) => each.textContent).join("");""")
        self.assertEqual(" ".join(marked.split()), " ".join(cited["text"].split()))
        self.assertTrue(self.run_script("const r = arguments[0].getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight", best))
        self.press(KEYS.ESCAPE)
        self.until(lambda: not self.all(".chat-view .reader"), "the conversation alone")
        self.assertTrue(self.run_script("return document.activeElement.matches('a.cite')"))

    def test_a_click_on_a_quotation_opens_it_too(self):
        self.new_conversation()
        self.one(".quote .quote-text").click()
        self.one(".chat-view .reader .best")

    def test_a_conversation_and_what_is_open_survive_a_reload(self):
        self.new_conversation()
        self.one("a.cite").click()
        self.one(".chat-view .reader .best")
        self.driver.refresh()
        self.one(".question", QUESTION)
        self.one(".quote a.cite")
        self.one(".chat-view .reader .best")

    def test_a_follow_up_stays_in_the_conversation_and_can_be_asked_again(self):
        conversation = self.new_conversation()
        self.ask("and when was that?")
        self.assertEqual(len(self.all(".question")), 2)
        self.assertEqual(self.shown_id(), conversation)
        self.assertEqual(len(self.all(".again")), 1, "only the last answer can be asked for again")
        self.one(".again").click()
        self.until(lambda: not self.all("[data-running]") and self.all(".again"), "the answer again")
        self.assertEqual([turn["question"] for turn in self.server.get(f"/conversations/{conversation}")["turns"]],
                         [QUESTION, "and when was that?"])

    def test_the_scope_is_set_by_the_person_and_kept(self):
        self.open("/chat")
        self.one(".chat-home h1")
        self.one(".chat-field .menu summary", "Kind").click()
        self.one(".chat-field .menu-panel .option", "Chat").click()
        self.one(".chat-field .chip.chosen", "message")
        self.ask("who saw the moth?")
        conversation = self.shown_id()
        kept = self.server.get(f"/conversations/{conversation}")
        self.assertEqual(kept["scope"], "kind:message")
        self.assertEqual({each["kind"] for each in kept["turns"][0]["answer"]["citations"]} - {"message"}, set())
        self.driver.refresh()
        self.one(".chat-field .chip.chosen").click()
        self.until(lambda: "scope" not in self.server.get(f"/conversations/{conversation}"), "all of the library again")
        self.one(".scope-name", "All of your library")

    def test_a_query_can_be_the_scope(self):
        self.new_conversation()
        self.one(".chat-field .menu summary", "Query").click()
        self.one(".chat-field .menu-panel input").send_keys("kind:email OR kind:note", KEYS.ENTER)
        self.one(".scope-name code", "kind:email OR kind:note")
        self.until(lambda: self.server.get(f"/conversations/{self.shown_id()}").get("scope") == "kind:email OR kind:note", "the scope kept")

    def test_on_a_phone_one_button_shows_the_ways_to_limit_the_scope(self):
        self.browser.show(390, 844, is_phone=True)
        self.open("/chat")
        self.one(".scope-name", "All of your library")
        self.assertFalse(self.all(".chat-field .menu"))
        button = self.one(".scope-toggle", "Scope")
        self.assertEqual(button.get_attribute("aria-expanded"), "false")
        button.click()
        self.assertEqual(button.get_attribute("aria-expanded"), "true")
        self.assertEqual([each.text for each in self.all(".chat-field .menu summary")], ["Kind", "Person", "Folder or chat", "Date", "Query"])
        self.assertLessEqual(self.run_script("return document.scrollingElement.scrollWidth"), 390)
        # The button is above the menus that it shows, and its arrow points to where they go.
        bottom = self.run_script("return arguments[0].getBoundingClientRect().bottom", button)
        tops = [self.run_script("return arguments[0].getBoundingClientRect().top", each) for each in self.all(".chat-field .menu summary")]
        self.assertTrue(all(top >= bottom for top in tops), (bottom, tops))
        self.assertIn("matrix(-1", self.run_script("return getComputedStyle(arguments[0].lastElementChild).transform", button))
        self.one(".chat-field .menu summary", "Kind").click()
        self.one(".chat-field .menu-panel .option", "Note").click()
        self.one(".chat-field .chip.chosen", "note")

    def test_conversations_are_found_and_renamed(self):
        self.new_conversation()
        self.act_on_row("landlord", "Rename")
        field = self.one("dialog input")
        field.clear()
        field.send_keys("The bees <b>of plot 22</b>", KEYS.ENTER)
        self.one(".chat-row-title", "The bees <b>of plot 22</b>")
        search = self.one(".chat-list input")
        search.send_keys("bees")
        self.one(".chat-row-title", "bees")
        search.send_keys(" zeppelin quark")
        self.one(".chat-list .hint", "No conversation says this")

    def act_on_row(self, title, action):
        row = self.one(".chat-row[data-open]", title)
        self.run_script("arguments[0].querySelector('.row-menu summary').click()", row)
        self.one(".row-menu .option", action).click()

    def test_a_deleted_conversation_can_be_had_back(self):
        conversation = self.new_conversation()
        self.act_on_row("landlord", "Delete")
        self.one("dialog.question .danger").click()
        toast = self.one(".undo", "Deleting the conversation")
        self.one(".chat-home h1")
        self.assertFalse([each for each in self.all(".chat-row a") if conversation in each.get_attribute("href")])
        toast.find_element("css selector", "button").click()
        self.until(lambda: [each for each in self.all(".chat-row a") if conversation in each.get_attribute("href")], "the conversation again")
        self.assertIn(conversation, [each["id"] for each in self.kept()])

    def test_a_deletion_that_is_not_undone_deletes(self):
        conversation = self.new_conversation()
        self.act_on_row("landlord", "Delete")
        self.one("dialog.question .danger").click()
        self.one(".undo")
        self.assertIn(conversation, [each["id"] for each in self.kept()])
        self.until(lambda: conversation not in [each["id"] for each in self.kept()], "a conversation less")
        self.until(lambda: not self.all(".undo"), "the end of the time to undo it")
        self.assertFalse([each for each in self.all(".chat-row a") if conversation in each.get_attribute("href")])

    def test_a_page_that_is_left_deletes_at_once(self):
        conversation = self.new_conversation()
        self.act_on_row("landlord", "Delete")
        self.one("dialog.question .danger").click()
        self.one(".undo")
        self.driver.get("about:blank")
        self.until(lambda: conversation not in [each["id"] for each in self.kept()], "a conversation less")

    def test_the_words_of_a_deleted_item_leave_the_answer(self):
        conversation = self.new_conversation("what is Hanna allergic to?")
        first = self.server.get(f"/conversations/{conversation}")["turns"][0]["answer"]["sentences"][0]["text"]
        self.one(".turns", first[:40])
        self.one("a.cite").click()
        self.one(".chat-view .reader .best")
        self.run_script("document.querySelector('.chat-view .reader .found .origin').open = true")
        self.one(".chat-view .reader .found .danger-link").click()
        self.one("dialog.question .danger").click()
        self.until(lambda: self.all(".undo"), "the time to undo it")
        self.one(".turns .cite.gone")
        self.assertNotIn(first[:40], self.one(".turns").text)
        self.one(".turns", "deleted")

    def test_a_conversation_is_exported_as_markdown(self):
        self.new_conversation()
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "deny"})
        self.run_script("""
            const real = URL.createObjectURL;
            URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return real(blob); };""")
        self.act_on_row("landlord", "Export")
        self.assertIn(QUESTION, self.until(lambda: self.run_script("return window.saved"), "the file"))

    def test_a_question_in_the_search_box_can_be_asked(self):
        self.search("deposit scheme")
        self.assertFalse(self.all(".list-tools .ask"))
        self.search(f"{QUESTION} kind:email")
        self.one(".list-tools .ask").click()
        self.one(".question", QUESTION)
        self.one(".answer-facts")
        self.one(".chat-field .chip.chosen")
        self.assertEqual(self.server.get(f"/conversations/{self.shown_id()}")["scope"], "kind:email")

    def test_the_palette_asks_and_begins_a_conversation(self):
        self.open("/library")
        self.one(".library-row")
        self.open_palette()
        self.one("dialog.palette input").send_keys("who is the landlord?")
        self.one("dialog.palette .option", "Ask: who is the landlord?").click()
        self.one(".question", "who is the landlord?")
        self.one(".answer-facts")
        self.open_palette()
        self.one("dialog.palette input").send_keys("new conv", KEYS.ENTER)
        self.one(".chat-home h1")

    def open_palette(self):
        ActionChains(self.driver).key_down(KEYS.CONTROL).send_keys("k").key_up(KEYS.CONTROL).perform()

    def test_a_link_cannot_ask(self):
        before = len(self.kept())
        self.open("/chat#question=who&ask=who&q=who")
        self.one(".chat-home h1")
        self.assertEqual(len(self.kept()), before)

    def test_keys_alone_ask_read_and_come_back(self):
        self.open("/")
        self.one(".home h1")
        self.run_script("document.activeElement.blur()")
        self.press("g", "c")
        self.one(".chat-home h1")
        self.until(lambda: self.run_script("return document.activeElement.className") == "question-input", "the field in focus")
        ActionChains(self.driver).send_keys("who is").key_down(KEYS.SHIFT).send_keys(KEYS.ENTER).key_up(KEYS.SHIFT).perform()
        self.press("the landlord?")
        self.assertEqual(self.run_script("return document.activeElement.value"), "who is\nthe landlord?")
        self.press(KEYS.ENTER)
        self.one(".answer-facts")
        self.assertEqual(self.run_script("return document.activeElement.className"), "question-input", "ready for the next question")
        self.run_script("document.querySelector('.turns').focus()")
        self.press(KEYS.TAB)
        self.assertTrue(self.run_script("return document.activeElement.matches('a.cite')"))
        self.assertNotEqual(self.run_script("return getComputedStyle(document.activeElement).outlineStyle"), "none")
        self.press(KEYS.ENTER)
        self.one(".chat-view .reader .best")
        self.until(lambda: self.run_script("return Boolean(document.activeElement.closest('.reader'))"), "the focus where it is read")
        self.press(KEYS.ESCAPE)
        self.until(lambda: self.run_script("return document.activeElement.matches('a.cite')"), "the focus back at the number")

    def test_on_a_phone_the_list_the_conversation_and_what_is_read_are_pages(self):
        self.browser.show(360, 740, is_phone=True)
        self.new_conversation()
        pages = (".chat-list", ".chat-pane", ".chat-view .reader")
        self.assertEqual([bool(self.all(each)) for each in pages], [False, True, False])
        self.assert_fits()
        self.one("a.cite").click()
        self.one(".chat-view .reader .best")
        self.assertEqual(self.run_script("return document.querySelector('.chat-view .reader').getBoundingClientRect().width"), 360)
        self.one(".chat-view .reader-back").click()
        self.until(lambda: not self.all(".chat-view .reader"), "the conversation")
        self.one(".chat-bar a").click()
        self.one(".chat-list")
        self.assertEqual([bool(self.all(each)) for each in pages], [True, False, False])
        self.assert_fits()
        self.one(".chat-row a").click()
        self.one(".question")

    def assert_fits(self):
        self.assertLessEqual(self.run_script("return document.scrollingElement.scrollWidth"), 360)
        self.assertEqual(self.cut_off(), [])

    def test_a_page_that_is_loaded_again_shows_the_answer_when_it_is_kept(self):
        conversation = self.new_conversation()
        # As if the page had been loaded again before the answer was there.
        self.run_script("sessionStorage.setItem('recall.asked', JSON.stringify({ id: arguments[0], question: 'was it returned?' }))", conversation)
        self.driver.refresh()
        self.one(".turn:last-child .answer-facts", "before the answer was there")
        self.one(".turn:last-child .again").click()
        self.one(".turn:last-child .answer-facts", "No model")
        self.assertEqual([turn["question"] for turn in self.server.get(f"/conversations/{conversation}")["turns"]],
                         [QUESTION, "was it returned?"])

    def test_a_conversation_that_is_gone_is_said_to_be(self):
        self.allowed_errors = ("404",)
        self.open("/chat#id=0123456789abcdef")
        self.one(".turns .hint", "not in your library any more")

