import Foundation

/// A made-up model of four dimensions in Hugging Face's layout.
struct ModelFixture {
    var files: [String: Data]

    init() {
        let vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "word", "##s"]
        let texts = [
            "config.json": """
            {"model_type": "bert", "hidden_size": 4, "num_hidden_layers": 1, "num_attention_heads": 2,
             "intermediate_size": 8, "vocab_size": 7, "max_position_embeddings": 16}
            """,
            "vocab.txt": vocabulary.joined(separator: "\n") + "\n",
            "tokenizer_config.json": #"{"do_lower_case": true, "model_max_length": 512}"#,
            "sentence_bert_config.json": #"{"max_seq_length": 12, "do_lower_case": false}"#,
            "modules.json": """
            [{"type": "sentence_transformers.models.Transformer", "path": ""},
             {"type": "sentence_transformers.models.Pooling", "path": "1_Pooling"},
             {"type": "sentence_transformers.models.Normalize", "path": "2_Normalize"}]
            """,
            "1_Pooling/config.json": #"{"pooling_mode_cls_token": false, "pooling_mode_mean_tokens": true}"#,
        ]
        files = texts.mapValues { Data($0.utf8) }
        files["model.safetensors"] = Self.safetensors(tensorBytes: Data((0..<112).map { UInt8($0) }))
    }

    /// One tensor in a safetensors file.
    static func safetensors(tensorBytes: Data) -> Data {
        let header = Data(
            """
            {"__metadata__": {"format": "pt"},
             "embeddings": {"dtype": "F32", "shape": [7, 4], "data_offsets": [0, \(tensorBytes.count)]}}
            """.utf8)
        let length = (0..<8).map { UInt8(truncatingIfNeeded: header.count >> (8 * $0)) }
        return Data(length) + header + tensorBytes
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
