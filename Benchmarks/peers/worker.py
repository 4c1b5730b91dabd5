"""One peer in a process of its own. Answers the lines that `recall-bench contestant` answers (see ContestantCommand.swift).

Usage: worker.py PEER FOLDER_OF_GRAPHS THREADS
"""

import pathlib
import sys
import time

import numpy

from peers import open_peer


class Worker:
    def __init__(self, encode):
        self.encode = encode
        self.batches = []

    def load(self, length, batch, path):
        ids = numpy.fromfile(path, dtype="<i4").reshape(-1, int(length)).astype(numpy.int64)
        self.batches = [ids[start:start + int(batch)] for start in range(0, len(ids), int(batch))]
        return "ready"

    def run(self):
        wall, cpu = time.perf_counter(), time.process_time()
        for batch in self.batches:
            self.encode(batch)
        return f"{time.perf_counter() - wall} {time.process_time() - cpu}"

    def times(self, count):
        seconds = []
        for _ in range(int(count)):
            start = time.perf_counter()
            self.encode(self.batches[0])
            seconds.append(time.perf_counter() - start)
        return " ".join(map(str, seconds))

    def vectors(self, path):
        numpy.concatenate([self.encode(batch) for batch in self.batches]).astype("<f4").tofile(path)
        return "ready"


def main():
    name, folder, threads = sys.argv[1:]
    worker = Worker(open_peer(name, pathlib.Path(folder), int(threads)))
    answers = {"load": worker.load, "run": worker.run, "times": worker.times, "vectors": worker.vectors}
    for line in sys.stdin:
        verb, *arguments = line.rstrip("\n").split(" ", 3)
        print(answers[verb](*arguments), flush=True)


main()
