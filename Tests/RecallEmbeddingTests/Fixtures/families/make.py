"""Writes the fixtures of this folder: what sentence-transformers computes with randomly initialised models of the shape
of gte-small, bge-small and e5-small (12 layers of 12 heads, 384 and 1,536 values; 1,000 word pieces).

    pip install numpy safetensors sentence-transformers; python make.py

The weights follow from a number per model, so that the test makes the same ones and none is stored: value i of tensor t
is the first byte of SplitMix64(1000 * model + t) at i, scaled. All are exact in f32, f16 and bf16.

tokenizer.json   a vocabulary of made-up pieces
expected.json    per model: sentences read alone, queries behind their prefix, passages of one window; base64 of f32
"""
import base64
import json
import pathlib
import tempfile

import numpy
import torch
from safetensors.torch import save_file
from sentence_transformers import SentenceTransformer
from sentence_transformers.models import Pooling, Transformer

HIDDEN, INTERMEDIATE, LAYERS, HEADS, POSITIONS, PIECES = 384, 1536, 12, 12, 512, 1000
MODELS = [
    {"name": "gte-small", "number": 1, "pooling": "mean", "query": "", "passage": ""},
    {"name": "bge-small-en-v1.5", "number": 2, "pooling": "cls",
     "query": "Represent this sentence for searching relevant passages: ", "passage": ""},
    {"name": "e5-small-v2", "number": 3, "pooling": "mean", "query": "query: ", "passage": "passage: "},
]
SENTENCES = ["The otter keeps its keys under the blue kettle.", "Überraschung! 47 pears, 3.5 miles & no umbrella?"]
QUERIES = ["where are the keys", "who walked the seven miles to the old mill in the rain"]
PASSAGES = ["Ada: the boiler is cold again.", "Bea: then wake the landlord, it is his boiler!"]
WORDS = """the a is it to in of and no who where then his its old under again keys key kettle otter blue boiler cold wake
landlord mill rain walk miles seven pear umbrella query passage represent this sentence for search relevant keep are
ada bea over ras chung""".split()
ENDINGS = "s ed ing er est ly ness ung en es ages ant".split()


def tokenizer():
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *"!&'(),-.:;?", *("##" + c for c in letters)]
    pieces = list(dict.fromkeys([*pieces, *WORDS, *("##" + e for e in ENDINGS)]))
    pieces += [f"[unused{i}]" for i in range(PIECES - len(pieces))]
    special = [{"id": i, "content": pieces[i], "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
                "special": True} for i in range(5)]
    template = [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                {"SpecialToken": {"id": "[SEP]", "type_id": 0}}]
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": special,
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None,
                       "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "TemplateProcessing", "single": template, "pair": template,
                           "special_tokens": {t: {"id": t, "ids": [pieces.index(t)], "tokens": [t]}
                                              for t in ("[CLS]", "[SEP]")}},
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": {p: i for i, p in enumerate(pieces)}},
    }


def first_bytes(seed, count):
    """The first bytes of SplitMix64 (Steele et al. 2014), as signed numbers."""
    with numpy.errstate(over="ignore"):
        z = numpy.uint64(seed) + numpy.arange(1, count + 1, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        z = z ^ (z >> numpy.uint64(31))
    return (z >> numpy.uint64(56)).astype(numpy.uint8).view(numpy.int8)


def tensors(number):
    """Names and shapes in the order of their numbers."""
    def norm(name):
        return [(name + ".weight", [HIDDEN]), (name + ".bias", [HIDDEN])]

    def dense(name, inputs, outputs):
        return [(name + ".weight", [outputs, inputs]), (name + ".bias", [outputs])]

    shapes = [("embeddings.word_embeddings.weight", [PIECES, HIDDEN]),
              ("embeddings.position_embeddings.weight", [POSITIONS, HIDDEN]),
              ("embeddings.token_type_embeddings.weight", [2, HIDDEN]), *norm("embeddings.LayerNorm")]
    for i in range(LAYERS):
        layer = f"encoder.layer.{i}."
        for part in ("query", "key", "value"):
            shapes += dense(f"{layer}attention.self.{part}", HIDDEN, HIDDEN)
        shapes += dense(layer + "attention.output.dense", HIDDEN, HIDDEN) + norm(layer + "attention.output.LayerNorm")
        shapes += dense(layer + "intermediate.dense", HIDDEN, INTERMEDIATE)
        shapes += dense(layer + "output.dense", INTERMEDIATE, HIDDEN) + norm(layer + "output.LayerNorm")
    for t, (name, shape) in enumerate(shapes):
        values = first_bytes(1000 * number + t, int(numpy.prod(shape))).astype(numpy.float32)
        values = 1 + (values // 8) / 64 if name.endswith("LayerNorm.weight") else values / 1024
        yield name, torch.tensor(values.reshape(shape), dtype=torch.float32)


def load(model, folder):
    folder = pathlib.Path(folder)
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer()))
    (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "PreTrainedTokenizerFast",
                                                              "pad_token": "[PAD]", "unk_token": "[UNK]",
                                                              "cls_token": "[CLS]", "sep_token": "[SEP]"}))
    (folder / "config.json").write_text(json.dumps({
        "model_type": "bert", "architectures": ["BertModel"], "hidden_size": HIDDEN, "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS, "intermediate_size": INTERMEDIATE, "vocab_size": PIECES,
        "max_position_embeddings": POSITIONS, "type_vocab_size": 2, "layer_norm_eps": 1e-12, "hidden_act": "gelu"}))
    save_file(dict(tensors(model["number"])), folder / "model.safetensors", metadata={"format": "pt"})
    transformer = Transformer(str(folder), model_kwargs={"add_pooling_layer": False})
    return SentenceTransformer(modules=[transformer, Pooling(HIDDEN, pooling_mode=model["pooling"])], device="cpu").double()


def window(encoder, model):
    """The passages of one window: means of their tokens, or where the model pools [CLS] each read alone."""
    tokenize = encoder.tokenizer
    if model["pooling"] == "cls":
        return encoder.encode([model["passage"] + p for p in PASSAGES], normalize_embeddings=True)
    parts = [tokenize(p, add_special_tokens=False)["input_ids"] for p in [model["passage"], *PASSAGES]]
    ids = [tokenize.cls_token_id, *sum(parts, []), tokenize.sep_token_id]
    with torch.no_grad():
        states = encoder[0].auto_model(input_ids=torch.tensor([ids])).last_hidden_state[0]
    start, vectors = 1 + len(parts[0]), []
    for part in parts[1:]:
        mean = states[start:start + len(part)].mean(0)
        vectors.append((mean / mean.norm()).numpy())
        start += len(part)
    return vectors


def rows(vectors):
    return base64.b64encode(numpy.asarray(vectors, dtype="<f4").tobytes()).decode()


expected = []
for model in MODELS:
    with tempfile.TemporaryDirectory() as folder:
        encoder = load(model, folder)
        unit = dict(normalize_embeddings=True)
        expected.append({
            "name": model["name"], "sentences": rows(encoder.encode(SENTENCES, **unit)),
            "queries": rows(encoder.encode([model["query"] + q for q in QUERIES], **unit)),
            "passages": rows(window(encoder, model))})
out = {"sentences": SENTENCES, "queries": QUERIES, "passages": PASSAGES, "models": expected}
with open("tokenizer.json", "w", encoding="utf-8") as file:
    json.dump(tokenizer(), file, ensure_ascii=False, separators=(",", ":"))
    file.write("\n")
with open("expected.json", "w", encoding="utf-8") as file:
    json.dump(out, file, ensure_ascii=False, indent=1)
    file.write("\n")
