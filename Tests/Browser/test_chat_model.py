"""Chat with what a language model writes: word by word, stopped, unsupported, from another machine, and hostile."""

import json

import hostile
from app import KEYS, AppTest
from scripted_answers import ScriptedAnswers, answer, citation, sentence
from served import SAMPLE
from test_looks import CONTRAST, UNNAMED

QUESTION = "what did the landlord say?"

MARKUP = [
    "![pixel](https://evil.example/p.gif)", "![pixel][r]\n\n[r]: https://evil.example/p.gif", "[click](https://evil.example/?q=secret)",
    "[click](javascript:window.canary=1)", "[click][r]\n\n[r]: //evil.example/x", "<https://evil.example/auto>", "https://evil.example/bare",
    "www.evil.example", "mailto:a@evil.example", "<img src=//evil.example/p.gif onerror=window.canary=1>", "\"><img src=x onerror=window.canary=1>",
    "<a href=//evil.example>x</a>", "**![b](//evil.example/b.gif)**", "`<script>window.canary=1</script>`", "```html\n<script>window.canary=1</script>\n```",
    "- ![i](//evil.example/i.gif)\n- [l](//evil.example/l)", "# <svg onload=window.canary=1>", "| a | ![t](//evil.example/t.gif) |\n|---|---|",
    "$\\href{//evil.example}{x}$", "```mermaid\ngraph TD; A-->B; click A href \"//evil.example\"\n```", "recall:item/../../evil", "[1](//evil.example) [2]",
    "\u202egpj.exe", "data:text/html,<script>window.canary=1</script>", "[x]: <//evil.example> \"t\"", "&lt;img src=//evil.example&gt;",
    "**" * 2000, "`" * 2000, "[" * 2000, "_*" * 2000, "1. " * 500,
]


class ModelAnswerTests(AppTest):
    paths = [SAMPLE]

    def setUp(self):
        super().setUp()
        self.answers = ScriptedAnswers(self)
        self.open("/chat")
        self.one(".chat-home h1")

    def tearDown(self):
        self.assertIsNone(self.run_script("return window.canary ?? null"), "something ran")
        self.assertEqual(self.run_script(
            "return document.querySelectorAll('main :is(script, iframe, img, style, base, object, embed, video, audio, form[action])').length"), 0)
        super().tearDown()

    def begin(self, question=QUESTION):
        asked = len(self.answers.asked())
        self.one(".question-input").click()
        self.press(question, KEYS.ENTER)
        self.answers.await_question(asked + 1)

    def item(self, query="deposit"):
        return self.server.get(f"/items?query={query}&limit=1")["items"][0]

    def test_text_is_shown_as_it_comes_and_replaced_by_the_answer_without_a_jump(self):
        self.begin()
        self.answers.send("text", {"text": "The deposit was **£1,450** [1]."})
        self.one(".answer-body strong", "£1,450")
        self.one(".cite.pending", "1")
        self.assertEqual(self.run_script("return document.querySelector('.unseen[aria-live]').textContent"), "", "nothing is said token by token")
        top = "return document.querySelector('.turn:last-child .question').getBoundingClientRect().top"
        before = self.run_script(top)
        self.answers.finish(answer(QUESTION, [sentence("The deposit was **£1,450**.", 1)], [citation(1, self.item()["id"], "deposit")]))
        self.one(".answer-body a.cite", "1")
        self.assertEqual(self.run_script(top), before)
        self.assertFalse(self.all(".cite.pending"))
        self.one(".answer-facts", "qwen3:4b on this machine")
        self.assertIn("£1,450", self.run_script("return document.querySelector('.unseen[aria-live]').textContent"))

    def test_withdrawn_text_goes(self):
        self.begin()
        self.answers.send("text", {"text": "I will look that up"})
        self.one(".answer-body", "look that up")
        self.answers.send("textWithdrawn", {})
        self.until(lambda: not self.all(".answer-body p:not(.waiting)"), "no text")
        self.answers.finish(answer(QUESTION, [sentence("Done.")]))
        self.one(".answer-body", "Done.")

    def test_tools_are_chips_that_open_into_what_was_found(self):
        self.begin()
        self.answers.send("toolStarted", {"tool": "search", "arguments": '{"query":"deposit"}'})
        self.one(".chip.running", "Searching “deposit”")
        found = [citation(number, self.item()["id"], f"passage {number}") for number in range(1, 13)]
        self.answers.send("toolEnded", {"tool": "search", "arguments": '{"query":"deposit"}', "results": 12, "found": found})
        self.one(".tool summary", "Searched “deposit”: 12 passages").click()
        self.until(lambda: len(self.all(".tool-found li")) == 12, "all that was found")
        self.answers.send("toolStarted", {"tool": "<b>x</b>", "arguments": "no JSON"})
        self.one(".chip.running", "<b>x</b>")
        self.answers.finish(answer(QUESTION, [sentence("Yes.", 1)], found[:1], toolCalls=[
            {"tool": "search", "arguments": '{"query":"deposit"}', "results": 12}]))
        self.until(lambda: not self.all(".chip.running"), "no tool that runs")
        self.one(".tool-found a").click()
        self.one(".chat-view .reader .item")

    def test_escape_stops_and_what_is_there_stays(self):
        self.begin()
        self.one(".send[aria-label=Stop]")
        self.answers.send("text", {"text": "Half of an answer"})
        self.one(".answer-body", "Half of an answer")
        self.press(KEYS.ESCAPE)
        self.one(".answer-facts", "Stopped")
        self.assertEqual(self.answers.stopped(), 1)
        self.one(".answer-body", "Half of an answer")
        self.one(".send[aria-label=Ask]")
        self.one(".again").click()
        self.answers.await_question(2)
        self.one(".send[aria-label=Stop]").click()
        self.until(lambda: self.answers.stopped() == 2, "the answer stopped by its button")

    def test_a_silent_model_is_said_and_stopping_shows_what_was_found(self):
        self.begin()
        self.answers.send("modelIsSilent", {})
        self.one(".answer-body .waiting", "The model has not answered yet. Stop shows what was found.")
        # What the server keeps of a stopped answer.
        item = self.item()["id"]
        kept = answer(QUESTION, [sentence("The deposit is held.", 1, quotation=True)], [citation(1, item, "The deposit is held.")],
                      model=None, notes=["Stopped."], turn=0)
        self.run_script("""
            const real = window.fetch;
            window.fetch = async (address, options) => {
              const reply = await real(address, options);
              if (!/\\/conversations\\/[^/]+$/.test(address) || options?.method === "DELETE") return reply;
              const chat = await reply.json();
              chat.turns = [{ question: arguments[0].question, asked: chat.used, answer: arguments[0] }];
              return new Response(JSON.stringify(chat));
            };""".replace("arguments[0]", json.dumps(kept)))
        self.press(KEYS.ESCAPE)
        self.one(".quote", "The deposit is held.")
        self.one(".note", "Stopped.")
        self.one(".again")

    def test_an_answer_goes_on_while_another_place_is_shown(self):
        self.begin()
        self.one("#places a", "Library").click()
        self.one(".library-row")
        self.answers.finish(answer(QUESTION, [sentence("Made meanwhile.")]))
        self.one("#places a", "Chat").click()
        self.one(".answer-body", "Made meanwhile.")

    def test_a_page_that_is_loaded_again_meanwhile_still_shows_the_question(self):
        self.begin()
        self.answers.send("text", {"text": "Half of an answer"})
        self.one(".answer-body", "Half of an answer")
        self.driver.refresh()
        self.one(".question", QUESTION)
        self.one(".answer-facts", "loaded again before the answer was there")
        self.one(".again").click()
        self.answers.await_question()
        self.answers.finish(answer(QUESTION, [sentence("All of it.")]))
        self.one(".answer-body", "All of it.")

    def test_a_failure_is_said_and_can_be_tried_again(self):
        self.begin()
        self.answers.send("error", {"code": "model-failed", "message": "The model’s server does not answer."})
        self.one(".failure", "The model’s server does not answer.")
        self.one(".failure button", "Try again").click()
        self.answers.await_question(2)
        self.answers.finish(answer(QUESTION, [sentence("Now it does.")]))
        self.one(".answer-body", "Now it does.")
        self.assertFalse(self.all(".turn .failure"))

    def test_every_part_of_an_answer_can_be_read_and_has_a_name_in_both_themes(self):
        cited = [citation(1, self.item()["id"], "£1,450", state="changed"), citation(2, "0" * 32, "", state="deleted", title="")]
        self.begin()
        self.answers.send("toolEnded", {"tool": "search", "arguments": "{}", "results": 1, "found": cited[:1]})
        self.answers.finish(answer(QUESTION, [
            sentence("It was £1,450 `then`.", 1, dates=[("then", "May 2023")]), sentence("It was returned.", supported=False),
            sentence("The cited item was deleted.", 2, supported=False), sentence("It was not.", 1, quotation=True)], cited, machine="10.0.0.7", notes=["It was slow."]))
        self.one(".tool summary").click()
        self.one(".tool-found li")
        for scheme in ("light", "dark"):
            self.browser.show(1280, 860, scheme)
            self.assertEqual(self.run_script(CONTRAST), [], scheme)
        self.assertEqual(self.run_script(UNNAMED), [])

    def test_what_no_source_says_is_marked_with_words(self):
        self.begin()
        self.answers.finish(answer(QUESTION, [sentence("It was returned.", supported=False), sentence("It was £1,450.", 1)],
                                   [citation(1, self.item()["id"], "£1,450")]))
        marked = self.one(".unsupported", "It was returned.")
        self.assertIn("no source says this", marked.text)
        self.assertEqual(len(self.all(".unsupported")), 1)

    def test_phrases_of_time_have_their_meaning(self):
        self.begin()
        self.answers.finish(answer(QUESTION, [
            sentence("Signal at last: yesterday at the col", 1, quotation=True, dates=[("yesterday", "9 July 2024")]),
            sentence("They met **last** Friday.", dates=[("last Friday", "5 July 2024")])], [citation(1, self.item()["id"], "yesterday")]))
        self.one(".quote", "yesterday (9 July 2024) at the col")
        self.one(".stated", "(last Friday: 5 July 2024)")

    def test_what_may_answer_is_shown_as_that(self):
        self.begin()
        self.answers.finish(answer(QUESTION, [sentence("Found in the wall: emperor moth, male.", 1, quotation=True)],
                                   [citation(1, self.item()["id"], "Found in the wall")], found=False, possible=True, model=None))
        self.one(".not-found", "This may answer it:")

    def test_a_refusal_shows_the_nearest(self):
        self.begin()
        self.answers.finish(answer(QUESTION, [sentence("Found in the wall: emperor moth, male.", 1, quotation=True)],
                                   [citation(1, self.item()["id"], "Found in the wall")], found=False, model=None))
        self.one(".not-found", "Nothing surely answers this. The nearest:")
        self.one(".quote", "emperor moth")

    def test_a_model_elsewhere_is_said_with_every_answer(self):
        for number in (1, 2):
            self.begin()
            self.answers.finish(answer(QUESTION, [sentence("Yes.")], machine="10.0.0.7"))
            self.until(lambda: len(self.all(".turn .elsewhere")) == number, "the machine")
        self.assertIn("10.0.0.7, not on this machine", self.one(".turn .elsewhere").text)

    def test_who_answers_is_said_before_a_question_is_asked(self):
        self.one(".model-note", "Answers by qwen3:4b, on this machine.")
        ScriptedAnswers(self, machine="10.0.0.7")
        self.open("/chat")
        self.one(".model-note .elsewhere", "on 10.0.0.7: what it reads leaves this machine")

    def test_what_has_changed_or_gone_is_said(self):
        item = self.item()["id"]
        self.begin()
        self.answers.finish(answer(QUESTION, [sentence("It was so.", 1, 2), sentence("The cited item was deleted.", 2, supported=False)], [
            citation(1, item, "it was not like this", state="changed"), citation(2, "0" * 32, "", state="deleted", title="")]))
        self.one(".source-card", "Has changed since")
        self.one("div.source-card.gone", "Deleted since")
        self.assertFalse(self.all(".unsupported-note"), "what is gone cannot be unsupported")
        self.assertEqual(len(self.all("a.cite")), 1)
        self.one("a.cite").click()
        self.one("#notice", "has changed since it was cited")
        self.one(".chat-view .reader .item")

    def test_of_equal_sentences_the_cited_one_is_marked(self):
        note = next(each for each in self.server.get("/items?query=kind:note&limit=50")["items"])
        thread = self.server.get(f"/items/{note['id']}/thread")
        text = "".join(each["text"] for item in thread["items"] if item["id"] == note["id"] for each in item["segments"])
        word = next(word for word in text.split() if len(word) > 2 and text.count(word) > 1 and word.isalpha())
        second = text.index(word, text.index(word) + 1)
        self.begin()
        self.answers.finish(answer(QUESTION, [sentence("So it says.", 1)], [
            citation(1, note["id"], word, start=len(text[:second].encode()), kind="note")]))
        units = len(text[:second].encode("utf-16-le")) // 2
        found = self.evaluate("passage-marks.js", f"""m.marksIn({json.dumps(text)}, [{{ segments: [{{ text: {json.dumps(word)},
            mark: "sentence" }}], range: [{len(text[:second].encode())}, 0] }}], true)""")
        self.assertEqual([(each["low"], each["isBest"]) for each in found], [(units, True)])
        self.one("a.cite").click()
        self.one(".chat-view .reader .best", word)

    def test_bold_italics_code_and_lists_are_all_that_text_becomes(self):
        self.begin()
        self.answers.finish(answer(QUESTION, [sentence("**Two** things, *both* in `code`:"), sentence("- one [1]"), sentence("- two"), sentence("1. first")]))
        self.one(".answer-body strong", "Two")
        self.one(".answer-body em", "both")
        self.one(".answer-body code", "code")
        self.assertEqual(len(self.all(".answer-body ul li")), 2)
        self.assertEqual(len(self.all(".answer-body > ol li")), 1)

    def test_a_table_and_code_of_a_model_are_shown_as_such_while_they_come_and_after(self):
        self.begin()
        table, code = "| Who | How *much* |\n|---|--:|\n| <b>Orlov</b> | **300** |\n| Ada | 1,450 |", "```py\nif a < b:\n    c()\n```"
        self.answers.send("text", {"text": "Here it is:\n" + table + "\n" + code})
        self.one(".turn tbody tr:nth-child(2) td:nth-child(2)", "1,450")
        self.assertEqual([each.text for each in self.all(".turn th")], ["Who", "How much"])
        self.answers.finish(answer(QUESTION, [sentence("Here it is:"), sentence(table), sentence(code)]))
        self.one(".answer-body tbody td", "<b>Orlov</b>")
        self.one(".answer-body tbody strong", "300")
        self.assertEqual(len(self.all(".answer-body tr")), 3)
        self.assertEqual(self.one(".answer-body pre code").text, "if a < b:\n    c()")

    def test_markup_of_a_model_stays_text_and_loads_nothing(self):
        for number, text in enumerate(MARKUP + hostile.STRINGS[::9], 1):
            self.begin("again?")
            self.answers.send("toolStarted", {"tool": text[:200], "arguments": json.dumps({"query": text[:200]})})
            self.answers.send("text", {"text": text})
            self.answers.finish(answer(text, [sentence(text, 1, dates=[(text[:20], text[:50])]), sentence(text, 1, quotation=True)], [
                citation(1, self.item()["id"], text, title=text, **{"from": text}), citation(2, self.item()["id"], text, title=text, **{"from": text})],
                model=text, machine=text, notes=[text], toolCalls=[{"tool": text, "arguments": text, "results": 1}]))
            self.until(lambda: self.run_script("return document.querySelectorAll('.turn .elsewhere').length") == number, text[:40])
            links = self.run_script("return [...document.querySelectorAll('.turn a')].map((each) => each.getAttribute('href'))")
            self.assertEqual([link for link in links if not link.startswith("/chat#id=")], [], text[:40])
            self.assertLessEqual(self.run_script("return document.scrollingElement.scrollWidth - innerWidth"), 0, text[:40])
            self.assertEqual(self.cut_off(), [], text[:40])

    def test_two_hundred_turns_are_shown_from_their_end(self):
        quotations = [sentence(f"Sentence {number} of it.", number, quotation=True) for number in (1, 2, 3)]
        citations = [citation(number, self.item()["id"], f"Sentence {number} of it.") for number in (1, 2, 3)]
        turns = [{"question": f"Question {number}", "asked": "2026-01-01T10:00:00Z", "answer": answer("", quotations, citations)} for number in range(200)]
        shown = self.driver.execute_async_script("""
            const [turns, done] = arguments;
            import("/app/chat-conversation.js").then(({ Conversation }) => {
              const conversation = new Conversation({ id: "1", onChange() {}, onAnswer() {} });
              document.querySelector(".chat-place").replaceChildren(conversation.element);
              conversation.showTurns(turns);
              window.conversation = conversation;
              done(document.querySelectorAll(".turns .quote").length);
            });""", turns)
        self.assertGreater(shown, 0)
        self.assertLess(shown, 60, "the rest follows when there is time")
        self.until(lambda: self.run_script("return document.querySelectorAll('.turns .quote').length") == 600, "all answers")
        in_sight = "const r = conversation.turns.at(-1).element.getBoundingClientRect(); return r.bottom <= innerHeight && r.top > 0"
        self.assertTrue(self.run_script(in_sight), "the last turn where it was")

    def test_an_answer_is_copied_with_its_sources(self):
        item = self.item()["id"]
        text = self.evaluate("answer-copy.js", "m.plainAnswer(" + json.dumps(answer(QUESTION, [
            sentence("It was £1,450.", 1), sentence("He agreed.", supported=False)], [citation(1, item, "£1,450")])) + ")")
        self.assertEqual(text, "It was £1,450. [1]\nHe agreed. (no source says this)\n\nSources:\n[1] Denise Pruett <denise@people.example>, "
                         "2023-08-17, Deposit: “£1,450”\n")

    def test_a_copied_quotation_ends_where_recall_ends_it(self):
        text = self.evaluate("answer-copy.js", "m.plainAnswer(" + json.dumps(answer(QUESTION, [
            sentence("It is 2323” [1] “see", 1, quotation=True)], [citation(1, self.item()["id"], "2323”", fromAddress="")])) + ")")
        self.assertEqual(text, "“It is 2323’ [1] ‘see” [1]\n\nSources:\n[1] Denise Pruett (no e-mail address), 2023-08-17, Deposit: “2323’”\n")
