"""Writes the fixtures of this folder from what Hugging Face `tokenizers` makes of made-up texts.

    pip install tokenizers; python golden.py <folder of all-MiniLM-L6-v2>

tokenizer.json      the model's settings with the part of its vocabulary that the texts need, under the true ids
golden.jsonl        texts with ids and byte ranges (lower, upper, lower, ...)
scalars.txt         for four settings, per 4,096 scalars: FNV-1a over ids and ranges of "a<X>b <X>\n" of every scalar X
"""
import json
import random
import sys
import unicodedata

from tokenizers import Tokenizer

ORDINARY = """
Anna wrote on Tuesday that the greenhouse would be painted before the first frost, and nobody objected.
I'd rather not re-open ticket #4711; it's been "fixed" (twice!) since v2.10.3-beta, hasn't it?
Meet me at 7:45pm by platform 9¾ — bring £20, the umbrella & Tom's e-mail: tom.lind@example.org.
Die Straßenbahn fuhr über die Brücke, während Jürgen ärgerlich seine größten Äpfel zählte.
Le garçon naïf a mangé des crêpes près du château ; « Où êtes-vous ? » demanda-t-elle.
¿Dónde está el cigüeñal? ¡Mañana habrá piñas, ñandúes y pingüinos en la calle!
Perché la città è così tranquilla? Giovedì c'è più traffico, però il caffè è già chiuso.
Amanhã não haverá reunião; as ações da região serão discutidas às três horas pelo João.
Zażółć gęślą jaźń, a potem idź po świeże pączki do Łodzi.
Příliš žluťoučký kůň úpěl ďábelské ódy u řeky.
İstanbul'da ILIK bir gün: Çağrı şöyle dedi, "Iğdır'a gidiyorum."
Sau bữa tối, chúng tôi đi dạo quanh hồ Hoàn Kiếm rồi uống cà phê sữa đá.
Η ΟΔΥΣΣΕΥΣ και ο Γιώργος πήγαν στη θάλασσα· ήταν ωραία μέρα.
Сегодня Ёжик пошёл гулять; хорошая погода, объявили по радио.
Її їжак з'їв ґудзик і яблуко на подвір'ї.
הילדים שיחקו בגינה עד הערב, וְאָז חָזְרוּ הַבַּיְתָה.
ذهبت سارة إلى السوق واشترت خبزًا طازجًا، ثم عادت إلى البيت مُسْرِعَةً؟
मैंने कल एक नई किताब पढ़ी; वह बहुत अच्छी थी।
আমি বাংলায় একটি চিঠি লিখছি, ক্ষমা করবেন।
நான் நேற்று ஒரு கடிதம் எழுதினேன்.
วันนี้อากาศดีมาก ผมจึงไปเดินเล่นที่สวน
今天天气很好，我们去公园散步吧。第12章：「開始」
昨日、カフェで友達とコーヒーを飲みました。がぎぐげご、パピプペポ！
어제 친구와 함께 도서관에 갔습니다. 읽을 책이 많았어요!
საქართველოში ზამთარი ცივია.
Երեկ ես գնացի շուկա՝ հաց գնելու։
Jag åt två köttbullar på Öland i går, sa Åsa.
Það var svolítið kalt á Íslandi í þessum mánuði, Þórður.
Magyarországon tűzfűszál és árvíztűrő tükörfúrógép is van.
""".strip().split("\n")

HARD = [
    "", " ", " \t\r\n\u000b\u000c ", "\u0000", "a\u0000b", "a\u0001b\u007fc\u0080d\u0085e", "\ufffd", "x\ufffdy \ufffd z",
    "\ue000x\uf8ff", "\ud7ff\ue000\uffff\U0010ffff", "\ufeffByte order mark", "soft\u00adhyphen zero\u200bwidth \u200djoin \u2060word",
    "\u202eright to left override\u202c", "non\u00a0breaking\u202fspaces\u3000wide\u2028line\u2029paragraph\u1680ogham",
    "[CLS]", "[MASK] ", "a[SEP]b", "[[CLS]]", "[cls] [Mask]", "[CLS", "[UNK][PAD][SEP]", "##ing ##", "é[MASK]\u0301é", "[SEP\u0301]",
    "e\u0301cole E\u0301COLE \u0065\u0301\u0316\u0327x", "\u0301 \u0301a\u0301", "a\u0344b\u0f73\u0f75\u0f81c",
    "a\u302e\u0327b", "\u1eaf\u302f\u0316\u302ez", "\U0001d15e\u0327\U0001d165\u0301q", "q\u1bf2\u0301\u0316\u1bf3\u0345",
    " \u0316\u302e\u0327", "!\u302e\u0316?", "k\u200d\u0301\u0316\u302e", "\u0958\u09dc\u0a33\u0b5c", "\u0bca\u0d4a\u0dda\u1026",
    "\u212b \u2126 \u212a\u00c5", "\u1fef\u037e\u0387\u2000\u2001\u2329\u232a", "\uf900\uf9fe\ufa0e\U0002f800\U0002fa1d\u3400\U00020000\U0002a700\U0002b740",
    "\ufb01ne o\ufb04ice \ufb00 \u01c4\u01c6 \u0132sland", "STRASSE Straße \u1e9e", "ΟΔΟΣ ΣΑΣ. Σ ς", "İ I ı i̇ İİ",
    "𝐀𝒷𝔠 ①② Ⅷ ⅳ ㎏ ™ ª º", "ǅ ǈ ᾈ ᾼ ῼ Ꭰ ꭰ Ა", "가각힣 \u1100\u1161\u11a8 한글가", "ﾊﾝｶｸ ＦＵＬＬ！",
    "👨‍👩‍👧‍👦 🇩🇪🇫🇷 👍🏽 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\U000e0100\U000e0041", "a" * 100, "a" * 101, "é" * 100, "é" * 101, "e\u0301" * 100,
    "é" * 50 + " " + "漢" * 5, "a" + "\u0301\u0316" * 150 + "b", "한" * 33, "한" * 34, "x" * 101 + "é", "İ" * 100,
    "$+<=>^`|~ ¢£¤¥ §¶ «» „“ ‚‘ … ‐‑‒–— ‰ ′″ ‹›", "a_b-c.d,e/f\\g@h%i*j(k)l{m}n", "\u0c77\u1b7d\u2e43\U00011c41", "\u0600\u06dd\u08e2\U000110bd",
    "don't DON’T l’été rock’n’roll", "https://example.org/a?b=c&d=%20e#f", "1,234.56 -7e-10 0x1F ½ ٣٤", "a\r\nb\rc\nd\te",
]


def random_texts():
    """Words of scalars from blocks that trip normalisers."""
    chance = random.Random(7)
    blocks = [(0x20, 0x7e), (0xa0, 0x17f), (0x300, 0x36f), (0x370, 0x52f), (0x591, 0x6ff), (0x900, 0xdff), (0xe00, 0xfff),
              (0x1100, 0x11ff), (0x1ab0, 0x1aff), (0x1dc0, 0x1fff), (0x2000, 0x206f), (0x3000, 0x30ff), (0xa980, 0xabff),
              (0xac00, 0xd7a3), (0xf900, 0xfaff), (0xfe00, 0xfe2f), (0x11000, 0x1107f), (0x1d150, 0x1d1ff), (0x1e000, 0x1e02f)]
    for _ in range(220):
        chosen = [chance.choice(blocks) for _ in range(chance.randint(1, 3))]
        yield "".join(" " if chance.random() < 0.15 else chr(chance.randint(*chance.choice(chosen))) for _ in range(chance.randint(3, 30)))


def byte_ranges(text, offsets):
    start = [0]
    for c in text:
        start.append(start[-1] + len(c.encode()))
    return [start[o] for pair in offsets for o in pair]


def encode(tokenizer, text):
    encoding = tokenizer.encode(text, add_special_tokens=False)
    return encoding.ids, byte_ranges(text, encoding.offsets)


def load(description):
    tokenizer = Tokenizer.from_str(json.dumps(description))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def fnv(numbers):
    state = 0xCBF29CE484222325
    for n in numbers:
        state = ((state ^ n) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return state


def scalar_digests(tokenizer):
    for block in range(0, 0x110000, 0x1000):
        numbers = []
        for page in range(block, block + 0x1000, 0x100):
            text = "".join(f"a{chr(c)}b {chr(c)}\n" for c in range(page, page + 0x100) if not 0xD800 <= c < 0xE000)
            ids, ranges = encode(tokenizer, text)
            numbers += ids + ranges
        yield f"{fnv(numbers):016x}"


SETTINGS = [
    {},
    {"lowercase": False},
    {"lowercase": True, "strip_accents": False},
    {"clean_text": False, "handle_chinese_chars": False, "strip_accents": True, "lowercase": False},
]

with open(sys.argv[1] + "/tokenizer.json", encoding="utf-8") as file:
    description = json.load(file)
full = load(description)
texts = [*ORDINARY, *HARD, *random_texts()]
texts += [unicodedata.normalize("NFD", t) for t in ORDINARY if unicodedata.normalize("NFD", t) != t]
texts += [t.upper() for t in ORDINARY]

vocabulary = description["model"]["vocab"]
needed = {i for t in texts for i in encode(full, t)[0]} | {vocabulary[t] for t in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")}
letters = {c for t in texts for c in full.normalizer.normalize_str(t)}
needed |= {i for t, i in vocabulary.items() if t.removeprefix("##") in letters}
description["model"]["vocab"] = {t: i for t, i in vocabulary.items() if i in needed}
part = load(description)
for text in texts:
    assert encode(part, text) == encode(full, text), text

with open("tokenizer.json", "w", encoding="utf-8") as file:
    json.dump(description, file, ensure_ascii=False, separators=(",", ":"))
    file.write("\n")
with open("golden.jsonl", "w", encoding="utf-8") as file:
    for text in texts:
        ids, ranges = encode(full, text)
        file.write(json.dumps({"text": text, "ids": ids, "ranges": ranges}, separators=(",", ":")) + "\n")
with open("scalars.txt", "w") as file:
    for settings in SETTINGS:
        description["normalizer"] = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                                     "strip_accents": None, "lowercase": True, **settings}
        file.write(json.dumps(settings) + "\n" + "\n".join(scalar_digests(load(description))) + "\n")
