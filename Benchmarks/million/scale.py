#!/usr/bin/env python3
"""Makes mail, imports and embeds it with an installed model, and measures searches: what Recall costs at a size.

    scale.py RECALL --count 100000
"""

import argparse
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "serve"))
from keystrokes import Client  # noqa: E402
from mails import FORMATS, Mails, vocabulary  # noqa: E402
from served import Server  # noqa: E402


RANKS = (100, 300), (300, 3_000), (3_000, 20_000)


def timed(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def write(path, options):
    with open(path, "w", encoding="ascii") as file:
        file.writelines(map(FORMATS["mbox"], Mails(options.count, options.seed)))


def queries(count, suffix):
    """Three words each, one of them common."""
    generator, words = random.Random(7), vocabulary()
    for _ in range(count):
        yield " ".join(words[generator.randrange(*ranks)] for ranks in RANKS) + suffix


def search(recall, library):
    """Rows of a name, and milliseconds."""
    with Server(recall, library) as server:
        client = Client(server, library)
        yield "first search, ms", 1e3 * timed(lambda: client.json("POST", "/search", {"query": "first"}))
        for name, suffix in (("search", ""), ("search, one sender", " from:Person5")):
            times = sorted(1e3 * timed(lambda: client.json("POST", "/search", {"query": query}))
                           for query in queries(100, suffix))
            yield name + ", median ms", statistics.median(times)
            yield name + ", p95 ms", times[95 * len(times) // 100]


def measure(recall, folder, options):
    path, library = folder + "/mails.mbox", folder + "/library"

    def run(*arguments):
        return subprocess.run([recall, *arguments, "--library", library], check=True, capture_output=True).stdout

    yield "generate, s", timed(lambda: write(path, options))
    yield "mbox, MB", pathlib.Path(path).stat().st_size / 1e6
    yield "import, s", timed(lambda: run("import", "--no-embed", path))
    yield "embed, s", timed(lambda: run("import", "--embed-only"))
    yield "library, MB", sum(file.stat().st_size for file in pathlib.Path(library).rglob("*") if file.is_file()) / 1e6
    yield from search(recall, library)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recall")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{options.count} mails, seed {options.seed}")
    with tempfile.TemporaryDirectory() as folder:
        for name, value in measure(options.recall, folder, options):
            print(f"{name:32}{value:12.1f}", flush=True)


if __name__ == "__main__":
    main()
