"""Both themes, narrow and wide, and what those need who do not see the page."""

import json

from app import AppTest

# The contrast of every text in sight with what is behind it, by the formula of WCAG 2.
CONTRAST = """
const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgba = (color) => { context.clearRect(0, 0, 1, 1); context.fillStyle = color; context.fillRect(0, 0, 1, 1); return [...context.getImageData(0, 0, 1, 1).data]; };
const over = (top, below) => top.slice(0, 3).map((value, i) => value * top[3] / 255 + below[i] * (1 - top[3] / 255));
const behind = (element) => {
  const layers = [];
  for (let each = element; each; each = each.parentElement) layers.push(rgba(getComputedStyle(each).backgroundColor));
  return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
};
const luminance = (color) => color.map((v) => v / 255).map((v) => (v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4))
  .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
const contrast = (a, b) => { const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x); return (high + .05) / (low + .05); };
const found = [];
for (const element of document.querySelectorAll("body *")) {
  const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!hasText || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
  const ground = behind(element);
  const ratio = contrast(over(rgba(getComputedStyle(element).color), ground), ground);
  if (ratio < 4.5) found.push([element.className || element.tagName, element.textContent.trim().slice(0, 30), Math.round(ratio * 100) / 100]);
}
return found;
"""

UNNAMED = """
return [...document.querySelectorAll("button, a[href], input, summary, dialog, [role=toolbar], [role=img]")]
  .filter((each) => each.checkVisibility())
  .filter((each) => !(each.textContent.trim() || each.ariaLabel || each.labels?.length || each.getAttribute("aria-labelledby")))
  .map((each) => each.outerHTML.slice(0, 80));
"""

PLACES = ["/", "/#q=deposit", "/chat", "/memory", "/library", "/library#tab=people", "/library#tab=sources", "/import", "/settings"]


# Controls lower or narrower than 24 pixels, as WCAG 2.2 asks for (2.5.8), but for those within a sentence, links that fill their
# line, and bars of a diagram.
SMALL = """
return [...document.querySelectorAll("button, a[href], input, summary, select, textarea")]
  .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !each.closest("[hidden], .skip"))
  .filter((each) => !each.matches(".bar, .cite, .web-link, .skip") && !(each.matches("a") && each.closest("p.hint, p.lead, p.note, p.facts, .item-body")))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([each, { width, height }]) => width > 0 && height > 0 && (height < 23.5 || width < 23.5))
  .map(([each, { width, height }]) => `${each.tagName}.${each.className} ${Math.round(width)}x${Math.round(height)} ${each.textContent.trim().slice(0, 30)}`);
"""


class LookTests(AppTest):
    def visit(self, place):
        self.open(place)
        self.one({"/": ".home h1", "/#q=deposit": ".result mark", "/library": ".library-row", "/library#tab=people": ".person", "/library#tab=sources": ".source"}.get(place, "h1"))
        if place == "/#q=deposit":
            self.all(".result")[0].click()
            self.one(".reader .item")

    def test_every_text_has_the_contrast_of_wcag_aa_in_both_themes(self):
        for scheme in ("light", "dark"):
            self.browser.show(1280, 860, scheme)
            for place in PLACES:
                self.visit(place)
                self.assertEqual(self.run_script(CONTRAST), [], f"{place} in {scheme}")

    def test_every_control_has_a_name_and_every_view_a_landmark(self):
        for place in PLACES:
            self.visit(place)
            self.assertEqual(self.run_script(UNNAMED), [], place)
            self.assertEqual(self.run_script("return document.querySelectorAll('main').length"), 1)

    def test_nothing_is_wider_than_a_narrow_phone(self):
        self.browser.show(360, 740, is_phone=True)
        for place in PLACES:
            self.visit(place)
            self.assertLessEqual(self.run_script("return document.scrollingElement.scrollWidth"), 360, place)
            self.assertEqual(self.cut_off(), [], place)

    def test_no_control_on_a_phone_is_too_small_to_hit(self):
        for place in PLACES:
            self.browser.show(390, 844, is_phone=True)
            if place == "/#q=deposit":
                self.open(place)
                self.one(".result mark")
                self.assertEqual(self.run_script(SMALL), [], "results")
            self.visit(place)
            self.assertEqual(self.run_script(SMALL), [], place)

    def test_what_was_found_stands_on_one_line_and_a_number_with_its_unit(self):
        for width in (320, 390, 900, 1280):
            self.browser.show(width, 800)
            self.search("what is Hanna allergic to")
            lines = self.run_script("""
                const range = document.createRange();
                range.selectNodeContents(document.querySelector(".search-view .status"));
                return new Set([...range.getClientRects()].map((each) => Math.round(each.top))).size;""")
            self.assertEqual(lines, 1, f"lines at {width}")
            self.assertIn("\u00a0ms", self.run_script("return document.querySelector('.search-view .status').textContent"))

    def test_settings_list_the_kinds_in_one_order_and_break_none(self):
        self.browser.show(390, 844, is_phone=True)
        self.open("/settings")
        kinds = self.one(".facts-list dd", "e-mails")
        self.assertRegex(kinds.text.replace("\n", " "), r"^\d+ e-mails, \d+ messages, \d+ documents, \d+ notes$")
        self.assertEqual(self.run_script("return [...arguments[0].querySelectorAll('.unbroken')].map((each) => each.getClientRects().length)", kinds), [1] * 4)

    def test_on_a_phone_the_reading_pane_covers_the_list_and_goes_back(self):
        self.browser.show(390, 844, is_phone=True)
        self.visit("/#q=deposit")
        self.assertEqual(self.run_script("return document.querySelector('.reader').getBoundingClientRect().width"), 390)
        self.one(".reader-back").click()
        self.until(lambda: not self.all(".reader"), "the list alone")
        self.assertTrue(self.all(".result"))

    def test_the_chosen_theme_stays(self):
        self.open("/settings")
        self.one("input[value=dark]").click()
        colour = "return getComputedStyle(document.body).backgroundColor"
        dark = self.run_script(colour)
        self.driver.refresh()
        self.one("h1", "Settings")
        self.assertEqual(self.run_script(colour), dark)
        self.one("input[value=system]").click()
        self.assertNotEqual(self.run_script(colour), dark)

    def test_the_address_says_nothing_of_a_query_to_the_server(self):
        self.visit("/#q=deposit")
        self.assertEqual([url for url in self.browser.requested() if "deposit" in url.split("#")[0]], [])

    def test_the_first_page_needs_few_requests_and_is_ready_soon(self):
        self.open("/")
        self.one(".home h1")
        entries = json.loads(self.run_script("return JSON.stringify(performance.getEntriesByType('resource').map((e) => [e.name, e.duration]))"))
        self.assertLessEqual(len([name for name, _ in entries if "/api/" in name]), 4)
