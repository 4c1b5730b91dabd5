#!/usr/bin/env python3
"""Measures what a query allocates in `recall serve`, beyond what the index maps: the peak of the heap during a query, less what was
allocated before it, after the same kind of query has loaded the index. Linux.

    memory.py RECALL LIBRARY [--queries 30]

The library may be one of synthetic.py.
"""

import argparse
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "serve"))
from keystrokes import Client  # noqa: E402
from mails import word  # noqa: E402
from served import Server  # noqa: E402


def counted(folder):
    """Makes the library that counts allocations, and returns the environment that preloads it."""
    source = pathlib.Path(__file__).resolve().parent / "heap.c"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-w", str(source), "-o", folder + "/heap.so"], check=True)
    return {"LD_PRELOAD": folder + "/heap.so", "HEAP_REPORT": folder + "/report"}


def heap(server, folder):
    """(allocated now, peak since it was reset), in bytes."""
    path = pathlib.Path(folder) / "report"
    path.unlink(missing_ok=True)
    os.kill(server.process.pid, signal.SIGUSR2)
    while not (path.exists() and path.read_text().endswith("\n")):
        time.sleep(0.01)
    return tuple(map(int, path.read_text().split()))


def measure(client, server, folder, query):
    os.kill(server.process.pid, signal.SIGUSR1)
    time.sleep(0.05)
    before, _ = heap(server, folder)
    began = time.perf_counter()
    found = client.json("POST", "/search", {"query": query})
    elapsed = time.perf_counter() - began
    _, peak = heap(server, folder)
    return (peak - before) / 1e6, elapsed * 1e3, len(found["results"])


def queries(count):
    """Words of every rank: of each query one among the commonest and two rarer ones; every third with a filter."""
    generator = random.Random(7)
    for number in range(count):
        ranks = [generator.randrange(3, 30), generator.randrange(100, 3_000), generator.randrange(1_000, 50_000)]
        text = " ".join(word(rank) for rank in ranks)
        yield text + (" from:Person5" if number % 3 == 0 else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recall")
    parser.add_argument("library")
    parser.add_argument("--queries", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(counted(folder))
        with Server(options.recall, options.library) as server:
            client = Client(server, options.library)
            began = time.perf_counter()
            client.json("POST", "/search", {"query": word(50)})
            print(f"first query, which loads the index: {time.perf_counter() - began:.2f} s")
            client.json("POST", "/search", {"query": word(51) + " from:Person5"})
            runs = [measure(client, server, folder, query) for query in queries(options.queries)]
            resident = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    megabytes = [run[0] for run in runs]
    print(f"allocated by a query, MB: median {statistics.median(megabytes):.2f}, most {max(megabytes):.2f}")
    print(f"milliseconds: median {statistics.median(run[1] for run in runs):.0f}, most {max(run[1] for run in runs):.0f}")
    print("results: least", min(run[2] for run in runs))
    print("\n".join(line for line in resident.splitlines() if line.startswith(("RssAnon", "RssFile"))))


if __name__ == "__main__":
    main()
