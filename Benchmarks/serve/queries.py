"""Measures the work of queries that ask for much: random ones from a grammar of the query language, and the worst that are
known. Then, with four clients that send the worst ones without a pause, how soon a fifth one has an ordinary answer.

Given is what the server measured, from the request's arrival to the answer. The seed makes every run the same."""

import argparse
import concurrent.futures
import itertools
import random
import re
import statistics
import string
import threading
import time

from keystrokes import Client
from served import Server

LONGEST = 25_000
LETTERS = string.ascii_lowercase
PAIRS = [a + b for a in LETTERS for b in LETTERS]


class Grammar:
    """Random queries of the query language, of words that the library's items have."""

    def __init__(self, seed, words, people):
        self.random, self.words, self.people = random.Random(seed), words, people

    def word(self):
        return self.random.choice(self.words)

    def phrase(self):
        return '"' + " ".join(self.word() for _ in range(self.random.randint(1, 4))) + '"'

    def prefix(self):
        return self.word()[: self.random.randint(1, 4)] + "*"

    def near(self):
        sides = [self.random.choice([self.word, self.phrase, self.prefix])() for _ in range(2)]
        return f"{sides[0]} NEAR/{self.random.randint(0, 50)} {sides[1]}"

    def field(self):
        pick = self.random.choice
        return pick([
            lambda: pick(["from:", "to:", "with:", "cc:"]) + pick(self.people),
            lambda: "subject:" + pick([self.word, self.phrase])(),
            lambda: "kind:" + pick(["email", "note", "document", "message"]),
            lambda: pick(["larger:", "smaller:"]) + str(self.random.randint(1, 99_999)),
            lambda: pick(["date:", "before:", "after:"]) + f"{self.random.randint(1995, 2025)}-{self.random.randint(1, 12):02}",
            lambda: "in:" + self.word(), lambda: "filename:" + self.word(), lambda: "has:attachment",
            lambda: "thread:" + f"{self.random.randint(0, 4095):x}", lambda: "lang:" + pick(["en", "de", "none"]),
        ])()

    def operand(self, depth):
        if depth > 0 and self.random.random() < 0.3:
            return "(" + self.query(depth - 1, self.random.randint(1, 6)) + ")"
        kinds = [self.word, self.word, self.phrase, self.prefix, self.near, self.field]
        return self.random.choice(kinds)()

    def query(self, depth, length):
        parts = []
        for _ in range(length):
            sign = self.random.choice(["", "", "", "", "-", "NOT "])
            parts.append(sign + self.operand(depth))
        return self.random.choice([" ", " ", " OR ", " AND "]).join(parts)

    def next(self):
        # Mostly what people write, and some that no person does.
        length = self.random.choice([1, 2, 3, 5, 8, 8, 13, 40, 200, 2_000])
        return self.query(self.random.randint(0, 6), length)[:LONGEST]


def worst(words, people):
    """Queries that took seconds or minutes before there was a budget, by name."""
    either = lambda parts: " OR ".join(parts)[:LONGEST].rsplit(" OR ", 1)[0]
    triples = [pair + letter for pair in PAIRS for letter in LETTERS]
    return {
        "one prefix 12,500 times": "c* " * 8_333,
        "every prefix of a letter": either(letter + "*" for letter in LETTERS),
        "prefixes of one to three letters": either(start + "*" for start in itertools.chain(LETTERS, PAIRS, triples)),
        "a prefix within 1,800 pairs of parentheses": either(f"(c* {pair})" for pair in PAIRS * 4),
        "one NEAR with 1,500 distances": either(f"a* NEAR/{distance} e*" for distance in range(1, 2_000)),
        "2,000 phrases that end with a prefix": either(f'"{word} a*"*' for word in words * 9),
        "phrases": either(f'"{a} {b}"' for a in words[:60] for b in words[:60]),
        "excluded prefixes": " ".join(f"-{triple}*" for triple in triples)[:LONGEST],
        "everybody's names": either("from:" + name for name in people * 9),
        "names of nobody": either(f"with:zz{number}" for number in range(3_000)),
        "a name 4,000 times": (people[0] + " ") * (LONGEST // (len(people[0]) + 1)),
        "months": ("january february june july august " * 1_000)[:LONGEST],
        "threads": either(f"thread:{number:x}" for number in range(3_000)),
        "a long text": " ".join(words * 9)[:LONGEST],
        "sixty parentheses": "(" * 60 + either(pair + "*" for pair in PAIRS) + ")" * 60,
    }


def vocabulary(client):
    """Words of the library's newest items, and their senders' names."""
    items = client.json("GET", "/items?limit=500")["items"]
    words = re.findall(r"[a-z]{2,}", " ".join(item["title"] for item in items).lower())
    people = re.findall(r"[a-z]{2,}", " ".join((item.get("sender") or {}).get("name") or "" for item in items).lower())
    return list(dict.fromkeys(words)), list(dict.fromkeys(people))


def ask(client, query, **options):
    began = time.perf_counter()
    answer = client.json("POST", "/search", {"query": query, **options})
    said = any("left out" in note for note in answer["notes"] + answer["query"].get("hints", []))
    return answer["milliseconds"], (time.perf_counter() - began) * 1_000, said


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def report(name, values):
    print(f"{name:45} n {len(values):6}  median {statistics.median(values):8.1f}  p95 {percentile(values, .95):8.1f}"
          f"  p99 {percentile(values, .99):8.1f}  most {max(values):8.1f} ms", flush=True)


def crowd(client, queries, clients, count, titles):
    """The milliseconds in which a client has its answers while others send `queries` without a pause."""
    isOver = threading.Event()

    def send():
        for query in itertools.cycle(queries):
            if isOver.is_set():
                return
            ask(client, query)

    with concurrent.futures.ThreadPoolExecutor(clients) as pool:
        running = [pool.submit(send) for _ in range(clients)]
        time.sleep(1)
        waited = []
        for title in itertools.islice(itertools.cycle(titles), count):
            waited.append(ask(client, title)[1])
            time.sleep(0.02)
        isOver.set()
        for task in running:
            task.result()
    return waited


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recall", help="the program")
    parser.add_argument("library", help="a library; recall serve opens it for writing first, so name a copy")
    parser.add_argument("--random", type=int, default=10_000, help="random queries (default 10,000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clients", type=int, default=4, help="clients that send the worst queries (default 4)")
    parser.add_argument("--answers", type=int, default=200, help="answers of one more client (default 200)")
    options = parser.parse_args()
    with Server(options.recall, options.library) as server:
        client = Client(server, options.library)
        words, people = vocabulary(client)
        titles = client.titles(50)
        report("ordinary queries, alone", [ask(client, title)[1] for title in titles * 4])
        bad = worst(words, people)
        for name, query in bad.items():
            ask(client, query)
            times = [ask(client, query) for _ in range(3)]
            report(name + (" *" if times[0][2] else ""), [taken for taken, _, _ in times])
        grammar = Grammar(options.seed, words, people)
        asked = [ask(client, grammar.next()) for _ in range(options.random)]
        if asked:
            report(f"random, {sum(said for _, _, said in asked)} with parts left out", [taken for taken, _, _ in asked])
        waited = crowd(client, list(bad.values()), options.clients, options.answers, titles)
        report(f"ordinary queries, beside {options.clients} such clients", waited)
        print("* a part was left out, and the answer says so")


if __name__ == "__main__":
    main()
