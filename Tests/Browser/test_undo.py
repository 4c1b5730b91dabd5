"""A deletion that can be undone for ten seconds."""

from app import AppTest
from served import SAMPLE


class UndoTests(AppTest):
    paths = [SAMPLE / "notes", SAMPLE / "mail.mbox"]

    def total(self):
        return self.server.get("/items?limit=1")["total"]

    def delete_first(self, query):
        """Opens the first result of a search and deletes its thread. The toast can undo it."""
        self.search(query)
        self.click(".result-title")
        self.one(".reader .item")
        self.one(".reader-actions button", "Delete").click()
        self.one("dialog.question .danger").click()
        return self.one(".undo", "Deleting")

    def test_a_result_that_is_deleted_is_hidden_and_comes_back_when_that_is_undone(self):
        before = self.total()
        self.search("kind:note bees")
        title = self.one(".result-title").text
        toast = self.delete_first("kind:note bees")
        self.until(lambda: not any(title == each.text for each in self.all(".result-title")), "a result less")
        self.assertFalse(self.all(".reader .item"))
        toast.find_element("css selector", "button").click()
        self.one(".result-title", title)
        self.one(".reader .item")
        self.one(".result[data-open]", title)
        self.assertFalse(self.all(".undo"))
        self.one("#notice", "Nothing was deleted")
        self.assertEqual(self.total(), before)
        self.open("/")
        self.assertEqual(self.total(), before)

    def test_the_rest_keeps_its_heading_and_the_months_lose_what_is_deleted(self):
        shown = lambda: (self.all(".result")[0].get_attribute("data-kind"), len(self.all(".result")), self.all(".list .bar")[0].get_attribute("data-period"))
        self.search("acid room rota")
        title, count = self.one(".result-title").text, len(self.all(".result"))
        self.assertEqual(self.all(".list .bar")[0].get_attribute("data-period"), "2023-03")
        toast = self.delete_first("acid room rota")
        self.until(lambda: shown() == ("Close in meaning", count - 1, "2023-05"), "the heading of the rest, and its months")
        toast.find_element("css selector", "button").click()
        self.one(".result-title", title)
        self.until(lambda: shown() == (None, count, "2023-03"), "all as it was")
        self.delete_first("acid room rota")
        self.until(lambda: not self.all(".undo"), "the end of the time to undo it")
        self.until(lambda: (shown()[0], shown()[2]) == ("Close in meaning", "2023-05"), "what the search after it finds")

    def test_without_an_undo_it_is_gone_after_ten_seconds_and_not_before(self):
        before = self.total()
        self.delete_first("kind:note jollof")
        self.assertEqual(self.total(), before)
        self.until(lambda: not self.all(".undo"), "the end of the time to undo it")
        self.until(lambda: self.total() == before - 1, "one item less")

    def test_a_page_that_is_left_asks_at_once(self):
        before = self.total()
        self.delete_first("kind:note gasket")
        self.assertEqual(self.total(), before)
        self.driver.get("about:blank")
        self.until(lambda: self.total() == before - 1, "one item less")

    def test_a_page_that_dies_has_deleted_nothing(self):
        before = self.total()
        tab = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        self.delete_first("kind:note moving checklist")
        # No more of its code runs, as after a crash.
        self.run_script("window.addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true)")
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.driver.close()
        self.driver.switch_to.window(tab)
        self.search("kind:note moving checklist")
        self.one(".result-title")
        self.assertEqual(self.total(), before)

    def test_of_a_thread_one_item_is_hidden_and_shown_again(self):
        self.search("kind:email deposit")
        threads = [each for each in self.all(".result") if " items" in each.find_element("css selector", ".byline").text]
        threads[0].find_element("css selector", "a").click()
        shown = self.until(lambda: (count := len(self.all(".reader .item"))) > 1 and count, "the items of a thread")
        self.run_script("document.querySelector('.reader .origin').open = true")
        self.one(".reader .danger-link").click()
        self.one("dialog.question .danger").click()
        self.until(lambda: len(self.all(".reader .item")) == shown - 1, "an item less")
        self.one(".undo button").click()
        self.until(lambda: len(self.all(".reader .item")) == shown, "the item again")
