#!/usr/bin/env python3
"""Measures how soon new items of a library of synthetic.py are found by their words.

    newcomers.py RECALL LIBRARY [--items 1000] [--rounds 5]

Each round `recall import --no-embed` reads a file of new messages in chats that are there, while `recall serve` answers
on the same library, which is a copy. Given are seconds of the import's process, and from its start until the server finds
a word that only the last of the messages has.
"""

import argparse
import json
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "serve"))
from keystrokes import Client  # noqa: E402
from mails import word  # noqa: E402
from served import Server  # noqa: E402


def write(path, count, number):
    generator = random.Random(number)
    with open(path, "w", encoding="utf-8") as file:
        for place in range(count):
            text = " ".join(word(min(99_999, int(generator.paretovariate(.5)))) for _ in range(9))
            if place == count - 1:
                text += f" newcomer{number}q"
            file.write(json.dumps({
                "id": f"new {number} {place}", "kind": "message", "thread": f"chat {generator.randrange(200)}",
                "from": {"name": f"Person{generator.randrange(97)}"},
                "date": f"2049-01-{1 + number:02d}T{place // 60 % 24:02d}:{place % 60:02d}:00Z", "text": text}) + "\n")


def is_found(client, query):
    return any(query in segment["text"] for result in client.json("POST", "/search", {"query": query})["results"]
               for passage in result["passages"] for segment in passage["segments"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recall")
    parser.add_argument("library")
    parser.add_argument("--items", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    imported, found = [], []
    with tempfile.TemporaryDirectory(prefix="recall-newcomers-") as scratch:
        library = shutil.copytree(options.library, scratch + "/library")
        with Server(options.recall, library) as server:
            client = Client(server, library)
            client.json("POST", "/search", {"query": word(50)})
            for number in range(options.rounds):
                path = f"{scratch}/{number}.jsonl"
                write(path, options.items, number)
                began = time.perf_counter()
                command = [options.recall, "import", "--no-embed", "--library", library, path]
                with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                    if process.wait():
                        raise SystemExit("The import failed.")
                    imported.append(time.perf_counter() - began)
                while not is_found(client, f"newcomer{number}q"):
                    time.sleep(.02)
                found.append(time.perf_counter() - began)
    for name, seconds in (("import", imported), ("found", found)):
        print(f"{name}: least {min(seconds):.2f}, median {statistics.median(seconds):.2f}, greatest {max(seconds):.2f} s")


if __name__ == "__main__":
    main()
