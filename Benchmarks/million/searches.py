#!/usr/bin/env python3
"""Measures searches of a library of synthetic.py, warm, through `recall serve`: three words, one of them common, with
filters that let a tenth, a hundredth and a thousandth of the messages pass.

    searches.py RECALL LIBRARY [--queries 150] [--rounds 3]

Given are the milliseconds until the whole answer is there, as a client sees them.
"""

import argparse
import pathlib
import random
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "serve"))
from keystrokes import Client  # noqa: E402
from mails import word  # noqa: E402
from served import Server  # noqa: E402

RANKS = (3, 30), (100, 3_000), (1_000, 50_000)


def queries(count):
    generator = random.Random(11)
    for _ in range(count):
        yield " ".join(word(generator.randrange(*ranks)) for ranks in RANKS)


def filters(client):
    """Filters by the share of the messages that pass, on dates and senders, each with that share."""
    total = client.json("GET", "/items?limit=1")["total"]
    for text in ("", " after:YEAR", " from:Person5", " from:Person5 after:YEAR"):
        year = 2000
        while "YEAR" in text and client.json("GET", f"/items?limit=1&query=after:{year}")["total"] > total / 10:
            year += 1
        text = text.replace("YEAR", str(year))
        query = text.strip().replace(" ", "%20")
        yield text, client.json("GET", f"/items?limit=1&query={query}")["total"] / total


def milliseconds(client, query):
    began = time.perf_counter()
    client.json("POST", "/search", {"query": query})
    return (time.perf_counter() - began) * 1_000


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recall")
    parser.add_argument("library")
    parser.add_argument("--queries", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with Server(options.recall, options.library) as server:
        client = Client(server, options.library)
        kinds = list(filters(client))
        for text, _ in kinds:
            milliseconds(client, word(50) + text)
        print("| filter | share | median ms | p95 ms |\n|---|---|---|---|")
        for number in range(options.rounds):
            for text, share in kinds:
                # Words that no earlier query had, so that nothing is answered from memory.
                own = list(queries(options.queries * options.rounds))[number::options.rounds]
                times = sorted(milliseconds(client, query + text) for query in own)
                print(f"| {text.strip() or 'none'} | {share:.4f} | {statistics.median(times):.1f} "
                      f"| {times[int(len(times) * .95)]:.1f} |", flush=True)


if __name__ == "__main__":
    main()
