"""Answers under a test's control: what a language model would write, event by event, in place of the server's answer."""

import json

# The page keeps what it sends to the server; only the events of an answer come from the test.
SCRIPT = """
(() => {
  const real = window.fetch;
  const encoder = new TextEncoder();
  const answers = window.answers = { asked: [], stopped: 0, model: MODEL };
  answers.send = (event, data) => answers.stream.enqueue(encoder.encode(`event: ${event}\\ndata: ${JSON.stringify(data)}\\n\\n`));
  answers.end = () => answers.stream.close();
  window.fetch = (address, options) => {
    if (address.endsWith("/models/chat")) return Promise.resolve(new Response(JSON.stringify(answers.model)));
    if (!/\\/conversations\\/[^/]+\\/questions$/.test(address)) return real(address, options);
    answers.asked.push(JSON.parse(options.body));
    const body = new ReadableStream({ start(stream) {
      answers.stream = stream;
      options.signal.addEventListener("abort", () => { answers.stopped += 1; stream.error(options.signal.reason); });
    } });
    return Promise.resolve(new Response(body, { headers: { "Content-Type": "text/event-stream" } }));
  };
})();
"""


class ScriptedAnswers:
    """The events of the answers that a page waits for. Works for pages that are loaded after this."""

    def __init__(self, test, machine=None):
        self.test = test
        model = {"model": {"name": "qwen3:4b", "server": "Ollama", "machine": machine}, "hint": ""}
        made = test.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SCRIPT.replace("MODEL", json.dumps(model))})
        test.addCleanup(test.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", made)

    def asked(self):
        return self.test.run_script("return window.answers.asked")

    def await_question(self, number=1):
        self.test.until(lambda: len(self.asked()) >= number, "a question")

    def stopped(self):
        return self.test.run_script("return window.answers.stopped")

    def send(self, event, data):
        self.test.run_script("window.answers.send(arguments[0], JSON.parse(arguments[1]))", event, json.dumps(data))

    def finish(self, answer):
        self.send("answer", answer)
        self.test.run_script("window.answers.end()")


def sentence(text, *citations, supported=True, quotation=False, dates=()):
    return {"text": text, "supported": supported, "quotation": quotation, "citations": list(citations),
            "dates": [{"phrase": phrase, "meaning": meaning} for phrase, meaning in dates]}


def citation(number, item, text, start=0, kind="email", **properties):
    return {"n": number, "item": item, "kind": kind, "start": start, "end": start + len(text.encode()), "text": text, "title": "Deposit",
            "from": "Denise Pruett", "fromAddress": "denise@people.example", "date": "2023-08-17T15:58:23Z", "state": "there", **properties}


def answer(question, sentences, citations=(), **properties):
    return {"question": question, "answer": " ".join(each["text"] for each in sentences), "found": True, "model": "qwen3:4b",
            "sentences": list(sentences), "citations": list(citations), "toolCalls": [], "context": {"budget": 4096, "tokens": 900},
            "notes": [], "seconds": 2.5, **properties}
