"""Writes the fixtures of this folder: a randomly initialised XLM-RoBERTa (1 layer of 2 heads, 16 values) with a Unigram
tokenizer of a few hundred pieces, and what Hugging Face `transformers` and `tokenizers` make of made-up texts with them.

    pip install tokenizers sentencepiece transformers torch; python make.py

config.json, model.safetensors, tokenizer.json    the model, as `transformers` saves it with a head
golden.json      for changed members of tokenizer.json: texts with ids and byte ranges (lower, upper, lower, ...)
expected.json    texts with the mean of the last hidden states, special tokens included, of length 1
"""
import base64
import io
import json
import pathlib
import random

import sentencepiece
import torch
from safetensors.torch import save_file
from sentencepiece import sentencepiece_model_pb2
from tokenizers import Tokenizer
from transformers import XLMRobertaConfig, XLMRobertaForMaskedLM

HERE = pathlib.Path(__file__).parent
TEXTS = """
Anna wrote on Tuesday that the greenhouse would be painted before the first frost, and nobody objected.
Meet me at 7:45pm by platform 9¾ — bring £20, the umbrella & Tom's e-mail: tom.lind@example.org.
Die Straßenbahn fuhr über die Brücke, während Jürgen ärgerlich seine größten Äpfel zählte.
¿Dónde está el cigüeñal? ¡Mañana habrá piñas, ñandúes y pingüinos en la calle!
Sau bữa tối, chúng tôi đi dạo quanh hồ Hoàn Kiếm rồi uống cà phê sữa đá.
Сегодня Ёжик пошёл гулять; хорошая погода, объявили по радио.
Η ημέρα ήταν ωραία και ο Γιώργος πήγε στη θάλασσα.
وصلت الرسالة متأخرة يوم الأربعاء ولم يقرأها أحد.
המכתב הגיע ביום רביעי ואיש לא קרא אותו.
आज सुबह बाग़ में तीन मोर नाच रहे थे।
เมื่อเช้านี้มีนกสามตัวมาเกาะที่หน้าต่าง
昨天晚上我们在湖边散步，然后喝了一杯热茶。
きのうのよる、みずうみのそばをさんぽした。
어제 저녁 호숫가를 걷고 따뜻한 차를 마셨다.
query: where is the umbrella  passage: it is behind the door
""".strip().split("\n")

HARD = [
    "", " ", "   ", "\t\n ", "\u00a0\u3000", "\u200b", "\u0001", "\u0001\u0002abc def", "a\u0001\u0002b", "ab\u0001", "½\u0001x",
    "½\u0001\u0002x", "e\u0301", "e\u0301\u0302\u0303 x", "x e\u0327\u0301", "ﬁne oﬃce ﬄ", "ﬁ\u0301x ½\u0301 ™\u0301", "Ｆｕｌｌ　ｗｉｄｔｈ",
    "＜s＞ <s> <mask> a  <mask>\u3000\t b<mask></s>x<unk>y<pad>", "<mask", "  <mask>  ", "👨\u200d👩\u200d👧\u200d👦 🏳️\u200d🌈 🇩🇪🇫🇷🇩 👍🏽",
    "\U0001f600\u200d™\u0301", "مرحبا بالعالم ﷺ", "\u0600™ \u06dd™a", "ก็ดี ที่นี่ น้ำ", "我们在湖边散步昨天晚上", "ｶﾞｷﾞ", "각\u11a8 가각", "क\u094d\u200dष क\u094dष\u0301",
    "\u0378\u0379\ue000\U000f0000", "\u200e\u200fabc\ufeff", "\r\n x\r\ny\rz", "x\u0085y\u2028a\u2029", "\x00a\x00 \x00", "▁▁a▁b ▁ c", " ab  abab   ab ",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢", "x" * 300, "昨" * 60 + "ж" * 40, "tom" + "\u0301" * 50, "a\U000e0101b", "©\u200d©", "<0x41> <unk>",
]

# Replacements as in SentencePiece's nmt_nfkc, in a map that is small.
RULES = {"ﬁ": "fi", "ﬃ": "ffi", "ﬄ": "ffl", "½": "1⁄2", "™": "TM", "e\u0301": "é", "ﷺ": "صلى الله", "ｶ\uff9e": "ガ", "\r\n": " ", "각\u11a8": "갂",
         "\u0600™": "!", **{chr(c): " " for c in (9, 10, 13, 0xA0, 0x200B, 0x200E, 0x3000, 0xFEFF)},
         **{chr(c): "" for c in (1, 2, 0x200F)}, **{chr(c + 0xFEE0): chr(c) for c in range(0x21, 0x7F)}}


def trained():
    """Pieces with their scores, and the compiled map."""
    rules = HERE / "rules.tsv"
    code = lambda text: " ".join(f"{ord(c):X}" for c in text)
    rules.write_text("".join(f"{code(a)}\t{code(b)}\n" for a, b in RULES.items()))
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXTS * 3), model_writer=model, vocab_size=420, model_type="unigram", minloglevel=2,
        normalization_rule_tsv=str(rules), character_coverage=1, hard_vocab_limit=False)
    rules.unlink()
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(model.getvalue())
    return [[p.piece, round(p.score, 4)] for p in proto.pieces][3:], proto.normalizer_spec.precompiled_charsmap


def description():
    pieces, charsmap = trained()
    pieces += [[f"<0x{byte:02X}>", -20.0] for byte in range(256)]
    vocabulary = [["<s>", 0.0], ["<pad>", 0.0], ["</s>", 0.0], ["<unk>", 0.0], *pieces, ["<mask>", 0.0]]
    special = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3, "<mask>": len(vocabulary) - 1}
    part = lambda token: {"SpecialToken": {"id": token, "type_id": 0}}
    template = [part("<s>"), {"Sequence": {"id": "A", "type_id": 0}}, part("</s>")]
    return {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [{"id": i, "content": c, "single_word": False, "lstrip": c == "<mask>", "rstrip": False,
                          "normalized": False, "special": True} for c, i in special.items()],
        "normalizer": {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(charsmap).decode()},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "WhitespaceSplit"}, {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True}]},
        "post_processor": {"type": "TemplateProcessing", "single": template, "pair": template, "special_tokens": {
            t: {"id": t, "ids": [special[t]], "tokens": [t]} for t in ("<s>", "</s>")}},
        "decoder": {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True},
        "model": {"type": "Unigram", "unk_id": 3, "vocab": vocabulary, "byte_fallback": False},
    }


def variants(base):
    """Members that other models of the family have."""
    yield {}
    strip = {"type": "Strip", "strip_left": False, "strip_right": True}
    spaces = lambda by: {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": by}
    sequence = lambda *steps: {"type": "Sequence", "normalizers": list(steps)}
    metaspace = lambda scheme, split: {"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": split}
    yield {"normalizer": sequence(base["normalizer"], strip, spaces("▁")), "pre_tokenizer": metaspace("always", True)}
    normalized = [{**t, "normalized": t["content"] == "<mask>", "rstrip": t["content"] == "</s>"} for t in base["added_tokens"]]
    literal = {"type": "Replace", "pattern": {"String": "ab"}, "content": "x y"}
    yield {"normalizer": sequence(base["normalizer"], spaces(" "), literal), "added_tokens": normalized,
           "pre_tokenizer": metaspace("first", False)}
    yield {"normalizer": None, "pre_tokenizer": metaspace("never", True),
           "model": {**base["model"], "vocab": None, "byte_fallback": True}}


def random_texts(count):
    alphabet = "".join(TEXTS) + "".join(HARD) + "".join(RULES)
    for _ in range(count):
        yield "".join(random.choices(alphabet, k=random.randint(1, 20)))


def golden(base):
    texts = TEXTS + HARD + list(random_texts(60))
    for changes in variants(base):
        changed = {**base, **changes, "model": {**changes.get("model", base["model"]), "vocab": base["model"]["vocab"]}}
        tokenizer = Tokenizer.from_str(json.dumps(changed))
        cases = []
        for text in texts:
            encoding = tokenizer.encode(text, add_special_tokens=False)
            at = [len(text[:i].encode()) for i in range(len(text) + 1)]
            cases.append({"text": text, "ids": encoding.ids, "ranges": [at[i] for pair in encoding.offsets for i in pair]})
        yield {"changes": changes, "cases": cases}


def save(name, value):
    (HERE / name).write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def main():
    random.seed(1)
    torch.manual_seed(1)
    base = description()
    save("tokenizer.json", base)
    save("golden.json", list(golden(base)))
    config = {
        "model_type": "xlm-roberta", "hidden_act": "gelu", "vocab_size": len(base["model"]["vocab"]), "hidden_size": 16,
        "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32, "max_position_embeddings": 66,
        "type_vocab_size": 1, "layer_norm_eps": 1e-5, "pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2}
    (HERE / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    model = XLMRobertaForMaskedLM(XLMRobertaConfig(**config)).eval()
    weights = {}
    for name, tensor in model.state_dict().items():
        if name.startswith("roberta.") and tensor.is_floating_point():
            tensor.data.copy_((torch.randn_like(tensor) * 0.4 + ("LayerNorm.weight" in name)).half().float())
            weights[name] = tensor.half().contiguous()
    save_file(weights, HERE / "model.safetensors", {"format": "pt"})
    tokenizer = Tokenizer.from_file(str(HERE / "tokenizer.json"))
    expected = []
    for text in TEXTS[:3] + ["我们"]:
        ids = tokenizer.encode(text).ids
        ids = [*ids[:63], 2] if len(ids) > 64 else ids
        with torch.no_grad():
            vector = model.roberta(torch.tensor([ids])).last_hidden_state[0].mean(0)
        expected.append({"text": text, "vector": [round(x, 7) for x in (vector / vector.norm()).tolist()]})
    save("expected.json", expected)


main()
