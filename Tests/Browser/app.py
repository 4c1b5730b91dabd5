"""The app in headless Chromium: opens it, finds things in it, and watches what it must never do."""

import atexit
import functools
import json
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from served import SAMPLE, ServedLibrary

KEYS = Keys
PATIENCE = 30

# One call for all elements: asking the driver about each of some hundred takes seconds.
IN_SIGHT = """
return [...document.querySelectorAll(arguments[0])].filter((each) =>
  each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length && (each.innerText ?? "").includes(arguments[1]));
"""


class Browser:
    """One window of Chromium with a clean profile."""

    def __init__(self, width=1280, height=860):
        options = Options()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en-GB",
                         "--disable-background-networking", "--disable-component-update", "--no-first-run",
                         "--disable-features=OptimizationHints,MediaRouter", "--hide-scrollbars"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.requests = []
        self.show(width, height)

    def show(self, width, height, scheme="light", is_phone=False, scale=1):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": is_phone})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme},
                         {"name": "hover", "value": "none" if is_phone else "hover"}]})

    def requested(self):
        """The addresses of all requests so far, by the network log."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
        return self.requests

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "ERROR")]

    @classmethod
    @functools.cache
    def shared(cls):
        """One for all tests: a new one takes seconds."""
        browser = cls()
        atexit.register(browser.driver.quit)
        return browser

    def leave(self):
        """Forgets the page and what was logged of it, so that the next server starts anew."""
        self.driver.get("about:blank")
        self.driver.delete_all_cookies()
        self.errors()
        self.requested()
        self.requests.clear()


class AppTest(unittest.TestCase):
    """A test of the app on a library that its class imports."""

    paths = [SAMPLE]
    import_options = ()
    allowed_errors = ()

    @classmethod
    def setUpClass(cls):
        cls.server = ServedLibrary(cls.paths, cls.import_options)
        cls.addClassCleanup(cls.server.stop)
        cls.browser = Browser.shared()
        cls.addClassCleanup(cls.browser.leave)
        cls.driver = cls.browser.driver
        cls.sign_in()

    @classmethod
    def sign_in(cls):
        cls.driver.get(cls.server.link)
        # The link leads on by way of a page that hands the session over.
        WebDriverWait(cls.driver, PATIENCE, 0.02).until(lambda driver: driver.find_elements("class name", "search-input"))

    def setUp(self):
        self.browser.show(1280, 860)

    def tearDown(self):
        errors = [each for each in self.browser.errors() if not any(part in each for part in self.allowed_errors)]
        self.assertEqual(errors, [], "errors in the console")
        foreign = [url for url in self.browser.requested()
                   if not url.startswith((self.server.origin + "/", "data:", "chrome:", "about:"))]
        self.assertEqual(foreign, [], "requests that left this machine")

    def open(self, place):
        """Loads the app anew at an address."""
        self.driver.get("about:blank")
        self.driver.get(self.server.origin + place)

    def all(self, selector):
        """All that are in sight."""
        return self.run_script(IN_SIGHT, selector, "")

    def one(self, selector, text=""):
        """The first one in sight that contains the text; waits for it."""
        return self.until(lambda: next(iter(self.run_script(IN_SIGHT, selector, text)), None), f"{selector} with “{text}”")

    def click(self, selector, text=""):
        """Clicks the first one in sight that contains the text. The final answer may replace it meanwhile."""
        self.until(lambda: self.one(selector, text).click() or True, f"a click on {selector} with “{text}”")

    def until(self, condition, what, patience=PATIENCE):
        def passes(_):
            return condition()
        return WebDriverWait(self.driver, patience, 0.05, ignored_exceptions=(Exception,)).until(passes, what)

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def run_script(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def keyed(self, path):
        """An address of the API for what sends no header, such as a frame."""
        return path + "?key=" + self.run_script("return localStorage['recall.session'].split('.')[1]")

    def evaluate(self, module, expression):
        """What an expression gives with a module of the app as `m`."""
        return self.driver.execute_async_script(
            "const done = arguments[1]; import(arguments[0]).then((m) => " + expression + ").then(done)", f"/app/{module}")

    def cut_off(self):
        """The panes whose content is wider than they are, so that some of it cannot be seen."""
        return self.run_script("""
            return [...document.querySelectorAll(".scroller, dialog")]
              .filter((each) => each.checkVisibility() && (each.scrollWidth > each.clientWidth + 1
                || (each.matches("dialog") && [...each.querySelectorAll("button")]
                  .some((inside) => inside.getBoundingClientRect().left < each.getBoundingClientRect().left))))
              .map((each) => `${each.className}: ${each.scrollWidth} in ${each.clientWidth}`);""")

    def search(self, query):
        self.open("/")
        box = self.one(".search-view .search-input")
        box.send_keys(query)
        self.until(lambda: "ms" in self.one(".search-view .status").text or self.all(".nothing"), "a final answer")
        return self.all(".result")
