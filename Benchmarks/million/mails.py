#!/usr/bin/env python3
"""Makes mail of any amount, the same for the same seed: threads with replies that quote, mailing lists, and few senders
who write much. Words follow Zipf's law, and each thread has some of its own. The commoner words are those of the sample
archive's text, by how often it has them; the rarer ones are made up. (So a changed sample changes the mail.)

    mails.py --count 100000 --format mbox --seed 1 > mails.mbox
"""

import argparse
import bisect
import collections
import datetime
import itertools
import json
import pathlib
import random
import re
import sys

VOCABULARY = 60_000
# A thread's own words are among the first so many of all, without the commonest.
OWN_WORDS = 8_000
BEGAN = datetime.datetime(2004, 1, 5, 8, tzinfo=datetime.timezone.utc)
SPAN = datetime.timedelta(days=20 * 365)


def word(number):
    """A word of its own for each number, none of which is a stop word."""
    letters = ""
    while number or not letters:
        number, rest = divmod(number, 20)
        letters += "bcdfghjklmnprstvwxza"[rest] + "aeiou"[rest % 5]
    return "q" + letters + "z"


def vocabulary():
    """The commonest word first."""
    sample = pathlib.Path(__file__).resolve().parents[2] / "Sample"
    files = [sample / "mail.mbox", *sample.rglob("*.md"), *sample.rglob("*.txt")]
    # No headers and addresses.
    lines = (line for file in files for line in file.read_text("utf-8", "replace").lower().split("\n")
             if "@" not in line and not re.match(r"[a-z-]+: ", line))
    counts = collections.Counter(found for line in lines for found in re.findall(r"\b[a-z]+\b", line))
    words = sorted(counts, key=lambda text: (-counts[text], text))
    return words + [word(number) for number in range(VOCABULARY - len(words))]


class Zipf:
    """Numbers from 0, the n-th as likely as 1 / (n + 1) ** exponent."""

    def __init__(self, count, exponent=1.0):
        self.sums = list(itertools.accumulate((n + 1) ** -exponent for n in range(count)))

    def draw(self, generator):
        return bisect.bisect(self.sums, generator.random() * self.sums[-1])


class Mails:
    """`count` mails, in threads."""

    def __init__(self, count, seed=1):
        self.count, self.generator = count, random.Random(seed)
        self.words = vocabulary()
        self.ranks, self.senders = Zipf(len(self.words), 1.05), Zipf(max(20, count // 50), 1.1)
        self.lists = Zipf(12)
        self.made = 0

    def __iter__(self):
        """`count` mails; those of a thread follow each other, threads by the date of their first."""
        while self.made < self.count:
            yield from self.thread()

    def thread(self):
        generator = self.generator
        own = [self.words[generator.randrange(300, OWN_WORDS)] for _ in range(30)]
        subject = " ".join(generator.sample(own, generator.randint(2, 6))).capitalize()
        mailing_list = f"list{self.lists.draw(generator)}" if generator.random() < .3 else None
        # Most threads are short, few are long.
        length = min(60, int(generator.paretovariate(1.2)), self.count - self.made)
        people = [self.person() for _ in range(max(2, min(8, length)))]
        date = BEGAN + SPAN * (self.made / self.count) + datetime.timedelta(minutes=generator.randrange(600))
        mails = []
        for place in range(length):
            answered = generator.choice(mails[-3:]) if mails else None
            sender = people[0] if not place else generator.choice(people)
            mail = {
                "kind": "email", "id": f"{self.made}@mail.example", "messageId": f"{self.made}@mail.example",
                "title": subject if not answered else "Re: " + subject, "from": sender,
                "to": [self.address(mailing_list) if mailing_list else answered["from"] if answered else people[1]],
                "date": date.strftime("%Y-%m-%dT%H:%M:%SZ"), "text": self.text(own, answered)}
            if answered:
                mail["inReplyTo"] = answered["id"]
                mail["references"] = [*answered.get("references", [])[-9:], answered["id"]]
            mails.append(mail)
            self.made += 1
            date += datetime.timedelta(minutes=1 + int(generator.lognormvariate(4.5, 1.5)))
        return mails

    def person(self):
        number = self.senders.draw(self.generator)
        return {"name": f"Person{number}", "address": f"person{number}@mail.example"}

    @staticmethod
    def address(mailing_list):
        return {"name": mailing_list, "address": f"{mailing_list}@lists.example"}

    def text(self, own, answered):
        paragraphs = [self.paragraph(own) for _ in range(min(12, int(self.generator.paretovariate(1.3))))]
        if answered:
            written = re.sub(r"^On .* wrote:\n(> .*\n)+", "", answered["text"])
            quoted = [line for line in written.split("\n") if line][:4]
            paragraphs.insert(0, f"On {answered['date'][:10]}, {answered['from']['name']} wrote:\n"
                              + "\n".join("> " + line for line in quoted))
        return "\n\n".join(paragraphs)

    def paragraph(self, own):
        return "\n".join(self.sentence(own) for _ in range(self.generator.randint(1, 5)))

    def sentence(self, own):
        generator = self.generator
        words = [generator.choice(own) if generator.random() < .15 else self.words[self.ranks.draw(generator)]
                 for _ in range(generator.randint(4, 20))]
        return " ".join(words).capitalize() + generator.choice("....?!")


def mbox(mail):
    date = datetime.datetime.strptime(mail["date"], "%Y-%m-%dT%H:%M:%SZ")
    to, sender = mail["to"][0], mail["from"]
    lines = [f"From {sender['address']} {date:%a %b %d %H:%M:%S %Y}", f"Message-ID: <{mail['id']}>",
             f"Subject: {mail['title']}", f"From: {sender['name']} <{sender['address']}>",
             f"To: {to['name']} <{to['address']}>", f"Date: {date:%a, %d %b %Y %H:%M:%S} +0000"]
    if to["address"].endswith("@lists.example"):
        lines.append(f"List-Id: <{to['address'].replace('@', '.')}>")
    if "inReplyTo" in mail:
        lines += [f"In-Reply-To: <{mail['inReplyTo']}>",
                  "References: " + "\n ".join(f"<{reference}>" for reference in mail["references"])]
    body = re.sub("^From ", ">From ", mail["text"], flags=re.MULTILINE)
    return "\n".join(lines) + "\n\n" + body + "\n\n"


FORMATS = {"mbox": mbox, "jsonl": lambda mail: json.dumps(mail) + "\n"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--format", choices=FORMATS, default="mbox")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for mail in Mails(options.count, options.seed):
        sys.stdout.write(FORMATS[options.format](mail))


if __name__ == "__main__":
    main()
