#!/usr/bin/env python3
"""How long a question waits for the first word of its answer: without a language model, until the answer is there; with one,
until the model has the request that it answers, and from its first token until the client has it.

    first-token.py RECALL LIBRARY QUESTIONS [--count 100]

QUESTIONS has one in each line. The server runs on a copy of the library; the model is a server in this process that answers at
once. Milliseconds, median and 95th percentile. Linux.
"""

import argparse
import http.server
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import tempfile
import threading
import time

from keystrokes import Client
from served import Server

REPLY = "I cannot say."


class ModelServer(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """Recall closes a connection once it knows that a model is there."""


class Model(http.server.BaseHTTPRequestHandler):
    """A model server of OpenAI's protocol without tools."""

    asked, answered = [], []
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.answer(json.dumps({"object": "list", "data": [{"id": "scripted", "object": "model"}]}), "application/json")

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Model.asked.append(time.perf_counter())
        if not body.get("stream"):
            message = {"role": "assistant", "content": REPLY}
            return self.answer(json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}), "application/json")
        Model.answered.append(time.perf_counter())
        events = [{"choices": [{"delta": {"content": REPLY}}]}, {"choices": [{"delta": {}, "finish_reason": "stop"}]}]
        self.answer("".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n", "text/event-stream")

    def answer(self, text, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())


def ask(client, question):
    """The moment before a question is sent, and that of the first words of its answer."""
    conversation = json.loads(b"".join(client.lines("POST", "/conversations", {})))["id"]
    began, first = time.perf_counter(), None
    for line in client.lines("POST", f"/conversations/{conversation}/questions", {"question": question}):
        if first is None and line.startswith((b"event: text", b"event: answer")) and b"textWithdrawn" not in line:
            first = time.perf_counter()
    return began, first


def row(name, seconds):
    milliseconds = sorted(each * 1e3 for each in seconds)
    last = milliseconds[min(len(milliseconds) - 1, int(len(milliseconds) * 0.95))]
    print(f"{name:<44}{statistics.median(milliseconds):>9.1f}{last:>9.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recall")
    parser.add_argument("library")
    parser.add_argument("questions")
    parser.add_argument("--count", type=int, default=100)
    wanted = parser.parse_args()
    lines = sorted({line.strip() for line in open(wanted.questions) if line.strip()})
    questions = random.Random(5).sample(lines, min(wanted.count, len(lines)))
    model = ModelServer(("127.0.0.1", 0), Model)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(folder) / "library"
        shutil.copytree(wanted.library, library)
        environment = os.environ | {"RECALL_LIBRARY": str(library)}

        def choose(*arguments):
            subprocess.run([wanted.recall, "model", "chat", "use", *arguments], env=environment, check=True,
                           stdout=subprocess.DEVNULL)

        print(f"{len(questions)} questions{'median':>42}{'95 %':>9}")
        choose("--none")
        with Server(wanted.recall, str(library)) as server:
            client = Client(server, str(library))
            times = [ask(client, question) for question in questions]
            row("without a model: first words", [first - began for began, first in times])
        choose("scripted", "--address", f"127.0.0.1:{model.server_port}")
        with Server(wanted.recall, str(library)) as server:
            client = Client(server, str(library))
            ask(client, questions[0])
            before, after = [], []
            for question in questions:
                Model.asked.clear(), Model.answered.clear()
                began, first = ask(client, question)
                if Model.answered:
                    before.append(Model.answered[0] - began)
                    after.append(first - Model.answered[0])
            row("with a model: until it has the request", before)
            row("with a model: from its first token on", after)


if __name__ == "__main__":
    main()
