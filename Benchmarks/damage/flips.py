"""Flips bits of libraries and cuts their files, one at a time, and compares what recall answers with what it answered before.

An answer that differs without an error is a failure, and so is a crash. Every damage is undone before the next. With
--repair each damaged copy is repaired too. Name copies of closed libraries, or none for one of Sample/; the seed makes
every run the same."""

import argparse
import collections
import os
import random
import re
import shutil
import subprocess
import tempfile

QUERIES = [
    ["search", "--format", "json", "--limit", "20", "{word} {word}"],
    ["search", "--format", "json", "\"{word}\" -{word}"],
    ["count", "{word}* OR {word}"],
    ["search", "--all", "--format", "json", "--limit", "30", "{word}"],
    ["sources", "--format", "json"],
]


class Library:
    def __init__(self, recall, folder, seed):
        self.recall, self.folder, self.random = recall, folder, random.Random(seed)
        listed = self.run(["search", "--all", "--format", "json", "--limit", "200", "the"])[1]
        self.words = sorted(set(re.findall(r"\b(?![a-f]+\b)[a-z]{4,}\b", listed.lower())))

    def run(self, arguments):
        """The exit code and what was printed, without the time it took."""
        ended = subprocess.run([self.recall, *arguments, "--library", self.folder], capture_output=True, text=True, timeout=120)
        lines = [line for line in ended.stdout.split("\n") if '"milliseconds"' not in line]
        return ended.returncode, "\n".join(lines), ended.stderr

    def questions(self):
        return [[part.replace("{word}", self.random.choice(self.words)) for part in query] for query in QUERIES]

    def golden(self, questions):
        """The answers to each question: with the vector file, and with the vectors of the database, of which a search finds
        all of the nearest thousand."""
        vectors = self.folder + "/vectors.index"
        answers = [[self.run(question)[:2]] for question in questions]
        if os.path.exists(vectors):
            os.rename(vectors, vectors + ".away")
            for question, known in zip(questions, answers):
                known.append(self.run(question)[:2])
            os.rename(vectors + ".away", vectors)
        return answers


class Damage:
    """One flipped bit or one cut of a file, undone at the end."""

    def __init__(self, path, source):
        self.path, self.size = path, os.path.getsize(path)
        self.at, self.bit = source.randrange(self.size), source.randrange(8)
        self.cuts = source.random() < 0.1

    def __enter__(self):
        with open(self.path, "r+b") as file:
            file.seek(self.at)
            self.kept = file.read() if self.cuts else file.read(1)
            if self.cuts:
                file.truncate(self.at)
            else:
                file.seek(self.at)
                file.write(bytes([self.kept[0] ^ 1 << self.bit]))
        return self

    def __exit__(self, *_):
        with open(self.path, "r+b") as file:
            file.seek(self.at)
            file.write(self.kept)

    def __str__(self):
        return f"{os.path.basename(self.path)}, {'cut at' if self.cuts else f'bit {self.bit} of'} byte {self.at}"


def outcome(library, questions, golden):
    found = set()
    for question, answers in zip(questions, golden):
        now = library.run(question)
        if now[0] < 0 or "crashed" in now[2]:
            found.add("crashed")
        elif now[:2] in answers:
            found.add("same")
        else:
            found.add("noticed" if now[0] != 0 and "damaged" in now[1] + now[2] else "CHANGED")
    return next(kind for kind in ("crashed", "CHANGED", "noticed", "same") if kind in found)


def repaired(recall, folder, questions, golden):
    """What a repair makes of a copy of a damaged library."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = shutil.copytree(folder, scratch + "/library")
        subprocess.run([recall, "doctor", "--repair", "--library", copy], capture_output=True, timeout=300)
        again = Library.__new__(Library)
        again.recall, again.folder = recall, copy
        return "healed" if outcome(again, questions, golden) == "same" else "not healed"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recall")
    parser.add_argument("libraries", nargs="*", help="folders of closed libraries that may be damaged")
    parser.add_argument("--count", type=int, default=1_000, help="damages of each library (default 1,000)")
    parser.add_argument("--file", choices=["recall.sqlite", "vectors.index"], help="damage only this one (default: both)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repair", type=int, default=0, help="repair every so many of the noticed ones (default none)")
    options = parser.parse_args()
    options.recall = os.path.abspath(options.recall)
    with tempfile.TemporaryDirectory() as scratch:
        folders = options.libraries or [sample(options.recall, scratch)]
        raise SystemExit(1 if sum(damaged(folder, options) for folder in folders) else 0)


def sample(recall, scratch):
    """A library of Sample/."""
    files = os.path.join(os.path.dirname(__file__), "..", "..", "Sample")
    subprocess.run([recall, "import", files, "--library", scratch + "/library"], check=True, stdout=subprocess.DEVNULL)
    return scratch + "/library"


def damaged(folder, options):
    """Damages a library again and again; returns how often an answer changed or a crash followed."""
    library = Library(options.recall, folder, options.seed)
    counts, healed = collections.Counter(), collections.Counter()
    names = [options.file] if options.file else ["recall.sqlite", "vectors.index"]
    files = [folder + "/" + name for name in names if os.path.exists(folder + "/" + name)]
    questions = library.questions()
    golden = library.golden(questions)
    for number in range(options.count):
        path = files[0] if len(files) == 1 or library.random.random() < 0.8 else files[1]
        with Damage(path, library.random) as damage:
            kind = outcome(library, questions, golden)
            counts[kind] += 1
            if kind in ("crashed", "CHANGED"):
                print(f"{kind}: {damage}", flush=True)
            if kind == "noticed" and options.repair and counts[kind] % options.repair == 0 and not damage.cuts:
                healed[repaired(options.recall, folder, questions, golden)] += 1
    print(f"{folder}: {os.path.getsize(files[0]):,} bytes, {dict(counts)} {dict(healed) or ''}", flush=True)
    return counts["crashed"] + counts["CHANGED"]


if __name__ == "__main__":
    main()
