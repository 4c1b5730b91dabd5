"""Runs Recall and its peers in turn, in one session, on the same token ids, and prints medians and ratios.

Each contestant is a process of its own that is idle but for its turns; it measures inside, so that neither its start nor
this script is in a figure. `make bench-peers` runs this.
"""

import argparse
import contextlib
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from statistics import median

import numpy
from tokenizers import Tokenizer

from peers import PEERS, model_folder, prepare

HERE = pathlib.Path(__file__).resolve().parent
SAMPLE = HERE.parent.parent / "Sample/notes"
QUERY = "what did our landlord say about the heating bill?"
RECALL = ["recall int8", "recall bf16", "recall f32"]
# The peers' threads wait for work by spinning for a while; nothing else should run meanwhile.
PAUSE = 0.3
# What makes Recall and the peers compute as on a lesser processor. Nothing limits ONNX Runtime (MLAS).
LIMITS = {
    "avx512": {
        "RECALL_KERNELS": "avx512", "ONEDNN_MAX_CPU_ISA": "AVX512_CORE_VNNI", "ATEN_CPU_CAPABILITY": "avx512",
        "MKL_ENABLE_INSTRUCTIONS": "AVX512"},
    "avx-vnni": {
        "RECALL_KERNELS": "avx-vnni", "ONEDNN_MAX_CPU_ISA": "AVX2_VNNI", "ATEN_CPU_CAPABILITY": "avx2",
        "MKL_ENABLE_INSTRUCTIONS": "AVX2"},
    "avx2": {
        "RECALL_KERNELS": "avx2", "ONEDNN_MAX_CPU_ISA": "AVX2", "ATEN_CPU_CAPABILITY": "avx2",
        "MKL_ENABLE_INSTRUCTIONS": "AVX2"},
}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bench", required=True, help="the recall-bench executable")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="where the peers' graphs are kept")
    parser.add_argument("--length", type=int, action="append", help="tokens of a sequence (256)")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--batches", type=int, default=4, help="batches of a turn")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--text", type=pathlib.Path, help="a text file; the sample's notes if none is named")
    parser.add_argument("--limit", choices=LIMITS, help="compute as on a processor without bf16; ONNX Runtime cannot")
    parser.add_argument("--json", type=pathlib.Path, help="also write all figures to this file")
    return parser.parse_args()


class Contestant:
    def __init__(self, name, command):
        self.name = name
        self.start = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if not answer:
            sys.exit(f"{self.name} ended at: {' '.join(map(str, words))}")
        return answer

    def resident(self):
        """Megabytes that were resident at most, where the system tells."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status")
        lines = status.read_text().split("\n") if status.exists() else []
        return next((int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("VmHWM:")), None)


def peers(arguments):
    """All but those in bfloat16 where that is limited away: they emulate it, a hundred times as slow as in f32."""
    return [name for name in PEERS if not (arguments.limit and name.endswith("bf16"))]


def start(arguments, query_file):
    """All contestants, started one after another, and the seconds and memory each took until its first vector."""
    commands = {
        name: [arguments.bench, "contestant", "--precision", name.split()[1], "--threads", str(arguments.threads)]
        for name in RECALL}
    for name in peers(arguments):
        commands[name] = [sys.executable, HERE / "worker.py", name, arguments.folder, str(arguments.threads)]
    contestants, starts = [], {}
    for name, command in commands.items():
        contestant = Contestant(name, command)
        contestant.ask("load", query_file.length, 1, query_file.path)
        contestant.ask("times", 1)
        starts[name] = {"seconds": time.perf_counter() - contestant.start, "resident": contestant.resident()}
        contestants.append(contestant)
    return contestants, starts


def default_precision(arguments):
    """The name of the contestant in the precision that Recall prefers on this machine."""
    answer = subprocess.run([arguments.bench, "contestant"], input="precision\n", text=True, stdout=subprocess.PIPE)
    return f"recall {answer.stdout.strip()}"


class TokenFile:
    """Sequences of one length: `[CLS] ids [SEP]` cut one after another from a text that is repeated."""

    def __init__(self, folder, ids, length, count):
        self.path = pathlib.Path(folder) / f"ids-{length}"
        self.length = length
        self.tokens = length * count
        inner = numpy.resize(numpy.array(ids, dtype="<i4"), (count, length - 2))
        ends = numpy.full((count, 1), 101, dtype="<i4"), numpy.full((count, 1), 102, dtype="<i4")
        numpy.concatenate([ends[0], inner, ends[1]], axis=1).tofile(self.path)


def token_ids(tokenizer, text):
    return tokenizer.encode(text, add_special_tokens=False).ids


def sample_text():
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(SAMPLE.rglob("*.md")))


def throughput(contestants, arguments, file):
    for contestant in contestants:
        contestant.ask("load", file.length, arguments.batch, file.path)
        contestant.ask("run")
    rates = {contestant.name: {"wall": [], "processor": []} for contestant in contestants}
    for _ in range(arguments.rounds):
        for contestant in contestants:
            time.sleep(PAUSE)
            for clock, seconds in zip(("wall", "processor"), contestant.ask("run")):
                rates[contestant.name][clock].append(file.tokens / float(seconds))
    return rates


def latency(contestants, file, blocks=10, size=20, warm_up=5):
    """Seconds of single queries, in blocks: another contestant's weights push those of this one out of the caches."""
    times = {contestant.name: [] for contestant in contestants}
    for contestant in contestants:
        contestant.ask("load", file.length, 1, file.path)
    for _ in range(blocks):
        for contestant in contestants:
            time.sleep(PAUSE)
            times[contestant.name] += map(float, contestant.ask("times", warm_up + size)[warm_up:])
    return times


def cosines(contestants, arguments, file, folder):
    """The least cosine of each contestant's vectors with PyTorch's in f32."""
    vectors = {}
    for contestant in contestants:
        path = pathlib.Path(folder) / "vectors"
        contestant.ask("load", file.length, arguments.batch, file.path)
        contestant.ask("vectors", path)
        vectors[contestant.name] = numpy.fromfile(path, dtype="<f4").reshape(-1, 384)
    exact = vectors["torch f32"]
    return {name: float((rows * exact).sum(1).min()) for name, rows in vectors.items()}


def print_table(title, columns, rows):
    lines = [columns] + rows
    widths = [max(len(line[column]) for line in lines) for column in range(len(columns))]
    print(f"\n{title}")
    for line in lines:
        cells = [line[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]
        print("  " + "  ".join(cells))


def print_throughput(length, rates, least_cosines):
    best = max(median(rates[name]["wall"]) for name in PEERS if name in rates)
    rows = []
    for name, rate in rates.items():
        wall = rate["wall"]
        figures = [median(wall), min(wall), max(wall), median(rate["processor"])]
        rows.append(
            [name] + [f"{figure:.0f}" for figure in figures]
            + [f"{median(wall) / best:.2f}", f"{least_cosines[name]:.5f}"])
    print_table(
        f"Tokens a second, sequences of {length}",
        ["", "median", "min", "max", "per processor second", "to the best peer", "least cosine"], rows)


def print_latency(times):
    rows = [
        [name, f"{1e3 * median(values):.3f}", f"{1e3 * sorted(values)[len(values) * 95 // 100]:.3f}",
         f"{1e3 * min(values):.3f}"]
        for name, values in times.items()]
    print_table("One query of 12 tokens, warm, ms", ["", "median", "p95", "min"], rows)


def print_starts(starts):
    rows = [
        [name, f"{1e3 * start['seconds']:.0f}", f"{start['resident']:.0f}" if start["resident"] else "?"]
        for name, start in starts.items()]
    print_table("Start to the first vector", ["", "ms", "peak MB"], rows)


def print_ratios(default, rates, times):
    """The ratios that Recall is judged by: of medians, in this session."""
    def tokens(*names):
        return max(median(rates[name]["wall"]) for name in names)

    def seconds(*names):
        return min(median(times[name]) for name in names)

    int8 = [name for name in PEERS if name.startswith("onnxruntime int8")]
    rows = [
        ["recall f32 to onnxruntime f32", f"{tokens('recall f32') / tokens('onnxruntime f32'):.2f}", "1.30"],
        [f"one query, onnxruntime int8 to {default}", f"{seconds(*int8) / seconds(default):.2f}", "1.60"],
    ]
    if "openvino bf16" in rates:
        rows += [
            [f"{default} to the best of openvino bf16, onnxruntime int8, torch bf16",
             f"{tokens(default) / tokens('openvino bf16', 'torch bf16', *int8):.2f}", "1.80"],
            ["recall bf16 to openvino bf16", f"{tokens('recall bf16') / tokens('openvino bf16'):.2f}", "1.20"],
        ]
    else:
        rows += [
            [f"{default} to the best of those limited", f"{tokens(default) / tokens('openvino f32', 'torch f32'):.2f}", ""],
            [f"{default} to onnxruntime int8, not limited", f"{tokens(default) / tokens(*int8):.2f}", ""],
        ]
    print_table("Ratios", ["", "measured", "wanted"], rows)


def main():
    arguments = parse_arguments()
    os.environ.update(LIMITS.get(arguments.limit, {}))
    lengths = arguments.length or [256]
    print(f"{datetime.datetime.now():%Y-%m-%d %H:%M}, {arguments.threads} threads, batches of {arguments.batch}, "
          f"{arguments.rounds} rounds, load {os.getloadavg()[0]:.2f}, as {arguments.limit or 'this machine'}", flush=True)
    # Exporting is talkative.
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stderr(nowhere):
        prepare(arguments.folder)
    tokenizer = Tokenizer.from_file(str(model_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    text = arguments.text.read_text(encoding="utf-8", errors="replace") if arguments.text else sample_text()
    ids = token_ids(tokenizer, text)
    query = token_ids(tokenizer, QUERY)
    figures = {"lengths": {}}
    with tempfile.TemporaryDirectory() as folder:
        query_file = TokenFile(folder, query, len(query) + 2, 1)
        contestants, figures["start"] = start(arguments, query_file)
        print_starts(figures["start"])
        for length in lengths:
            file = TokenFile(folder, ids, length, arguments.batch * arguments.batches)
            rates = throughput(contestants, arguments, file)
            figures["lengths"][length] = {
                "tokens/s": rates, "cosine": cosines(contestants, arguments, file, folder)}
            print_throughput(length, rates, figures["lengths"][length]["cosine"])
        figures["query"] = latency(contestants, query_file)
    print_latency(figures["query"])
    if 256 in lengths:
        print_ratios(default_precision(arguments), figures["lengths"][256]["tokens/s"], figures["query"])
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1))


main()
