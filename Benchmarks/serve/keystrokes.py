"""Measures search as you type with several clients at once, with nothing else going on and while an import runs.

Each client types titles of the library's own items, letter by letter; a request goes out every three letters, a fifth of a
second after the last answer. Given is what the server measured, from the request's arrival to the answer, and its
processor time. Every run is a new process on a new copy of the library, several programs in turn."""

import argparse
import concurrent.futures
import http.client
import json
import os
import re
import shutil
import statistics
import subprocess
import tempfile
import time
import urllib.parse

from served import Server

TICKS = os.sysconf("SC_CLK_TCK")
MILLISECONDS = re.compile(rb'"milliseconds":([0-9.e+-]+)')


class Client:
    """Calls the API with the library's token."""

    def __init__(self, server, library):
        self.port = urllib.parse.urlsplit(server.link).port
        with open(library + "/server.token", encoding="ascii") as token:
            self.headers = {"Authorization": "Bearer " + token.read().strip(), "Content-Type": "application/json"}

    def lines(self, method, path, body=None):
        """The lines of an answer, as they come."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, "/api/v1" + path, None if body is None else json.dumps(body), self.headers)
        answer = connection.getresponse()
        if answer.status >= 300:
            raise SystemExit(f"{path} answered {answer.status}: {answer.read().decode()}")
        yield from answer
        connection.close()

    def json(self, method, path, body=None):
        return json.loads(b"".join(self.lines(method, path, body)))

    def titles(self, count):
        """Titles of the newest e-mails, without what a mailing list puts before them; without any, how the newest items begin."""
        found = self.json("GET", "/items?query=kind:email&limit=500")["items"]
        plain = dict.fromkeys(re.sub(r"^((re|fwd?|aw): *|\[[^]]*\] *)+", "", item["title"], flags=re.I) for item in found)
        if not plain:
            plain = [" ".join(item["preview"].split()[:4]) for item in self.json("GET", "/items?limit=500")["items"]]
        titles = [title for title in plain if len(title) >= 12]
        return titles[:: max(1, len(titles) // count)][:count]


def typed(text):
    return [text[:end] for end in range(3, len(text) + 1, 3)]


def stream(client, query):
    """The server's milliseconds until the first and the final answer."""
    lines = list(client.lines("POST", "/search/stream", {"query": query}))
    if b'"error":' in lines[-1][:12]:
        raise SystemExit("A search failed: " + lines[-1].decode())
    times = [float(MILLISECONDS.findall(line)[-1]) for line in lines]
    return times[0], times[-1]


def processor_seconds(server):
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as stat:
        return sum(map(int, stat.read().rpartition(")")[2].split()[11:13])) / TICKS


def type_titles(client, titles, times, until):
    for title in titles:
        for query in typed(title):
            if until():
                return
            times.append(stream(client, query))
            time.sleep(0.2)


def all_clients(client, titles, count, until):
    """The times of all streams of `count` clients, each with titles of its own. What fails in one of them fails here."""
    times = []
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        typing = [pool.submit(type_titles, client, titles[first::count], times, until) for first in range(count)]
        for each in typing:
            each.result()
    return times


def imported(client, source):
    """Starts an import; gives what tells whether it has ended, by a request of its own."""
    number = client.json("POST", "/imports", {"paths": [source]})["id"]
    return lambda: client.json("GET", f"/imports/{number}")["state"] not in ("waiting", "running")


def run(recall, library, source, options):
    """The times of one server's streams, and its processor seconds a stream."""
    with tempfile.TemporaryDirectory(prefix="recall-keystrokes-") as scratch:
        copy = scratch + "/library"
        shutil.copytree(library, copy)
        with Server(recall, copy) as server:
            client = Client(server, copy)
            titles = client.titles(options.titles)
            stream(client, "warm")
            before = processor_seconds(server)
            until = imported(client, source) if source else lambda: False
            times = all_clients(client, titles, options.clients, until)
            return times, (processor_seconds(server) - before) / len(times)


def percentiles(values):
    ordered = sorted(values)
    return statistics.median(ordered), ordered[int(len(ordered) * 0.95)]


def table(program, runs):
    print(f"\n{program}\n\n| | streams | first: median / p95 | final: median / p95 | processor time a stream |\n|---|---|---|---|---|")
    for name, (times, processor) in runs:
        first, final = (percentiles(column) for column in zip(*times))
        print(f"| {name} | {len(times)} | {first[0]:.1f} / {first[1]:.1f} | {final[0]:.1f} / {final[1]:.1f} | {processor * 1000:.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="Scripts/measure-typing", description=__doc__)
    parser.add_argument("recall", nargs="+", help="the program; several are measured in turn")
    parser.add_argument("--library", required=True, help="the folder of a library, which stays as it is")
    parser.add_argument("--import", dest="source", help="what is imported meanwhile; long enough for the queries")
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--titles", type=int, default=40)
    parser.add_argument("--runs", type=int, default=1)
    options = parser.parse_args()
    sources = [("nothing else", None)] + ([("while importing", os.path.abspath(options.source))] if options.source else [])
    programs = [os.path.abspath(each) for each in options.recall]
    print(f"{options.clients} clients, load {os.getloadavg()[0]:.1f}; milliseconds")
    for _ in range(options.runs):
        for program in programs:
            table(program, [(name, run(program, options.library, source, options)) for name, source in sources])


if __name__ == "__main__":
    main()
