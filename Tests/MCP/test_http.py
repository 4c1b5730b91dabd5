"""The official Python client over HTTP, on a running recall serve."""

import os
import re
import subprocess
import unittest

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

RECALL = os.environ["RECALL_EXECUTABLE"]


class HTTPTests(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.server = subprocess.Popen(
            [RECALL, "serve", "--port", "0", "--no-open"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.end)
        link = next(line for line in self.server.stdout if "http://" in line)
        self.address = re.search(r"http://127\.0\.0\.1:\d+", link).group() + "/mcp"

    def end(self):
        self.server.terminate()
        self.server.wait()
        self.server.stdout.close()

    def add(self, *options):
        added = subprocess.run([RECALL, "mcp", "clients", "add", "Test", *options], capture_output=True, text=True)
        self.assertEqual(added.returncode, 0, added.stderr)
        return re.search(r"Bearer ([0-9a-f]{64})", added.stdout).group(1)

    async def test_lists_calls_and_reads_in_both_revisions(self):
        headers = {"Authorization": "Bearer " + self.add("--kind", "note")}
        for mode in ("auto", "legacy"):
            with self.subTest(mode=mode):
                async with create_mcp_http_client(headers=headers) as http:
                    async with Client(streamable_http_client(self.address, http_client=http), mode=mode) as client:
                        names = [tool.name for tool in (await client.list_tools()).tools]
                        self.assertIn("search", names)
                        self.assertNotIn("recall_memories", names)
                        found = await client.call_tool("list", {})
                        self.assertEqual({one["kind"] for one in found.structured_content["sources"]}, {"note"})
                        uri = (await client.list_resources()).resources[0].uri
                        self.assertTrue((await client.read_resource(str(uri))).contents[0].text)
                        prompt = await client.get_prompt("ask", {"question": "Wo ist die Mühle?"})
                        self.assertIn("Mühle", prompt.messages[0].content.text)


if __name__ == "__main__":
    unittest.main()
