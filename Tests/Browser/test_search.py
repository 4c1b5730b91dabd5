"""Search: as one types, by filter, by month, by keys, and reading what was found."""

import json

from selenium.webdriver.common.action_chains import ActionChains

from app import KEYS, AppTest


class SearchTests(AppTest):
    def test_the_page_is_ready_to_type_and_says_what_there_is(self):
        self.open("/")
        self.assertIn("yours alone", self.one("h1").text)
        self.assertEqual(self.run_script("return document.activeElement.className"), "search-input")
        self.assertTrue(self.all(".home .bar"))

    def test_results_come_as_one_types_and_open_at_the_passage(self):
        results = self.search("deposit scheme")
        self.assertTrue(results)
        self.assertTrue(self.all(".result mark"))
        results[0].click()
        self.one(".reader .item")
        mark = self.one(".reader mark, .reader .sentence")
        inside = self.run_script("const r = arguments[0].getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight", mark)
        self.assertTrue(inside, "the passage is in sight")
        self.assertEqual(self.run_script("return location.search"), "", "no query goes to the server in an address")

    def test_once_typing_a_question_pauses_the_best_results_are_read_deeper(self):
        self.search("which wild animal was in my clothing?")
        self.one(".list[data-order=deep]")
        self.assertIn("A question with whiskers", self.all(".result")[0].text)

    def test_nothing_moves_under_a_pointer_that_rests_on_the_results(self):
        self.search("deposit")
        ActionChains(self.driver).move_to_element(self.all(".result")[2]).perform()
        self.one(".search-input").send_keys(KEYS.CONTROL + "a" + KEYS.NULL + "who is coming for christmas?")
        self.until(lambda: self.all(".list[data-order=kept]") and "Christmas: who, where" in self.all(".result")[0].text, "the order kept")

    def test_quoted_text_is_folded_until_asked_for(self):
        self.search('subject:deposit kind:email')[0].click()
        fold = self.one(".reader .fold")
        self.assertEqual(self.all(".reader .quoted"), [])
        fold.click()
        self.assertTrue(self.all(".reader .quoted"))

    def test_a_chip_writes_the_query_and_takes_it_back(self):
        self.search("walk")
        self.one(".filters summary", "Kind").click()
        self.one(".menu-panel .option", "Chat").click()
        box = self.one(".search-input")
        self.until(lambda: box.get_attribute("value") == "walk kind:message", "the filter in the query")
        self.one(".note", "Filter: kind:message")
        self.one(".chip.chosen").click()
        self.until(lambda: box.get_attribute("value") == "walk", "the query without the filter")

    def test_what_plain_words_name_becomes_a_filter_by_one_click(self):
        self.search("messages from mira about the speech")
        box = self.one(".search-input")
        self.one(".wishes .chip", "From mira").click()
        self.until(lambda: box.get_attribute("value") == 'messages from mira about the speech from:"mira"', "the name as a filter")
        self.one(".note", 'Filter: from:"mira"')

    def test_a_query_that_is_a_date_lists_what_was_written_then(self):
        self.search("christmas 2023")
        self.one(".reading .note", "date:2023-12-24..2023-12-26")
        self.one(".reading .note", "The words are a date")
        self.assertTrue(all("Dec" in each.find_element("css selector", "time").text for each in self.all(".result")))

    def test_what_ranks_nothing_is_not_said_to(self):
        self.search("pdf about the boiler")
        self.one(".wishes", "Not ranked higher. Show only:")
        self.search("notes about the boiler")
        self.assertFalse([each for each in self.all(".wishes") if "Not ranked" in each.text])

    def test_a_person_can_be_chosen_from_the_list(self):
        self.search("walk")
        self.one(".filters summary", "Person").click()
        self.one(".menu-panel input").send_keys("mira")
        self.one(".menu-panel .option", "Mira").click()
        self.until(lambda: "from:" in self.one(".search-input").get_attribute("value"), "a filter by person")

    def test_a_month_of_the_timeline_filters_by_date(self):
        self.search("deposit")
        bar = self.one(".list .bar")
        month = bar.get_attribute("data-period")
        bar.click()
        self.until(lambda: self.one(".search-input").get_attribute("value") == f"deposit date:{month}", "the date in the query")

    def test_a_drag_across_months_filters_by_all_of_them(self):
        self.search("deposit")
        bars = self.all(".list .bar")
        wanted = f"date:{bars[0].get_attribute('data-period')}..{bars[2].get_attribute('data-period')}"
        ActionChains(self.driver).click_and_hold(bars[0]).move_to_element(bars[2]).release().perform()
        self.until(lambda: wanted in self.one(".search-input").get_attribute("value"), wanted)

    def test_keys_alone_lead_through_results_and_back(self):
        self.search("deposit")
        self.press(KEYS.ARROW_DOWN)
        self.press(KEYS.ARROW_DOWN)
        second = self.all(".result")[1]
        self.assertTrue(self.run_script("return arguments[0].contains(document.activeElement)", second))
        self.press("k")
        self.press("j")
        self.press(KEYS.ENTER)
        self.one(".reader .item")
        self.until(lambda: self.run_script("return document.activeElement.className").startswith("reader-title"), "focus in the pane")
        self.press(KEYS.ESCAPE)
        self.until(lambda: not self.all(".reader .item"), "a closed pane")
        self.assertTrue(self.run_script("return arguments[0].contains(document.activeElement)", self.all(".result")[1]))
        self.press(KEYS.ESCAPE)
        self.assertEqual(self.run_script("return document.activeElement.className"), "search-input")

    def test_enter_in_the_search_box_opens_the_first_result_even_before_it_is_there(self):
        self.open("/")
        box = self.one(".search-input")
        box.send_keys("deposit" + KEYS.ENTER)
        self.one(".reader .item")
        self.until(lambda: self.all(".result")[0].get_attribute("data-open") is not None, "the first result open")

    def test_enter_on_a_telephone_goes_to_the_list_and_covers_it_with_nothing(self):
        self.browser.show(390, 800, is_phone=True)
        self.addCleanup(self.browser.show, 1280, 860)
        self.open("/")
        self.one(".search-input").send_keys("deposit" + KEYS.ENTER)
        self.until(lambda: self.run_script("return document.activeElement.closest('.result') !== null"), "focus in the list")
        self.assertFalse(self.all(".reader .item"))

    def test_searches_are_remembered_saved_and_forgotten(self):
        self.search("deposit")
        self.one(".list-tools [aria-label='Save this search']").click()
        self.one(".list-tools [aria-pressed='true']")
        self.all(".result a")[0].click()
        self.one(".reader .item")
        self.open("/")
        for heading in ("Saved searches", "Recent searches"):
            self.one(".kept-searches", heading)
        self.one(".kept-query", "deposit").click()
        self.one(".result")
        self.open("/")
        self.one(".kept-searches")
        kept = len(self.all(".kept"))
        self.assertGreaterEqual(kept, 2)
        for left in reversed(range(kept)):
            self.one(".kept-forget").click()
            self.until(lambda: len(self.all(".kept")) == left, f"{left} kept")
        self.assertEqual(self.all(".kept-searches"), [])

    def test_the_palette_goes_to_places_people_and_searches(self):
        self.open("/")
        self.one(".newest-row")
        ActionChains(self.driver).key_down(KEYS.CONTROL).send_keys("k").key_up(KEYS.CONTROL).perform()
        self.one("dialog.palette")
        self.press("sett")
        self.until(lambda: "Settings" in self.one(".palette-options [aria-selected=true]").text, "Settings marked")
        self.press(KEYS.ENTER)
        self.one("h2", "Look")
        self.assertFalse(self.all("dialog"))
        ActionChains(self.driver).key_down(KEYS.CONTROL).send_keys("k").key_up(KEYS.CONTROL).perform()
        self.one("dialog.palette")
        self.press("lost kettle")
        self.press(KEYS.ENTER)
        self.until(lambda: self.one(".search-input").get_attribute("value") == "lost kettle", "the search")

    def test_what_is_typed_in_the_palette_comes_before_what_was_searched(self):
        self.search("boiler strange noise kind:document")[0].click()
        self.one(".reader .item")
        self.open("/")
        self.one(".kept-query", "boiler strange noise")
        self.one(".palette-key").click()
        self.one("dialog.palette")
        self.press("boiler")
        self.one(".palette-options .option", "boiler strange noise")
        self.assertEqual(self.one(".palette-options [aria-selected=true] .mail").text, "boiler")
        self.press(KEYS.ENTER)
        self.until(lambda: self.one(".search-input").get_attribute("value") == "boiler", "the search for what was typed")

    def test_a_note_found_by_its_title_shows_its_beginning_and_no_marks(self):
        results = self.search("Quarry Lane facts kind:note")
        self.assertIn("Stopcock", results[0].find_element("css selector", ".passage").text)
        results[0].click()
        self.one(".reader .note-body", "Stopcock")
        self.assertEqual(self.all(".reader mark, .reader .sentence"), [])

    def test_results_are_exported_as_markdown_whose_text_has_no_marks_of_its_own(self):
        self.search("deposit")
        self.run_script("""
            window.exported = [];
            const create = URL.createObjectURL;
            URL.createObjectURL = (blob) => { blob.text().then((text) => window.exported.push(text)); return create(blob); };
        """)
        for label in ("Markdown", "JSON"):
            self.one(".export summary").click()
            self.one(".export .option", label).click()
        self.until(lambda: self.run_script("return window.exported.length") == 2, "two files")
        markdown, found = self.run_script("return window.exported")
        self.assertTrue(markdown.startswith("# deposit\n\n## "))
        results = json.loads(found)["results"]
        self.assertEqual(markdown.count("\n## "), len(results))
        identifier = results[0]["passages"][0]["item"]["id"]
        self.assertIn(f"`recall show {identifier[:10]}`", markdown)
        self.assertNotIn(identifier, markdown)

    def test_the_palette_exports_what_is_found_and_offers_what_else_there_is(self):
        self.search("deposit")[0].click()
        self.one(".reader .item")
        self.one(".palette-key").click()
        self.one("dialog.palette")
        offered = lambda: [each.text.split("\n")[0] for each in self.all(".palette-options .option")]
        for typed, names in (("exp", ["Export results: Markdown", "Export results: JSON", "Export results: Mails as sent (mbox)"]),
                             ("similar", ["Similar to what is open"]), ("dark", ["Dark colours"]), ("memory", ["Memory"]),
                             ("sources", ["Sources"]), ("could", ["Could not be read"])):
            box = self.one("dialog.palette input")
            box.clear()
            box.send_keys(typed)
            self.until(lambda: offered()[:len(names)] == names, f"{names} first for {typed}")
        box.clear()
        box.send_keys("newest results", KEYS.ENTER)
        self.one(".segment[aria-pressed=true]", "Newest")
        self.open("/")
        self.one(".newest-row")
        self.run_script("document.activeElement.blur()")
        self.press("g", "m")
        self.one("h1", "Memory")

    def test_an_item_of_another_search_does_not_stay_beside_new_results(self):
        self.search("deposit")[0].click()
        self.one(".reader .item")
        self.one(".search-view .search-input").send_keys(" landlord")
        self.one(".search-view .status", "ms")
        box = self.one(".search-view .search-input")
        box.clear()
        box.send_keys("kind:note bees")
        self.one(".reader-empty", "Open something")
        self.assertFalse(self.all(".result[data-open]"))
        self.assertEqual(self.run_script("return document.activeElement.className"), "search-input")
        self.assertNotIn("open=", self.driver.current_url)

    def test_more_results_are_offered_only_if_there_are_more(self):
        for query in ("kind:note bees", "deposit landlord", "boiler strange noise", "what is Hanna allergic to", "jollof", "kettle"):
            self.search(query)
            self.one(".search-view .status", "ms")
            shown = len(self.all(".result"))
            if not self.all(".more-items"):
                continue
            self.one(".more-items").click()
            self.until(lambda: len(self.all(".result")) > shown, f"more results for {query}")

    def test_newest_has_one_row_for_each_thread(self):
        self.open("/")
        self.one(".newest-row")
        titles = [each.text for each in self.all(".newest-title")]
        self.assertEqual(len(titles), 6)
        self.assertEqual(len(set(titles)), 6, titles)

    def test_the_question_mark_lists_the_keys(self):
        self.open("/settings")
        self.one("h2", "Look")
        self.press("?")
        self.one("dialog", "Next and previous")
        self.press(KEYS.ESCAPE)
        self.until(lambda: not self.all("dialog"), "a closed dialog")
        self.press("/")
        self.until(lambda: self.run_script("return document.activeElement.className") == "search-input", "the search box")

    def test_nothing_found_is_said_with_what_helps(self):
        self.search("walk date:1950")
        self.one(".nothing h2", "Nothing found")
        self.one(".nothing .chip", "Date 1950").click()
        self.one(".result")

    def test_what_does_not_parse_is_searched_as_words_and_said(self):
        self.search("tent OR")
        self.one(".note.odd", "OR")

    def test_a_field_that_is_read_as_words_is_no_chip(self):
        self.search("käse kind:banana kind:note bees")
        self.one(".chip.chosen", "Kind note")
        self.until(lambda: [each.text for each in self.all(".chip.chosen")] == ["Kind note"], "the one chip that filters")

    def test_nothing_is_left_open_beside_nothing_found(self):
        self.search("deposit")
        self.click(".result-title")
        self.one(".reader .item")
        box = self.one(".search-view .search-input")
        box.clear()
        box.send_keys("from:nobodyatall deposit")
        self.one(".nothing", "Nothing found")
        self.until(lambda: not self.all(".reader .item"), "an empty reading pane")

    def test_the_export_menu_is_within_the_list(self):
        for width in (1280, 1000, 390):
            self.browser.show(width, 860)
            self.search("deposit")
            self.one(".export summary").click()
            panel = self.one(".export .menu-panel").rect
            pane = self.one(".search-view .list").rect
            self.assertGreaterEqual(panel["x"], pane["x"])
            self.assertLessEqual(panel["x"] + panel["width"], pane["x"] + pane["width"] + 0.5)

    def test_what_is_read_of_a_query_has_no_number_without_words(self):
        self.search("deposit")
        self.assertEqual(self.one(".search-view .list").text.split("\n").count("0"), 0)

    def test_newest_first(self):
        self.search("deposit")
        self.one(".segment", "Newest").click()

        def sorted_dates():
            dates = [each.get_attribute("datetime") for each in self.all(".result-head time")]
            return len(dates) > 2 and dates == sorted(dates, reverse=True)
        self.until(sorted_dates, "dates that go back")

    def test_an_opened_result_stays_open_after_a_reload(self):
        self.search("deposit")[0].click()
        title = self.one(".reader-title").text
        self.driver.refresh()
        self.one(".reader-title", title)
        self.one(".reader mark, .reader .sentence")

    def test_similar_threads_are_found_from_the_pane(self):
        self.search("deposit")[0].click()
        self.one(".reader-actions a", "Similar").click()
        self.one(".note", "close in meaning")
        self.one(".result")

    def test_a_link_to_an_item_opens_it(self):
        self.search("deposit")[0].click()
        item = self.one(".reader .item").get_attribute("data-id")
        self.open(f"/item/{item}")
        self.one(".item-view .item")
