#!/usr/bin/env python3
"""Measures `recall search` with the start of its process, a new one for each query, several programs in turn.

    cold.py LIBRARY RECALL [RECALL ...] [--queries 40] [--words]

Given are milliseconds of wall time, of processor time, and megabytes that were resident at most. Queries are titles of the
library's threads, or with --words three words of a library of synthetic.py. The files are in the page cache: what is cold
is the process.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "serve"))
import searches  # noqa: E402
from compare import titles  # noqa: E402


def run(recall, library, query):
    """Wall milliseconds, processor milliseconds, resident megabytes."""
    began = time.perf_counter()
    process = subprocess.Popen([recall, "search", "--library", library, "--", query],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{recall} search failed: {query}")
    return elapsed * 1e3, (used.ru_utime + used.ru_stime) * 1e3, used.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("recall", nargs="+")
    parser.add_argument("--queries", type=int, default=40)
    parser.add_argument("--words", action="store_true")
    options = parser.parse_args()
    asked = list(searches.queries(options.queries)) if options.words else titles(options.library, options.queries)
    for recall in options.recall:
        run(recall, options.library, asked[0])
    taken = {recall: [] for recall in options.recall}
    print(f"{len(asked)} queries, load {os.getloadavg()[0]:.1f}")
    for query in asked:
        for recall in options.recall:
            taken[recall].append(run(recall, options.library, query))
    print("| | wall: least / median / p95 | processor: median | resident: greatest |\n|---|---|---|---|")
    for recall, runs in taken.items():
        wall, processor, resident = (sorted(column) for column in zip(*runs))
        print(f"| {recall} | {wall[0]:.0f} / {statistics.median(wall):.0f} / {wall[int(len(wall) * .95)]:.0f} "
              f"| {statistics.median(processor):.0f} | {resident[-1]:.0f} |")


if __name__ == "__main__":
    main()
