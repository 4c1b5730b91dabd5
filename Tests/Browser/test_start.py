"""What the first page asks for."""

import re

from app import AppTest


class StartTests(AppTest):
    def test_the_first_page_asks_for_one_script_and_once_for_its_data(self):
        self.browser.requested()
        self.browser.requests.clear()
        self.open("/")
        self.one(".home-head h1")
        asked = [url.removeprefix(self.server.origin) for url in self.browser.requested() if url.startswith("http")]
        newest = "/api/v1/items?query=date%3A..TODAY+-in%3Ajunk&offset=0&limit=100"
        self.assertEqual(sorted(re.sub(r"\d{4}-\d\d-\d\d", "TODAY", path) for path in asked if path.startswith("/api/")),
                         ["/api/v1/items/facets?query=", newest, "/api/v1/searches", "/api/v1/status"])
        self.assertEqual([path for path in asked if path.endswith(".js")], ["/app.js"])
