#!/usr/bin/env python3
"""Measures what the web app asks of a library beside searches, through `recall serve`: its state, counts, and lists.

    lists.py RECALL LIBRARY [--rounds 15]

Given are milliseconds until a client has the whole answer: the first in the process, which loads what is kept, and the
median and greatest of the others. A change of the library between two requests would make them first ones again.
"""

import argparse
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "serve"))
from keystrokes import Client  # noqa: E402
from served import Server  # noqa: E402

PATHS = ("/status", "/sources", "/items/facets", "/items/facets?query=from:Person5", "/items?limit=50", "/items?limit=50&query=from:Person5",
         "/items?limit=50&query=after:2014", "/people")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recall")
    parser.add_argument("library")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    print("| | first | median | greatest |\n|---|---|---|---|")
    for path in PATHS:
        with Server(options.recall, options.library) as server:
            client = Client(server, options.library)
            client.json("GET", "/settings")
            times = []
            for _ in range(options.rounds + 1):
                began = time.perf_counter()
                client.json("GET", path)
                times.append((time.perf_counter() - began) * 1e3)
            print(f"| `{path}` | {times[0]:.0f} | {statistics.median(times[1:]):.1f} | {max(times[1:]):.1f} |")


if __name__ == "__main__":
    main()
