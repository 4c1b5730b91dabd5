import RecallText

/// `tokenizer.json`, as the `tokenizers` library writes it.
struct TokenizerDescription {
    let path: String
    let json: JSONValue

    /// The added tokens in their order; those with any of `flags` are refused.
    func addedTokens(
        refusing flags: [String]
    ) throws(TokenizerError) -> [(token: AddedToken, isNormalized: Bool)] {
        var tokens: [(token: AddedToken, isNormalized: Bool)] = []
        for token in json["added_tokens"]?.elements ?? [] {
            guard let content = token["content"]?.string, let id = token["id"]?.int32, id >= 0 else {
                throw damaged("an added token has no content or id")
            }
            func has(_ flag: String) -> Bool { token[flag]?.bool == true }
            let refused = flags.filter(has)
            guard refused.isEmpty else {
                throw unsupported("added tokens that are \(refused.joined(separator: ", "))")
            }
            let added = AddedToken(
                bytes: Array(content.utf8), id: id, stripsLeft: has("lstrip"), stripsRight: has("rstrip"))
            tokens.append((added, has("normalized")))
        }
        return tokens
    }

    /// The ids before and after a single sequence.
    func template() throws(TokenizerError) -> (Int32, Int32) {
        let processor = json["post_processor"]
        if processor?["type"]?.string == "BertProcessing" {
            guard let first = processor?["cls"]?.elements?.last?.int32,
                let last = processor?["sep"]?.elements?.last?.int32
            else { throw damaged("no special tokens") }
            return (first, last)
        }
        try expect("TemplateProcessing", processor?["type"])
        let parts = processor?["single"]?.elements ?? []
        guard parts.count == 3, parts[1]["Sequence"] != nil, let first = special(parts[0], processor),
            let last = special(parts[2], processor)
        else { throw unsupported("a template other than [CLS] text [SEP]") }
        return (first, last)
    }

    private func special(_ part: JSONValue, _ processor: JSONValue?) -> Int32? {
        guard let name = part["SpecialToken"]?["id"]?.string,
            let ids = processor?["special_tokens"]?[name]?["ids"]?.elements, ids.count == 1
        else { return nil }
        return ids[0].int32
    }

    func expect(_ type: String, _ value: JSONValue?, orMissing: Bool = false) throws(TokenizerError) {
        if value?.string == type || orMissing && value == nil { return }
        throw unsupported(value?.string ?? "no \(type)")
    }

    func damaged(_ reason: String) -> TokenizerError { .damaged(path: path, reason: reason) }

    func unsupported(_ feature: String) -> TokenizerError { .unsupported(path: path, feature: feature) }
}

// BERT's word pieces.
extension TokenizerDescription {
    func wordPieces() throws(TokenizerError) -> Vocabulary {
        guard let members = json["model"]?["vocab"]?.members else { throw damaged("no vocabulary") }
        try expect("WordPiece", json["model"]?["type"], orMissing: true)
        var bytes: [UInt8] = []
        var pieces: [Vocabulary.Piece] = []
        for member in members {
            guard let id = member.value.int32, id >= 0 else { throw damaged("an id is not a number") }
            pieces.append(.init(offset: bytes.count, count: member.name.utf8.count, id: id))
            bytes.append(contentsOf: member.name.utf8)
        }
        return try TokenizerFile.vocabulary(path, bytes, pieces)
    }

    func literalTokens() throws(TokenizerError) -> [AddedToken] {
        try addedTokens(refusing: ["single_word", "lstrip", "rstrip", "normalized"]).map(\.token)
    }

    func wordPieceSettings() throws(TokenizerError) -> WordPieceTokenizer.Settings {
        try expect("BertPreTokenizer", json["pre_tokenizer"]?["type"])
        guard json["model"]?["continuing_subword_prefix"]?.string ?? "##" == "##" else {
            throw unsupported("another continuation prefix than ##")
        }
        let unknown = json["model"]?["unk_token"]?.string ?? "[UNK]"
        guard let unknownID = json["model"]?["vocab"]?[unknown]?.int32 else {
            throw .missingToken(path: path, token: unknown)
        }
        let (classification, separator) = try template()
        return .init(
            normalizer: try normalizer(), unknownID: unknownID, classificationID: classification,
            separatorID: separator, longestWord: try longestWord())
    }

    private func longestWord() throws(TokenizerError) -> Int {
        let longest = json["model"]?["max_input_chars_per_word"]?.int ?? 100
        guard 1...10_000 ~= longest else { throw damaged("max_input_chars_per_word is \(longest)") }
        return longest
    }

    private func normalizer() throws(TokenizerError) -> BERTNormalizer {
        let settings = json["normalizer"]
        try expect("BertNormalizer", settings?["type"])
        return BERTNormalizer(
            cleansText: settings?["clean_text"]?.bool ?? true,
            separatesIdeographs: settings?["handle_chinese_chars"]?.bool ?? true,
            stripsAccents: settings?["strip_accents"]?.bool, lowercases: settings?["lowercase"]?.bool ?? true)
    }
}
