"""The process as a hostile or broken client meets it."""

import json
import os
import subprocess
import unittest

RECALL = os.environ["RECALL_EXECUTABLE"]
HELLO = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}
MEGABYTE = 1 << 20


def memory(process):
    """The most memory that the process has had, in bytes; 0 where the system does not say."""
    try:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM"))
    except OSError:
        return 0


class ProcessTests(unittest.TestCase):
    def setUp(self):
        self.process = subprocess.Popen(
            [RECALL, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(self.end)

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def ask(self, message):
        self.send(json.dumps(message).encode() + b"\n")
        return json.loads(self.process.stdout.readline())

    def call(self, number, tool, arguments):
        return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}

    def test_refuses_a_line_of_100_megabytes_in_bounded_memory(self):
        self.assertIn("result", self.ask(HELLO))
        self.ask(self.call(1, "search", {"query": "mill"}))
        before = memory(self.process)
        for _ in range(100):
            self.send(b"[" * MEGABYTE)
        self.send(b"\n")
        refusal = json.loads(self.process.stdout.readline())
        self.assertEqual(refusal["error"]["code"], -32600)
        self.assertIsNone(refusal["id"])
        self.assertIn("result", self.ask({"jsonrpc": "2.0", "id": 2, "method": "ping"}))
        self.assertLess(memory(self.process) - before, 20 * MEGABYTE)

    def test_bounds_what_it_keeps_of_requests_that_nobody_waits_for(self):
        self.assertIn("result", self.ask(HELLO))
        self.ask(self.call(1, "search", {"query": "mill"}))
        before = memory(self.process)
        padding = "x" * 100_000
        for number in range(500):
            message = self.call(number + 2, "count", {"query": "mill", "more": padding})
            self.assertEqual(self.ask(message)["id"], number + 2)
        self.assertLess(memory(self.process) - before, 40 * MEGABYTE)

    def test_ends_when_its_input_ends(self):
        self.assertIn("result", self.ask(HELLO))
        self.process.stdin.close()
        self.assertEqual(self.process.wait(timeout=10), 0)

    def test_ends_when_nobody_reads_its_answers(self):
        self.assertIn("result", self.ask(HELLO))
        self.process.stdout.close()
        self.assertEqual(self.process.wait(timeout=10), 0)

    def test_answers_a_request_that_comes_byte_by_byte(self):
        for byte in json.dumps(HELLO).encode() + b"\r\n":
            self.send(bytes([byte]))
        self.assertIn("result", json.loads(self.process.stdout.readline()))


if __name__ == "__main__":
    unittest.main()
