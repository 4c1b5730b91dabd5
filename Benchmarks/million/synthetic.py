#!/usr/bin/env python3
"""Makes a synthetic library of messages: words by Zipf's law, and random vectors in the place of a model's.

    synthetic.py RECALL LIBRARY FOLDER --passages 1000000

FOLDER is for the file that is imported. The vectors are written into the database as the program writes them, after which
`recall import --embed-only` maps them to the library's vector file.
"""

import argparse
import json
import pathlib
import sqlite3
import subprocess
import tempfile

import numpy

from mails import word

DIMENSION = 384


def messages(count, generator):
    """Lines of Recall JSONL: sessions of about twenty short messages."""
    vocabulary = numpy.array([word(number) for number in range(100_000)])
    words = numpy.minimum(generator.zipf(1.3, size=(count, 14)) - 1, 99_999)
    lengths = generator.integers(4, 15, size=count)
    for number in range(count):
        day, minute = number // 200, number % 20
        text = " ".join(vocabulary[words[number][: lengths[number]]])
        yield json.dumps({
            "id": str(number), "kind": "message", "thread": f"chat {number // 20 % 200}",
            "from": {"name": f"Person{number % 97}"}, "date": date(day, minute), "text": text})


def date(day, minute):
    return f"{2000 + day // 336:04d}-{day // 28 % 12 + 1:02d}-{day % 28 + 1:02d}T10:{minute:02d}:00Z"


def fingerprint(recall):
    """That of the installed model's vectors: of a library with one note."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "note.md").write_text("A note.\n")
        subprocess.run([recall, "import", "--library", folder + "/library", folder + "/note.md"],
                       check=True, capture_output=True)
        database = sqlite3.connect(folder + "/library/recall.sqlite")
        return database.execute("SELECT fingerprint FROM generation").fetchone()[0]


def clear_checksums(path):
    """Makes the pages ones that another program wrote, which a repair accepts."""
    pages = numpy.memmap(path, dtype=numpy.uint8, mode="r+").reshape(-1, 8_192)
    pages[:, -8:] = 0
    pages.flush()


def embed(path, name, generator):
    clear_checksums(path)
    database = sqlite3.connect(path)
    cursor = database.execute(
        "INSERT INTO generation (fingerprint, dimension, serving) VALUES (?, ?, 1)", (name, DIMENSION))
    generation = cursor.lastrowid
    runs = database.execute("SELECT first_passage, passage_count FROM thread WHERE passage_count > 0").fetchall()
    passages = numpy.concatenate([numpy.arange(first - 1, first - 1 + count) for first, count in runs])
    for start in range(0, len(passages), 4_096):
        keys = passages[start:start + 4_096].astype("<u4")
        rows = generator.standard_normal((len(keys), DIMENSION), dtype=numpy.float32)
        rows /= numpy.linalg.norm(rows, axis=1, keepdims=True)
        database.execute("INSERT INTO vector_block (generation_id, passages, vectors) VALUES (?, ?, ?)",
                         (generation, keys.tobytes(), rows.astype("<f2").tobytes()))
    database.execute("UPDATE thread SET generation = ?", (generation,))
    database.commit()
    return len(passages)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recall")
    parser.add_argument("library")
    parser.add_argument("folder")
    parser.add_argument("--passages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    generator = numpy.random.default_rng(options.seed)
    path = pathlib.Path(options.folder) / "messages.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as file:
        for line in messages(options.passages, generator):
            file.write(line + "\n")
    subprocess.run([options.recall, "import", "--no-embed", "--library", options.library, str(path)], check=True)
    count = embed(options.library + "/recall.sqlite", fingerprint(options.recall), generator)
    subprocess.run([options.recall, "doctor", "--repair", "--library", options.library], check=True)
    subprocess.run([options.recall, "import", "--embed-only", "--library", options.library], check=True)
    print(f"{count} passages")


if __name__ == "__main__":
    main()
