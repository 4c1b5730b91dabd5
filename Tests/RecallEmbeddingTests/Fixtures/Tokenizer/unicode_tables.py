"""Writes Sources/RecallEmbedding/Tokenizer/PackedUnicodeTables.swift from what Hugging Face `tokenizers` does to every scalar.

    pip install tokenizers wcwidth; python unicode_tables.py > PackedUnicodeTables.swift

Classes at the borders of grapheme clusters come from wcwidth, as far as `tokenizers` has the same that extend a cluster.
"""
import base64
import json
import struct
import unicodedata

import tokenizers
import wcwidth.table_grapheme as clusters
from tokenizers import normalizers, pre_tokenizers

SCALARS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]


def bert(**on):
    settings = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    return normalizers.BertNormalizer(**{**settings, **on}).normalize_str


clean, ideograph, strip, lower = bert(clean_text=True), bert(handle_chinese_chars=True), bert(strip_accents=True), bert(lowercase=True)
nfd = normalizers.NFD().normalize_str
split = pre_tokenizers.BertPreTokenizer().pre_tokenize_str

removed = [c for c in SCALARS if clean("a" + chr(c) + "b") == "ab"]
ideographs = [c for c in SCALARS if ideograph(chr(c)) != chr(c)]
pieces = {c: len(split("a" + chr(c) + "b")) for c in SCALARS}
punctuation = [c for c in SCALARS if pieces[c] == 3]
whitespace = [c for c in SCALARS if pieces[c] == 2]
decomposed = {c: [ord(x) for x in nfd(chr(c))] for c in SCALARS if nfd(chr(c)) != chr(c)}
marks = [c for c in SCALARS if c not in decomposed and strip(chr(c)) == ""]
lowered = {c: [ord(x) for x in lower(chr(c))] for c in SCALARS if lower(chr(c)) != chr(c)}

# Combining classes, from which pairs NFD swaps; one scalar that surely has it stands for each class.
def before(a, b):
    return a != b and nfd("a" + chr(b) + chr(a)) == "a" + chr(a) + chr(b)

samples = {230: 0x300}
for c in SCALARS:
    k = unicodedata.combining(chr(c))
    if k and c not in decomposed and (before(c, 0x300) if k < 230 else before(0x300, c)):
        samples.setdefault(k, c)
classes = {}
low, high = samples[min(samples)], samples[max(samples)]
for c in SCALARS:
    if c not in decomposed and (c in samples.values() or before(c, high) or before(low, c)):
        (classes[c],) = [k for k, s in samples.items() if not before(c, s) and not before(s, c)]

# The classes of GraphemeClusters.Class, by their numbers; Hangul syllables are computed.
grapheme = {}
for value, tables in {
        15: [((0x200C, 0x200C),)], 14: [clusters.INCB_LINKER], 13: [clusters.INCB_CONSONANT],
        1: [clusters.GRAPHEME_CR, clusters.GRAPHEME_LF, clusters.GRAPHEME_CONTROL], 2: [clusters.GRAPHEME_EXTEND],
        3: [clusters.GRAPHEME_ZWJ], 4: [clusters.GRAPHEME_SPACINGMARK], 5: [clusters.GRAPHEME_PREPEND],
        6: [clusters.GRAPHEME_REGIONAL_INDICATOR], 7: [clusters.GRAPHEME_L], 8: [clusters.GRAPHEME_V],
        9: [clusters.GRAPHEME_T], 12: [clusters.EXTENDED_PICTOGRAPHIC]}.items():
    for first, last in (r for table in tables for r in table):
        for c in range(first, last + 1):
            grapheme.setdefault(c, value)

# A map (darts-clone) from "a" to "x", which of a short cluster that begins with "a" replaces all.
units = [0] * 256
units[0], units[0x60], units[0x70] = 1 << 10, 0x61 | 1 << 8 | 0x10 << 10, 1 << 31
charsmap = struct.pack("<I256I", 1024, *units) + b"x\0"
probe = tokenizers.Tokenizer.from_str(json.dumps({
    "version": "1.0", "added_tokens": [], "normalizer": {
        "type": "Precompiled", "precompiled_charsmap": base64.b64encode(charsmap).decode()},
    "model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0]]}})).normalizer.normalize_str
EXTENDING = (2, 3, 4, 14, 15)
for c in SCALARS:
    extends = probe("a" + chr(c)) == "x"
    if extends and grapheme.get(c) not in EXTENDING:
        grapheme[c] = 2
    elif not extends and grapheme.get(c) in EXTENDING:
        del grapheme[c]

# What the Swift side relies on.
assert [c for c in whitespace if c not in removed] == [c for c in SCALARS if clean("a" + chr(c) + "b") == "a b"]
for c in SCALARS:
    parts = decomposed.get(c, [c])
    assert strip(chr(c)) == "".join(chr(x) for x in parts if x not in marks) if c in decomposed else True
    first = classes.get(parts[0], 0)
    assert all(first == 0 or classes.get(x, 0) for x in parts)
    assert len(lowered.get(c, [c])) == 1 or c == 0x130


def varint(n):
    """Five bits to a character, lowest first; 32 is added where more follow. The characters are `?` to `~`."""
    out = ""
    while n >= 32:
        out += chr(0x3F + (n & 31) + 32)
        n >>= 5
    return out + chr(0x3F + n)


def runs(keys):
    out = []
    for c in sorted(keys):
        if out and out[-1][1] == c - 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return out


def pack_ranges(keys):
    out, end = "", 0
    for first, last in runs(keys):
        out += varint(first - end) + varint(last - first)
        end = last
    return out


def pack_classes(classes):
    out, end = "", 0
    grouped = []
    for c in sorted(classes):
        if grouped and grouped[-1][1] == c - 1 and grouped[-1][2] == classes[c]:
            grouped[-1][1] = c
        else:
            grouped.append([c, c, classes[c]])
    for first, last, value in grouped:
        out += varint(first - end) + varint(last - first) + varint(value)
        end = last
    return out


def pack_lower():
    single = {c: v[0] - c for c, v in lowered.items() if len(v) == 1}
    out, end, left = "", 0, sorted(single)
    while left:
        first, delta = left[0], single[left[0]]
        step = left[1] - first if len(left) > 1 and left[1] - first <= 2 and single[left[1]] == delta else 1
        run = [first]
        while run[-1] + step in single and single[run[-1] + step] == delta:
            run.append(run[-1] + step)
        left = [c for c in left if c not in run]
        out += varint(first - end) + varint(len(run)) + varint(step) + varint(delta * 2 if delta >= 0 else -delta * 2 - 1)
        end = first
    return out


def pack_decompositions():
    out, end = "", 0
    for c, parts in sorted(decomposed.items()):
        if 0xAC00 <= c <= 0xD7A3:
            continue
        out += varint(c - end) + varint(len(parts)) + "".join(map(varint, parts))
        end = c
    return out


def show(name, comment, packed):
    lines = [packed[i:i + 112] for i in range(0, len(packed), 112)]
    text = "\n".join("        " + line for line in lines)
    print(f'\n    /// {comment}\n    static let {name}: StaticString = #"""\n{text}\n        """#')


print(f"""/// The Unicode data of Hugging Face `tokenizers` {tokenizers.__version__}; its parts are of different versions, none the newest.
///
/// Generated by Tests/RecallEmbeddingTests/Fixtures/Tokenizer/unicode_tables.py; `PackedNumbers` reads it. Ranges are
/// pairs (first less the last of the range before, last less first), and what follows them.
enum PackedUnicodeTables {{""", end="")
show("removed", "Control, format and private-use characters, which cleaning removes.", pack_ranges(removed))
show("whitespace", "White_Space.", pack_ranges(whitespace))
show("punctuation", "ASCII symbols and general category P.", pack_ranges(punctuation))
show("ideographs", "CJK ideographs.", pack_ranges(ideographs))
show("nonspacingMarks", "General category Mn.", pack_ranges(marks))
show("combiningClasses", "Ranges and their canonical combining class.", pack_classes(classes))
show("graphemeClasses", "Ranges and their class at the borders of grapheme clusters.", pack_classes(grapheme))
show("lowercase", "First (less the first before), count, step, difference (zigzag). U+0130 is not here.", pack_lower())
show("decompositions", "Scalar (less the one before), count, full canonical decomposition. No Hangul.", pack_decompositions())
print("}")
