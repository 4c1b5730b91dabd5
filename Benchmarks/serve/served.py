"""A library that is served by a process of its own."""

import re
import subprocess
import time

LINK = re.compile(r"http://\S+\?code=\S+")


class Server:
    """`recall serve` on a free port. `began` is when the process was started, `listens` when it printed its link."""

    def __init__(self, recall, library):
        self.began = time.time()
        self.process = subprocess.Popen([recall, "serve", "--port", "0", "--no-open", "--library", library],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.link = next((found.group() for line in self.process.stdout if (found := LINK.search(line))), None)
        if self.link is None:
            raise SystemExit(f"{recall} serve printed no link.")
        self.listens = time.time()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
