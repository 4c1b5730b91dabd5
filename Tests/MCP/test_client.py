"""The official Python client, which checks every answer against the schemas of the protocol and of the tools."""

import asyncio
import logging
import os
import subprocess
import time
import unittest
import warnings

import anyio
import mcp_types as types
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters

RECALL = os.environ["RECALL_EXECUTABLE"]
LIBRARY = os.environ["RECALL_LIBRARY"]
# Of the loop's debugging.
logging.getLogger("asyncio").setLevel(logging.ERROR)
# The revision without a handshake, and the latest with one.
MODES = ["auto", "legacy"]


def recall_mcp(*arguments):
    names = ("RECALL_LIBRARY", "RECALL_MODELS", "LD_LIBRARY_PATH")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return StdioServerParameters(command=RECALL, args=["mcp", *arguments], env=kept)


class ClientTests(unittest.IsolatedAsyncioTestCase):
    async def each(self, body, *arguments):
        """Runs the test in each revision."""
        for mode in MODES:
            with self.subTest(mode=mode):
                async with Client(recall_mcp(*arguments), mode=mode) as client:
                    await body(client)

    async def test_negotiates_the_current_revision_and_the_one_before(self):
        for mode, version in (("auto", "2026-07-28"), ("legacy", "2025-11-25")):
            async with Client(recall_mcp(), mode=mode) as client:
                self.assertEqual(client.protocol_version, version)
                self.assertIn("cite", client.instructions.lower())
        async with Client(recall_mcp(), mode="legacy") as client:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                await client.send_ping()

    async def test_lists_tools_that_only_read(self):
        async def body(client):
            tools = (await client.list_tools()).tools
            self.assertEqual(
                [tool.name for tool in tools],
                ["search", "list", "count", "read_thread", "read_item", "similar", "people", "recall_memories",
                 "propose_memory"])
            for tool in tools:
                self.assertEqual(tool.annotations.read_only_hint, tool.name != "propose_memory")
                self.assertFalse(tool.annotations.open_world_hint)
                self.assertEqual(tool.input_schema["type"], "object")
                self.assertEqual(tool.output_schema["type"], "object")
        await self.each(body)

    async def test_calls_every_tool(self):
        async def body(client):
            await client.list_tools()
            found = await self.call(client, "search", query="Where is the mill?")
            source = found["sources"][0]
            self.assertTrue(source["uri"].startswith("recall://item/"))
            self.assertIn("mill", str(found["sources"]).lower())
            item = source["uri"]
            read = await self.call(client, "read_item", item=item)
            self.assertIn(source["text"].split("\n")[0], read["sources"][0]["text"])
            thread = await self.call(client, "read_thread", item=item)
            self.assertIn(item, [one["uri"] for one in thread["sources"]])
            near = await client.call_tool("similar", {"item": item})
            self.assertTrue(near.is_error or near.structured_content["sources"])
            counted = await self.call(client, "count", query="kind:email")
            listed = await self.call(client, "list", kind="email")
            self.assertEqual(counted["items"], listed["total"])
            people = await self.call(client, "people")
            self.assertTrue(people["people"][0]["items"] > 0)
            proposed = await self.call(client, "propose_memory", text="I am allergic to hazelnuts.", type="fact")
            self.assertFalse(proposed["isKept"])
            remembered = await self.call(client, "recall_memories", query="What am I allergic to?")
            self.assertEqual(remembered["memories"], [])
        await self.each(body)

    async def call(self, client, tool, **arguments):
        answer = await client.call_tool(tool, arguments)
        self.assertFalse(answer.is_error, answer.content)
        self.assertEqual(answer.content[0].type, "text")
        return answer.structured_content

    async def test_pages_through_a_list_without_a_repetition(self):
        async def body(client):
            total = (await self.call(client, "list"))["total"]
            seen, cursor = [], {}
            while cursor is not None:
                page = await self.call(client, "list", **cursor)
                seen += [source["uri"] for source in page["sources"]]
                cursor = {"cursor": page["nextCursor"]} if "nextCursor" in page else None
            self.assertEqual(len(seen), total)
            self.assertEqual(len(set(seen)), total)
        await self.each(body)

    async def test_pages_through_a_search(self):
        async def body(client):
            first = await self.call(client, "search", query="the")
            more = await self.call(client, "search", query="the", cursor=first["nextCursor"])
            threads = [{source["thread"] for source in page["sources"]} for page in (first, more)]
            self.assertFalse(threads[0] & threads[1])
            other = await client.call_tool("search", {"query": "another", "cursor": first["nextCursor"]})
            self.assertTrue(other.is_error)
        await self.each(body)

    async def test_reads_resources(self):
        async def body(client):
            templates = (await client.list_resource_templates()).resource_templates
            self.assertEqual(
                [one.uri_template for one in templates], ["recall://item/{id}", "recall://thread/{id}"])
            seen, cursor = [], None
            while True:
                page = await client.list_resources(cursor=cursor)
                seen += [resource.uri for resource in page.resources]
                cursor = page.next_cursor
                if cursor is None:
                    break
            self.assertEqual(len(set(seen)), len(seen))
            for uri in (seen[0], str(seen[0]).replace("/item/", "/thread/")):
                text = (await client.read_resource(str(uri))).contents[0].text
                self.assertIn(str(seen[0]), text)
            for uri in ("recall://item/" + "0" * 32, "file:///etc/passwd", "recall://item/../x"):
                with self.assertRaises(MCPError) as raised:
                    await client.read_resource(uri)
                self.assertIn(raised.exception.error.code, (-32602, -32002))
        await self.each(body)

    async def test_gets_prompts(self):
        async def body(client):
            prompts = (await client.list_prompts()).prompts
            self.assertEqual([prompt.name for prompt in prompts], ["ask", "summarize"])
            got = await client.get_prompt("ask", {"question": "Where is the mill?"})
            self.assertIn("Where is the mill?", got.messages[0].content.text)
            with self.assertRaises(MCPError):
                await client.get_prompt("ask", {})
        await self.each(body)

    async def test_says_what_is_wrong_with_arguments_so_that_a_model_can_mend_them(self):
        async def body(client):
            for tool, arguments in (
                    ("search", {"query": 7}), ("search", {}), ("read_item", {"item": "nothing"}),
                    ("list", {"cursor": "made up"}), ("search", {"query": "x" * 100_000})):
                answer = await client.call_tool(tool, arguments)
                self.assertTrue(answer.is_error)
            with self.assertRaises(MCPError) as raised:
                await client.call_tool("http_get", {"url": "http://192.0.2.1/"})
            self.assertEqual(raised.exception.error.code, -32602)
        await self.each(body)

    async def test_cancels_a_call_and_goes_on(self):
        async def body(client):
            async with anyio.create_task_group() as group:
                for _ in range(40):
                    group.start_soon(client.call_tool, "search", {"query": "the mill and the river"})
                await anyio.sleep(0)
                group.cancel_scope.cancel()
            self.assertTrue((await self.call(client, "search", query="mill"))["sources"])
        await self.each(body)

    async def test_tells_of_progress(self):
        async def body(client):
            told = []

            async def progress(done, total, message):
                told.append((done, total))
            await client.call_tool("search", {"query": "mill"}, progress_callback=progress)
            self.assertEqual(told, [(0, 1), (1, 1)])
        await self.each(body)

    async def test_answers_a_hundred_calls_at_once(self):
        async def body(client):
            answers = await asyncio.gather(*(
                client.call_tool("search", {"query": f"mill {number}"}) for number in range(100)))
            self.assertTrue(all(not answer.is_error for answer in answers))
        await self.each(body)

    async def test_keeps_to_the_scope_of_its_command_line(self):
        async def body(client):
            kinds = set()
            for tool, arguments in (
                    ("list", {}), ("list", {"kind": "email"}), ("search", {"query": "mill OR -nothing", "kind": "email"}),
                    ("search", {"query": "kind:email"}), ("people", {})):
                answer = (await client.call_tool(tool, arguments)).structured_content
                kinds |= {source["kind"] for source in answer.get("sources", [])}
            self.assertEqual(kinds, {"note"})
        await self.each(body, "--kind", "note")

    async def test_four_clients_at_once_beside_an_import(self):
        importing = subprocess.Popen(
            [RECALL, "import", os.environ["RECALL_SAMPLE"]], env=dict(os.environ),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        async def use(number):
            async with Client(recall_mcp(), mode=MODES[number % 2]) as client:
                for turn in range(25):
                    await self.call(client, "search", query=f"the mill {turn}")
                    await self.call(client, "list", query="mill")
        try:
            await asyncio.gather(*(use(number) for number in range(4)))
        finally:
            self.assertEqual(importing.wait(), 0)

    async def test_logs_calls_without_their_texts(self):
        secret = f"zyxwv{time.time_ns()}"
        async with Client(recall_mcp(), client_info=types.Implementation(name="the-log-test", version="1")) as client:
            await self.call(client, "search", query=secret)
        log = subprocess.run([RECALL, "mcp", "log"], env=dict(os.environ), capture_output=True, text=True).stdout
        self.assertIn("search", log)
        self.assertIn("the-log-test", log)
        self.assertNotIn(secret, log)
        with open(os.path.join(LIBRARY, "tool-calls.jsonl"), encoding="utf-8") as file:
            self.assertNotIn(secret, file.read())


if __name__ == "__main__":
    unittest.main()
