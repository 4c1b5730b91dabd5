import Foundation

/// A made-up model of one layer and eight dimensions in Hugging Face's layout.
struct ModelFixture {
    var files: [String: Data]

    init(scale: Float = 1) {
        let vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "word", "##s"]
        let texts = [
            "config.json": """
            {"model_type": "bert", "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1,
             "intermediate_size": 16, "vocab_size": 7, "max_position_embeddings": 160}
            """,
            "vocab.txt": vocabulary.joined(separator: "\n") + "\n",
            "tokenizer_config.json": #"{"do_lower_case": true, "model_max_length": 512}"#,
            "sentence_bert_config.json": #"{"max_seq_length": 120, "do_lower_case": false}"#,
            "modules.json": """
            [{"type": "sentence_transformers.models.Transformer", "path": ""},
             {"type": "sentence_transformers.models.Pooling", "path": "1_Pooling"},
             {"type": "sentence_transformers.models.Normalize", "path": "2_Normalize"}]
            """,
            "1_Pooling/config.json": #"{"pooling_mode_cls_token": false, "pooling_mode_mean_tokens": true}"#,
        ]
        files = texts.mapValues { Data($0.utf8) }
        files["model.safetensors"] = Self.safetensors(scale: scale)
    }

    /// All tensors of the model, in f32.
    private static let tensors: [(name: String, shape: [Int])] = {
        let layer = "encoder.layer.0."
        let vectors = [
            "embeddings.LayerNorm", layer + "attention.output.LayerNorm", layer + "output.LayerNorm",
        ].flatMap { [($0 + ".weight", [8]), ($0 + ".bias", [8])] }
        let dense = [
            ("attention.self.query", 8, 8), ("attention.self.key", 8, 8), ("attention.self.value", 8, 8),
            ("attention.output.dense", 8, 8), ("intermediate.dense", 16, 8), ("output.dense", 8, 16),
        ].flatMap { [("\(layer)\($0).weight", [$1, $2]), ("\(layer)\($0).bias", [$1])] }
        let embeddings = [("word", 7), ("position", 160), ("token_type", 2)].map {
            ("embeddings.\($0)_embeddings.weight", [$1, 8])
        }
        return embeddings + vectors + dense
    }()

    /// The tensors with made-up values; of the tensor `changed` the first is `value`.
    static func safetensors(scale: Float = 1, changed: String? = nil, to value: Float = 0) -> Data {
        var entries: [String] = []
        var values: [Float] = []
        for (name, shape) in tensors {
            let (start, count) = (values.count, shape.reduce(1, *))
            values += (0..<count).map { scale * Float(($0 * 7 + start) % 13 - 6) / 8 }
            if name == changed { values[start] = value }
            entries.append(
                #""\#(name)": {"dtype": "F32", "shape": \#(shape), "data_offsets": [\#(4 * start), \#(4 * values.count)]}"#
            )
        }
        let header = Data("{\"__metadata__\": {\"format\": \"pt\"}, \(entries.joined(separator: ", "))}".utf8)
        let length = (0..<8).map { UInt8(truncatingIfNeeded: header.count >> (8 * $0)) }
        return Data(length) + header + values.withUnsafeBytes { Data($0) }
    }

    subscript(name: String) -> String {
        get { String(decoding: files[name] ?? Data(), as: UTF8.self) }
        set { files[name] = Data(newValue.utf8) }
    }

    /// The tokenizer as the `tokenizers` library describes it, with the vocabulary of vocab.txt.
    mutating func addTokenizerJSON(swapping first: String? = nil, _ second: String? = nil) {
        var pieces = self["vocab.txt"].split(separator: "\n").map(String.init)
        if let i = pieces.firstIndex(where: { $0 == first }), let j = pieces.firstIndex(where: { $0 == second }) {
            pieces.swapAt(i, j)
        }
        let vocabulary = pieces.enumerated().map { "\"\($1)\": \($0)" }.joined(separator: ", ")
        self["tokenizer.json"] = """
            {"added_tokens": [], "normalizer": {"type": "BertNormalizer", "lowercase": true},
             "pre_tokenizer": {"type": "BertPreTokenizer"},
             "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
             "model": {"type": "WordPiece", "unk_token": "[UNK]", "vocab": {\(vocabulary)}}}
            """
    }

    /// Writes all files to a folder of that name.
    func write(to folder: TemporaryFolder, as name: String = "source") throws -> String {
        for (file, data) in files { try folder.write(data, to: name + "/" + file) }
        return folder.path + "/" + name
    }
}
