"""What the app's files may not contain."""

import pathlib
import re
import unittest

ASSETS = pathlib.Path(__file__).resolve().parents[2] / "Sources/CRecallWeb/assets"
FILES = sorted(path for path in ASSETS.rglob("*") if path.is_file())
PARSES_MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|setHTML|srcdoc"
    r"|\beval\b|new Function|setAttribute\(\"(?:on|style)")
ADDRESS = re.compile(r"\b(?:https?|wss?):|(?<![:\w])//\w+\.\w")


class AssetTests(unittest.TestCase):
    def lines(self, *suffixes):
        for path in FILES:
            if path.suffix in suffixes:
                for number, line in enumerate(path.read_text().splitlines(), 1):
                    yield f"{path.name}:{number}", line

    def test_no_code_parses_markup_or_runs_text(self):
        self.assertEqual([place for place, line in self.lines(".js") if PARSES_MARKUP.search(line)], [])

    def test_no_file_names_another_host(self):
        # The namespace of SVG is a name, not an address.
        found = [place for place, line in self.lines(".js", ".css", ".html", ".svg")
                 if ADDRESS.search(line.replace("http://www.w3.org/2000/svg", ""))]
        self.assertEqual(found, [])

    def test_the_page_has_nothing_inline(self):
        page = (ASSETS / "index.html").read_text()
        self.assertIsNone(re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page))


if __name__ == "__main__":
    unittest.main()
