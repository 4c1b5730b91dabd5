"""People: who is who, as the Library shows it, and what is said about it."""

import json
import pathlib
import tempfile
import urllib.error

from app import KEYS, AppTest

SENDERS = [("Mira Kovac", "mira@people.example"), ("Kovac, Mira", "mk@work.example"), ("Mira Adeyemi", "adeyemi@people.example"),
           ("Ben Roe", "ben@people.example"), ("Ben", "ben@home.example"), ("\u202eevil <b>Zed</b>\u0007 " + "Z" * 5_000, "zed@people.example")]


class PeopleTests(AppTest):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="recall-browser-")
        cls.addClassCleanup(scratch.cleanup)
        path = pathlib.Path(scratch.name) / "items.jsonl"
        with open(path, "w", encoding="utf-8") as file:
            for number, (name, address) in enumerate(SENDERS):
                file.write(json.dumps({
                    "kind": "email", "id": str(number), "title": f"Kettle {number}", "from": {"name": name, "address": address},
                    "date": "2024-03-04T10:00:00Z", "text": "The kettle whistles."}) + "\n")
            for number in range(120):
                for host in ("people", "work"):
                    file.write(json.dumps({
                        "kind": "email", "id": f"{host}-{number}", "title": "Oars", "date": "2024-03-04T10:00:00Z", "text": "Oars.",
                        "from": {"name": f"Rower Number{chr(97 + number // 26)}{chr(97 + number % 26)}", "address": f"r{number}@{host}.example"}}) + "\n")
        cls.paths = [path]
        super().setUpClass()

    def setUp(self):
        super().setUp()
        while self.takes_back():
            pass

    def takes_back(self):
        try:
            return self.server.send("DELETE", "/people/statements/latest")
        except urllib.error.HTTPError as error:
            self.assertEqual(error.code, 404)
            return None

    def addresses(self, words):
        return [sorted(each["addresses"]) for each in self.server.get(f"/people?words={words}")["people"]]

    def find(self, words):
        self.open("/library#tab=people")
        self.one(".person")
        field = self.one(".library-page .text-input")
        field.send_keys(words)
        self.until(lambda: "with more than one" not in self.status(), "what was found")

    def status(self):
        return self.one(".library-page .hint").text

    def unfold(self, text):
        row = self.one(".person", text)
        if not row.get_attribute("open"):
            row.find_element("css selector", "summary").click()
        return row

    def test_people_with_several_addresses_are_listed_page_by_page(self):
        self.open("/library#tab=people")
        self.one(".tabs a[aria-current]", "People")
        self.one(".library-page .hint", "121 people with more than one address or name")
        self.assertEqual(len(self.all(".person")), 50)
        for shown in (100, 121):
            self.one(".library-page .more-items").click()
            self.until(lambda: len(self.all(".person")) == shown, f"{shown} people")
        self.assertFalse(self.all(".library-page .more-items"))

    def test_anybody_is_found_and_the_address_keeps_what_was_typed(self):
        self.find("mir")
        self.one(".library-page .hint", "2 people")
        self.assertEqual({each.text for each in self.all(".person-name")} & {"Mira Adeyemi"}, {"Mira Adeyemi"})
        self.until(lambda: "who=mir" in self.driver.current_url, "the address")
        self.driver.refresh()
        self.one(".person", "Mira Adeyemi")
        self.find("nobody at all")
        self.one(".library-page .hint", "Nobody has this name or address")

    def test_what_somebody_wrote_is_searched_under_all_addresses(self):
        self.find("kovac")
        self.unfold("mk@work.example").find_element("css selector", ".person-actions a").click()
        self.until(lambda: len(self.all(".result")) == 2, "both mails")

    def test_two_people_become_one_after_a_question_and_two_again(self):
        self.find("ben")
        self.unfold("ben@people.example")
        self.click(".person[open] button", "Same person as")
        self.one("dialog input").send_keys("home")
        self.click("dialog .option", "ben@home.example")
        self.assertEqual(self.addresses("ben"), [["ben@home.example"], ["ben@people.example"]])
        cards = self.one("dialog .person-cards").text
        self.assertIn("ben@people.example", cards)
        self.assertIn("ben@home.example", cards)
        self.one("dialog .primary", "They are one person").click()
        self.one(".people-change", "Done. Ben Roe and Ben are one person.")
        self.until(lambda: len(self.all(".person")) == 1, "one person")
        self.assertEqual(self.addresses("ben"), [["ben@home.example", "ben@people.example"]])
        self.one(".people-change button", "Undo").click()
        self.one(".people-change", "Taken back")
        self.until(lambda: len(self.all(".person")) == 2, "two people")
        self.assertEqual(len(self.addresses("ben")), 2)

    def test_nobody_is_merged_without_the_answer(self):
        self.find("ben")
        self.unfold("ben@people.example")
        self.click(".person[open] button", "Same person as")
        self.one("dialog input").send_keys("home")
        self.click("dialog .option")
        self.one("dialog button", "Back").click()
        self.one("dialog input")
        self.press(KEYS.ESCAPE)
        self.until(lambda: not self.all("dialog"), "a closed dialog")
        self.assertEqual(len(self.addresses("ben")), 2)

    def test_an_address_is_given_to_somebody_else_and_back(self):
        self.find("kovac")
        row = self.unfold("mk@work.example")
        next(each for each in row.find_elements("css selector", ".person-addresses li") if "mk@work" in each.text) \
            .find_element("css selector", "button").click()
        self.one(".people-change", "mk@work.example is another person")
        self.until(lambda: len(self.all(".person")) == 2, "two people")
        self.one(".people-change button", "Undo").click()
        self.until(lambda: len(self.all(".person")) == 1, "one person")

    def said(self):
        details = self.one(".people-statements")
        self.run_script("arguments[0].open = true", details)
        return [each.text.removesuffix("Undo").strip() for each in details.find_elements("css selector", "li")]

    def test_what_was_said_is_listed_after_a_reload_and_each_is_taken_back(self):
        self.open("/library#tab=people")
        self.one(".person")
        self.assertFalse(self.all(".people-statements"))
        for statement in ({"kind": "same", "first": "ben@people.example", "second": "ben@home.example"},
                          {"kind": "apart", "first": "mk@work.example"}, {"kind": "me", "first": "zed@people.example"}):
            self.server.send("POST", "/people/statements", statement)
        self.driver.refresh()
        self.one(".people-statements summary", "What you said about people (3)")
        self.assertEqual(self.said(), ["zed@people.example is you.", "mk@work.example is another person.",
                                       "ben@people.example and ben@home.example are one person."])
        self.until(lambda: self.all(".people-statements li button")[2].click() or True, "a click")
        self.one(".people-change", "Taken back: “ben@people.example and ben@home.example are one person.”")
        self.until(lambda: self.said() == ["zed@people.example is you.", "mk@work.example is another person."], "those that hold")
        self.assertEqual(len(self.addresses("ben")), 2)
        self.one(".library-page .text-input").send_keys("ben")
        self.until(lambda: not self.all(".people-statements"), "no statements while somebody is looked for")

    def test_a_statement_that_is_gone_already_says_so(self):
        self.server.send("POST", "/people/statements", {"kind": "apart", "first": "mk@work.example"})
        self.open("/library#tab=people")
        self.one(".people-statements summary")
        self.said()
        self.takes_back()
        self.allowed_errors = ["404"]
        self.one(".people-statements li button", "Undo").click()
        self.until(lambda: not self.all(".people-statements"), "no statement")

    def test_the_owner_is_marked(self):
        self.find("ben@people")
        self.unfold("ben@people.example")
        self.click(".person[open] button", "This is me")
        self.one(".people-change", "Ben Roe is you")
        self.one(".person-owner", "You")
        self.assertFalse([each for each in self.all(".person[open] button") if each.text == "This is me"])

    def test_keys_unfold_and_merge_and_the_focus_stays_at_what_was_said(self):
        self.find("ben")
        self.one(".person")
        self.run_script("document.activeElement.blur()")
        self.press("j")
        self.press("j")
        self.press("k")
        focused = "return document.activeElement.closest('li')?.querySelector('.person-known')?.textContent"
        self.until(lambda: self.run_script(focused) == "ben@home.example", "the first person")
        self.press(KEYS.ENTER)
        self.one(".person[open]")
        self.press(KEYS.TAB, KEYS.TAB, KEYS.ENTER)
        self.one("dialog input")
        self.press("ben@people")
        self.one("dialog .option", "ben@people.example")
        self.press(KEYS.TAB, KEYS.ENTER)
        self.one("dialog .person-cards")
        self.press(KEYS.TAB, KEYS.ENTER)
        self.one(".people-change", "Done")
        self.until(lambda: self.run_script("return document.activeElement.className") == "people-change", "the focus at what was said")
        self.press(KEYS.TAB, KEYS.ENTER)
        self.one(".people-change", "Taken back")

    def test_a_hostile_name_is_text_in_every_place(self):
        for width, is_phone in ((1280, False), (360, True)):
            self.browser.show(width, 800, is_phone=is_phone)
            self.find("zed@people")
            self.unfold("<b>Zed</b>")
            self.click(".person[open] button", "This is me")
            self.one(".people-change", "<b>Zed</b>")
            self.assertNotIn("\u202e", self.one(".library-page").text)
            self.assertEqual(self.cut_off(), [])
            self.assertLessEqual(self.run_script("return document.scrollingElement.scrollWidth"), width)
            self.one(".people-change button").click()
            self.one(".people-change", "Taken back")

    def test_the_details_of_an_item_lead_to_its_sender(self):
        self.search("from:adeyemi kettle")
        self.click(".result-title")
        self.one(".reader .item")
        self.run_script("document.querySelector('.reader .origin').open = true")
        self.one(".reader .origin a", "Who is Mira Adeyemi?").click()
        self.one(".library-page .hint", "1 person")
        self.one(".person", "adeyemi@people.example")


class SuggestionTests(AppTest):
    """A first name in chats, and the contact who may be meant by it."""

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="recall-browser-")
        cls.addClassCleanup(scratch.cleanup)
        folder = pathlib.Path(scratch.name)
        names = ["Jonas", "Ida", "Zoe", "Tom", "Kai"]
        with open(folder / "chat.jsonl", "w", encoding="utf-8") as file:
            for place, name in enumerate(names):
                for number in range(10 - place):
                    file.write(json.dumps({"kind": "message", "id": f"{name}-{number}", "from": {"name": name}, "text": "Oars."}) + "\n")
        with open(folder / "contacts.vcf", "w", encoding="utf-8") as file:
            for name in names:
                family = "Lind (\u202e<b>" + "Z" * 200 + "</b>)" if name == "Tom" else "Lind"
                file.write(f"BEGIN:VCARD\nFN:{name} {family}\nEMAIL:{name.lower()}@people.example\nEND:VCARD\n")
        cls.paths = [folder]
        super().setUpClass()

    def names(self):
        return [each.text for each in self.all(".person-pair .person-cards > li:first-child .person-name")]

    def row(self, name):
        return next(each for each in self.all(".person-pair") if each.text.startswith(name))

    def press_button(self, name, label):
        """Also while they are loaded anew."""
        self.until(lambda: next(each for each in self.row(name).find_elements("css selector", "button") if each.text == label).click() or True,
                   f"a click on {label}")

    def test_a_first_name_becomes_one_with_a_contact_or_not_and_back(self):
        self.open("/library#tab=people")
        self.one(".people-suggestions h2", "Perhaps one person")
        self.until(lambda: self.names() == ["Jonas", "Ida", "Zoe"], "the first three")
        self.assertIn("jonas@people.example", self.row("Jonas").text)
        for label, done in (("They are one person", "Jonas and Jonas Lind are one person."), ("Another person", "Jonas is another person than Jonas Lind.")):
            self.press_button("Jonas", label)
            self.one(".people-change", done)
            self.until(lambda: self.names() == ["Ida", "Zoe", "Tom"], "the next ones")
            found = self.server.get("/people?words=jonas")["people"]
            self.assertEqual(len(found), 1 if label.startswith("They") else 2)
            self.one(".people-change button", "Undo").click()
            self.one(".people-change", "Taken back")
            self.until(lambda: self.names() == ["Jonas", "Ida", "Zoe"], "the first three again")

    def test_the_others_are_shown_if_wanted_and_none_while_somebody_is_looked_for(self):
        self.open("/library#tab=people")
        self.one(".people-suggestions button", "Show 2 more").click()
        self.until(lambda: len(self.names()) == 5, "all")
        self.one(".library-page .text-input").send_keys("jonas")
        self.until(lambda: not self.all(".people-suggestions"), "no suggestions")

    def test_a_contact_sent_nothing_and_is_sent_to_nobody(self):
        self.open("/library#tab=people")
        self.one(".library-page .text-input").send_keys("jonas lind")
        row = self.one(".person", "Jonas Lind")
        self.assertNotIn("sent", row.text)
        self.search("kind:document Jonas")
        self.click(".result-title", "Jonas")
        self.one(".reader .item", "Jonas Lind")
        self.assertFalse(self.all(".reader .recipients"))

    def test_a_hostile_contact_is_text_and_fits(self):
        for width, is_phone in ((1280, False), (360, True)):
            self.browser.show(width, 800, is_phone=is_phone)
            self.open("/library#tab=people")
            self.one(".people-suggestions button", "Show 2 more").click()
            self.one(".person-pair", "<b>ZZ")
            self.assertNotIn("\u202e", self.one(".library-page").text)
            self.assertEqual(self.cut_off(), [])
            self.assertLessEqual(self.run_script("return document.scrollingElement.scrollWidth"), width)


class NobodyTests(AppTest):
    paths = []

    def test_an_empty_library_says_so(self):
        self.open("/library#tab=people")
        self.one(".library-page .hint", "Nothing has been imported yet")
        self.one(".library-page .hint a", "Import something")
