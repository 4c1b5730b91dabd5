"""The most memory of recall on files that are made to hurt: each is imported alone, then all are searched, asked and served.

    python3 Benchmarks/damage/memory.py RECALL [--embed] [--only WORDS] [FOLDER ...]

With --embed the imports embed, which takes as long as 300 MB of text takes. FOLDERs are imported, too, each as one row. The most of
one process counts, that of the parsers and their children included; for the server that of what it started, too."""

import argparse
import io
import json
import multiprocessing
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "serve"))

from keystrokes import Client
from served import Server

QUERIES = ["kettle", "where is the kettle of the mill", "ket*", "\"kettle whistles\" -fern", "kettle OR mill OR gate OR fern"]
SENTENCE = "the kettle whistles at the mill, and the ferns grow by the gate; "
MAIL = b"From: Bo <bo@people.example>\nSubject: kettle\nMessage-ID: <hurt@people.example>\nDate: Sun, 17 Mar 2024 09:30:00 +0000\n"


def zipped(members):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in members:
            archive.writestr(name, body)
    return data.getvalue()


def word(characters):
    """A document whose text is that long, in a thousandth of it."""
    body = "<w:p><w:r><w:t>" + SENTENCE + "</w:t></w:r></w:p>"
    text = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
    return zipped([("[Content_Types].xml", "<Types/>"),
                   ("word/document.xml", text + body * (characters // len(body)) + "</w:body></w:document>")])


def book(chapters):
    names = [f"c{number}.xhtml" for number in range(chapters)]
    manifest = "".join(f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in names)
    spine = "".join(f'<itemref idref="{name}"/>' for name in names)
    package = f'<package><metadata/><manifest>{manifest}</manifest><spine>{spine}</spine></package>'
    container = '<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>'
    chapter = "<html><body><h1>Kettle</h1><p>" + SENTENCE * 40 + "</p></body></html>"
    return zipped([("mimetype", "application/epub+zip"), ("META-INF/container.xml", container), ("p.opf", package)]
                  + [(name, chapter) for name in names])


def nested_parts(depth):
    head = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(depth))
    return MAIL + head + b"Content-Type: text/plain\n\nkettle\n"


def parts(count):
    part = b"--b\nContent-Type: text/plain\n\nkettle\n"
    return MAIL + b'Content-Type: multipart/mixed; boundary="b"\n\n' + part * count + b"--b--\n"


HOSTILE = {
    "line of 50 MB.txt": lambda: (SENTENCE * (50_000_000 // len(SENTENCE))).encode(),
    "one word of 50 MB.txt": lambda: b"k" * 50_000_000,
    "a gigabyte.docx": lambda: word(1_000_000_000),
    "2,000 chapters.epub": lambda: book(2_000),
    "a million elements deep.html": lambda: b"<div>" * 1_000_000 + b"kettle",
    "a million spans.html": lambda: b"<span style='color:red'>k</span>" * 1_000_000,
    "20,000 parts deep.eml": lambda: nested_parts(20_000),
    "500,000 parts.eml": lambda: parts(500_000),
    "300,000 headers.eml": lambda: MAIL + b"X-Kettle: whistles\n" * 300_000 + b"\nkettle\n",
    "72 MB.eml": lambda: MAIL + b"\n" + (SENTENCE.encode() + b"\n") * (72_000_000 // (len(SENTENCE) + 1)),
    "a subject of 10 MB.eml": lambda: MAIL.replace(b"Subject: kettle", b"Subject: " + b"kettle " * 1_400_000) + b"\nkettle\n",
    "a list 5 million deep.md": lambda: b"- " * 5_000_000 + b"kettle\n",
    "quotes 5 million deep.md": lambda: b">" * 5_000_000 + b"kettle\n",
    "brackets.md": lambda: b"[" * 2_000_000 + b"kettle\n",
    "arrays.json": lambda: b"[" * 20_000_000,
    "a line.jsonl": lambda: json.dumps({"kind": "note", "text": SENTENCE * 700_000}).encode() + b"\n",
    "million lines.ics": lambda: b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:kettle\n" + b"ATTENDEE:mailto:bo@people.example\n"
        * 1_000_000 + b"END:VEVENT\nEND:VCALENDAR\n",
    "zeros.zip": lambda: zipped([("kettle.txt", b"\0" * 1_000_000_000)]),
    "200,000 names.zip": lambda: zipped((f"{number}.txt", b"") for number in range(200_000)),
}


def write(path, name):
    """In a process of its own: the peak of this one would count as that of each process that it starts."""
    def made():
        with open(path, "wb") as file:
            file.write(HOSTILE[name]())
    maker = multiprocessing.get_context("fork").Process(target=made)
    maker.start()
    maker.join()
    if maker.exitcode:
        raise SystemExit(f"{name} could not be made.")


def measured(arguments):
    """Runs a command: what it printed, its exit code, and the most megabytes of it or of a process that it waited for."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(arguments, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return out.read(), process.returncode, usage.ru_maxrss >> 10


def row(name, code, memory, said=""):
    print(f"{name:32} {memory:6} MB   exit {code}  {said}", flush=True)
    return 0 <= code <= 128


def imported(recall, library, path, embed):
    arguments = [recall, "import", path, "--format", "json", "--library", library] + ([] if embed else ["--no-embed"])
    said, code, memory = measured(arguments)
    counts = json.loads(said) if said.strip().startswith(b"{") else {}
    told = ", ".join(f"{key} {counts[key]}" for key in ("items", "failures", "skipped") if isinstance(counts.get(key), int))
    return row(os.path.basename(path), code, memory, told), memory


def served(recall, library):
    """The most memory of a server while it answers each query, and of what it started."""
    server = Server(recall, library)
    client = Client(server, library)
    for query in QUERIES:
        for result in client.json("POST", "/search", {"query": query})["results"][:5]:
            client.json("GET", f"/items/{result['passages'][0]['item']['id']}/thread")
        conversation = client.json("POST", "/conversations", {})["id"]
        for _ in client.lines("POST", f"/conversations/{conversation}/questions", {"question": query}):
            pass
    for path in ("/items", "/items/facets", "/people", "/failures"):
        client.json("GET", path)
    server.process.terminate()
    _, status, usage = os.wait4(server.process.pid, 0)
    server.process.returncode = os.waitstatus_to_exitcode(status)
    return row("serve", server.process.returncode, usage.ru_maxrss >> 10)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recall")
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--embed", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    recall = os.path.abspath(options.recall)
    work = tempfile.mkdtemp(prefix="recall-hostile-")
    library, ended, most = f"{work}/library", True, 0
    try:
        for name in [name for name in HOSTILE if options.only in name]:
            path = f"{work}/{name}"
            write(path, name)
            ends, memory = imported(recall, library, path, options.embed)
            ended, most = ended and ends, max(most, memory)
            os.remove(path)
        for folder in options.folders:
            ends, memory = imported(recall, library, os.path.abspath(folder), options.embed)
            ended, most = ended and ends, max(most, memory)
        print(f"import: {most} MB at most")
        for command, name in (("search", "a search"), ("ask", "an answer")):
            runs = [measured([recall, command, query, "--library", library]) for query in QUERIES]
            ended = row(name, max(code for _, code, _ in runs), max(memory for _, _, memory in runs)) and ended
        ended = served(recall, library) and ended
    finally:
        shutil.rmtree(work, ignore_errors=True)
    raise SystemExit(0 if ended else 1)


if __name__ == "__main__":
    main()
