#!/usr/bin/env python3
"""Compares searches of several versions of `recall`: each query is sent to a server of each in turn, so that what disturbs
one disturbs the others.

    compare.py LIBRARY RECALL [RECALL ...] [--queries FILE] [--count 300]

Given are milliseconds of wall time at the server, of wall time until a client has the answer, and of processor time of the
whole process; and how many queries were answered in another way. Without a file, queries are titles of the library's
threads. Linux. The servers run on copies of the library.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import statistics
import tempfile
import time
from contextlib import ExitStack

from keystrokes import Client, percentiles
from served import Server

WARM_UP = ("warm up", "package check", "mail")
KINDS = ("server", "client", "processor")


def titles(library, count):
    """Titles of the library's threads, without what replies and mailing lists put before them."""
    database = sqlite3.connect(f"file:{library}/recall.sqlite?mode=ro", uri=True)
    found = (title for title, in database.execute("SELECT DISTINCT title FROM thread"))
    plain = {re.sub(r"^((re|fwd?|aw): *|\[[^]]*\] *)+", "", title, flags=re.I).strip() for title in found}
    usable = sorted(title for title in plain if 12 <= len(title) <= 90 and "\n" not in title)
    return random.Random(5).sample(usable, min(count, len(usable)))


def processor_milliseconds(server):
    """That of the process so far, also of threads that have ended: a search has one of its own."""
    return time.clock_gettime(~server.process.pid << 3 | 2) * 1e3


def search(server, client, query):
    """The times by `KINDS`, and the answer without its time."""
    before, began = processor_milliseconds(server), time.perf_counter()
    answer = b"".join(client.lines("POST", "/search", {"query": query}))
    client_time, processor = time.perf_counter() - began, processor_milliseconds(server) - before
    found = json.loads(answer)
    return (found.pop("milliseconds"), client_time * 1e3, processor), json.dumps(found, sort_keys=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("recall", nargs="+")
    parser.add_argument("--queries")
    parser.add_argument("--count", type=int, default=300)
    options = parser.parse_args()
    queries = (pathlib.Path(options.queries).read_text().splitlines()[:options.count] if options.queries
               else titles(options.library, options.count))
    times = [[] for _ in options.recall]
    differing = []
    with ExitStack() as stack:
        scratch = stack.enter_context(tempfile.TemporaryDirectory(prefix="recall-compare-"))
        servers = []
        for number, recall in enumerate(options.recall):
            copy = shutil.copytree(options.library, f"{scratch}/{number}")
            server = stack.enter_context(Server(os.path.abspath(recall), copy))
            servers.append((server, Client(server, copy)))
        for query in WARM_UP:
            for server, client in servers:
                search(server, client, query)
        print(f"{len(queries)} queries, load {os.getloadavg()[0]:.1f}; milliseconds: median / p95")
        for position, query in enumerate(queries):
            answers = {}
            for number in sorted(range(len(servers)), reverse=position % 2 == 1):
                taken, answers[number] = search(*servers[number], query)
                times[number].append(taken)
            if len(set(answers.values())) > 1:
                differing.append(query)
    print(f"\n| | {' | '.join(KINDS)} |\n|---|---|---|---|")
    for recall, taken in zip(options.recall, times):
        columns = ["{:.1f} / {:.1f}".format(*percentiles(column)) for column in zip(*taken)]
        print(f"| {recall} | {' | '.join(columns)} |")
    for recall, taken in zip(options.recall[1:], times[1:]):
        ratios = [statistics.median(b / a for a, b in zip(*pair)) for pair in zip(zip(*times[0]), zip(*taken))]
        print(f"| {recall} to the first, median of ratios | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |")
    print(f"\nanswered in another way: {len(differing)}", *differing[:5], sep="\n  ")


if __name__ == "__main__":
    main()
