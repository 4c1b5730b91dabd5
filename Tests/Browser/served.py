"""A scratch library and the server that serves it."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.request

RECALL = os.environ["RECALL_EXECUTABLE"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "Sample"
LINK = re.compile(r"http://\S+\?code=\S+")


class ServedLibrary:
    """Imports `paths` into a new library and serves it on a free port of this machine."""

    def __init__(self, paths, options=()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="recall-browser-"))
        self.library = self.folder / "library"
        for path in paths:
            recall("import", *options, "--library", self.library, path)
        self.log = open(self.folder / "serve.log", "w+")
        self._start()

    def _start(self, port=0):
        self.process = subprocess.Popen(
            [RECALL, "serve", "--port", str(port), "--no-open", "--library", str(self.library)],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.link = self._read_link()
        self.origin = self.link.split("/?")[0]

    def _read_link(self):
        for line in self.process.stdout:
            found = LINK.search(line)
            if found:
                return found.group()
        self.log.seek(0)
        raise RuntimeError("recall serve printed no link: " + self.log.read())

    def crash(self):
        """Kills the server, and serves the library again, at another port."""
        self.kill()
        self._start()

    def kill(self):
        self.process.kill()
        self.process.wait(timeout=10)
        self.process.stdout.close()

    def start_again(self):
        """Serves the library where the killed server did."""
        self._start(int(self.origin.rsplit(":", 1)[1]))

    def get(self, path):
        """What the API answers a program."""
        return json.loads(self.send("GET", path))

    def send(self, method, path, body=None):
        """What a request is answered, with a body of JSON or without one."""
        token = (self.library / "server.token").read_text().strip()
        headers = {"Authorization": "Bearer " + token} | ({"Content-Type": "application/json"} if body else {})
        request = urllib.request.Request(self.origin + "/api/v1" + path, json.dumps(body).encode() if body else None, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=10)
        self.process.stdout.close()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def recall(*arguments):
    done = subprocess.run([RECALL, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"recall {arguments[0]} failed: {done.stderr}")
    return done.stdout


def sample_copy(folder):
    """The sample archive at a place of its own, so that a test may import it as a source."""
    target = pathlib.Path(folder) / "archive"
    shutil.copytree(SAMPLE, target)
    return target
