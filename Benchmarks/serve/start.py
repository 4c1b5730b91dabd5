"""Measures how long it takes from `exec recall serve` until its page in a browser can be used.

The browser runs already, with an empty page; every run is a new process of each program, in turn, and a page that is loaded
anew. It counts as usable in the first frame in which the search field has the focus and the library's items are told. After
that a real key is pressed, and must arrive in the field. All clocks are the machine's."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from served import Server

SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Sample"
PATIENCE = 30

# Runs in the page before its own code. `usable` is set in the frame after the one that shows it.
WATCH = """
const isUsable = () => document.activeElement?.matches(".search-input") && document.querySelector(".home-head h1, .home-content.empty");
const watch = new MutationObserver(() => {
  if (!isUsable()) return;
  watch.disconnect();
  window.ready = performance.now();
  requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { window.usable = performance.now(); }; port2.postMessage(0); });
});
watch.observe(document, { childList: true, subtree: true });
"""

REPORT = """
if (!window.usable) return null;
const origin = performance.timeOrigin, page = performance.getEntriesByType("navigation")[0];
const entries = performance.getEntriesByType("resource");
const of = (part) => entries.filter((entry) => entry.name.includes(part));
const end = (list) => origin + Math.max(...list.map((entry) => entry.responseEnd));
return { asked: origin, page: origin + page.responseEnd, code: end(of("/app/")), data: origin + Math.min(...of("/api/").map((e) => e.startTime)),
  answered: end(of("/api/")), filled: origin + window.ready, usable: origin + window.usable, requests: entries.length + 1 };
"""

STEPS = [
    ("listens", "the process prints its link"), ("asked", "the browser is told to open it"),
    ("page", "the page is there (two requests)"), ("code", "its code and style are there"),
    ("data", "the first request for data is sent"), ("answered", "the data is there"),
    ("filled", "the page holds it"), ("usable", "the frame is drawn: it can be used"),
]


def browser():
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--disable-background-networking", "--disable-component-update", "--no-first-run"):
        options.add_argument(argument)
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    return driver


def report(driver):
    for _ in range(PATIENCE * 50):
        if found := driver.execute_script(REPORT):
            return found
        time.sleep(0.02)
    raise SystemExit("The page did not become usable.")


def accepts_key(driver):
    driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", "text": "k", "key": "k"})
    return driver.execute_script("return document.querySelector('.search-input').value") == "k"


def run(driver, recall, library):
    """The milliseconds from the start of the process to each step."""
    driver.get("about:blank")
    driver.delete_all_cookies()
    with Server(recall, library) as server:
        driver.execute_cdp_cmd("Page.navigate", {"url": server.link})
        found = report(driver)
        if not accepts_key(driver):
            raise SystemExit("A key did not arrive in the search field.")
    moments = {"listens": server.listens * 1000} | found
    return {step: moments[step] - server.began * 1000 for step, _ in STEPS} | {"requests": found["requests"]}


def table(name, runs):
    print(f"\n{name}, {len(runs)} runs, {runs[0]['requests']:.0f} requests; milliseconds since the process was started\n")
    print("| until | median | least | most |\n|---|---|---|---|")
    for step, what in STEPS:
        values = [each[step] for each in runs]
        print(f"| {what} | {statistics.median(values):.0f} | {min(values):.0f} | {max(values):.0f} |")


def main():
    parser = argparse.ArgumentParser(prog="Scripts/measure-start", description=__doc__)
    parser.add_argument("recall", nargs="+", help="the program; several are measured in turn")
    parser.add_argument("--library", help="the folder of a library (else one of the sample archive)")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="all runs, instead of tables")
    options = parser.parse_args()
    programs = [os.path.abspath(each) for each in options.recall]
    with tempfile.TemporaryDirectory(prefix="recall-start-") as scratch:
        library = options.library or scratch + "/library"
        if not options.library:
            subprocess.run([programs[0], "import", "--library", library, SAMPLE], check=True, capture_output=True)
        driver = browser()
        try:
            for program in programs:
                run(driver, program, library)
            rounds = [[run(driver, program, library) for program in programs] for _ in range(options.runs)]
        finally:
            driver.quit()
    print(f"load {os.getloadavg()[0]:.1f}")
    for program, runs in zip(programs, zip(*rounds)):
        print(json.dumps({program: runs})) if options.json else table(program, runs)


if __name__ == "__main__":
    main()
