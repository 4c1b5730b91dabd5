import RecallFiles
import RecallText

extension WordPieceTokenizer {
    /// Loads the tokenizer of a model folder in Hugging Face's layout: from `vocab.txt` and `tokenizer_config.json`
    /// (a few milliseconds at most), else from `tokenizer.json`, which takes several times as long.
    public convenience init(folder: String) throws(TokenizerError) {
        if FileState.exists(folder + "/vocab.txt") {
            try self.init(
                vocabularyFile: folder + "/vocab.txt", configurationFile: folder + "/tokenizer_config.json")
        } else if FileState.exists(folder + "/tokenizer.json") {
            try self.init(tokenizerFile: folder + "/tokenizer.json")
        } else {
            throw .noVocabulary(folder: folder)
        }
    }

    /// Loads a vocabulary with one piece per line and, if present, the configuration beside it; without a
    /// configuration the tokenizer is uncased.
    public convenience init(vocabularyFile: String, configurationFile: String) throws(TokenizerError) {
        let bytes = try TokenizerFile.read(vocabularyFile)
        let vocabulary = try TokenizerFile.vocabulary(vocabularyFile, bytes, TokenizerFile.lines(of: bytes))
        var configuration = TokenizerConfiguration(path: configurationFile)
        if FileState.exists(configurationFile) {
            try configuration.read(try TokenizerFile.json(configurationFile))
        }
        func id(_ token: String) throws(TokenizerError) -> Int32 {
            guard let id = vocabulary.id(of: token.utf8) else {
                throw .missingToken(path: vocabularyFile, token: token)
            }
            return id
        }
        let settings = Settings(
            normalizer: configuration.normalizer, unknownID: try id(configuration.unknown),
            classificationID: try id(configuration.classification), separatorID: try id(configuration.separator))
        let added = configuration.added.compactMap { token in
            vocabulary.id(of: token.utf8).map { (Array(token.utf8), $0) }
        }
        self.init(vocabulary: vocabulary, addedTokens: AddedTokens(added), settings: settings)
    }

    /// Loads `tokenizer.json` alone, as the `tokenizers` library writes it.
    public convenience init(tokenizerFile: String) throws(TokenizerError) {
        let description = TokenizerDescription(path: tokenizerFile, json: try TokenizerFile.json(tokenizerFile))
        self.init(
            vocabulary: try description.vocabulary(), addedTokens: try description.addedTokens(),
            settings: try description.settings())
    }
}

/// Reading of tokenizer files, with errors that name them.
enum TokenizerFile {
    static func read(_ path: String) throws(TokenizerError) -> [UInt8] {
        do {
            return try OpenFile.contents(of: path)
        } catch {
            throw .unreadable(path: path, code: error.code)
        }
    }

    static func json(_ path: String) throws(TokenizerError) -> JSONValue {
        let bytes = try read(path)
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw .damaged(path: path, reason: "no JSON at byte \(error.offset)")
        }
    }

    static func vocabulary(
        _ path: String, _ bytes: [UInt8], _ pieces: [Vocabulary.Piece]
    ) throws(TokenizerError) -> Vocabulary {
        do {
            return try Vocabulary(bytes: bytes, pieces: pieces)
        } catch {
            throw .damaged(path: path, reason: "no memory for \(pieces.count) pieces")
        }
    }

    /// One piece to a line, its id the line's number.
    static func lines(of bytes: [UInt8]) -> [Vocabulary.Piece] {
        var pieces: [Vocabulary.Piece] = []
        pieces.reserveCapacity(bytes.count / 7)
        var start = 0
        func add(upTo end: Int) {
            let isReturn = end > start && bytes[end - 1] == 0x0d
            pieces.append(.init(offset: start, count: end - start - (isReturn ? 1 : 0), id: Int32(pieces.count)))
            start = end + 1
        }
        bytes.withUnsafeBufferPointer { bytes in
            for i in bytes.indices where bytes[i] == 0x0a { add(upTo: i) }
        }
        if start < bytes.count { add(upTo: bytes.count) }
        return pieces
    }
}

/// `tokenizer_config.json`, as the `transformers` library writes it for `BertTokenizer`.
struct TokenizerConfiguration {
    let path: String
    private(set) var normalizer = BERTNormalizer.uncased
    private(set) var unknown = "[UNK]"
    private(set) var classification = "[CLS]"
    private(set) var separator = "[SEP]"
    private(set) var added = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]

    init(path: String) {
        self.path = path
    }

    mutating func read(_ json: JSONValue) throws(TokenizerError) {
        guard json.members != nil else { throw .damaged(path: path, reason: "not an object") }
        normalizer = BERTNormalizer(
            separatesIdeographs: json["tokenize_chinese_chars"]?.bool ?? true,
            stripsAccents: json["strip_accents"]?.bool, lowercases: json["do_lower_case"]?.bool ?? true)
        unknown = token("unk_token", json) ?? unknown
        classification = token("cls_token", json) ?? classification
        separator = token("sep_token", json) ?? separator
        let padding = token("pad_token", json) ?? "[PAD]"
        let mask = token("mask_token", json) ?? "[MASK]"
        added = [padding, unknown, classification, separator, mask]
        for member in json["added_tokens_decoder"]?.members ?? [] {
            guard let content = member.value["content"]?.string, !added.contains(content) else { continue }
            added.append(content)
        }
    }

    /// A token is a string or an object with its content.
    private func token(_ name: String, _ json: JSONValue) -> String? {
        json[name]?.string ?? json[name]?["content"]?.string
    }
}

/// `tokenizer.json`, as far as a BERT tokenizer uses it.
struct TokenizerDescription {
    let path: String
    let json: JSONValue

    func vocabulary() throws(TokenizerError) -> Vocabulary {
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

    func addedTokens() throws(TokenizerError) -> AddedTokens {
        var tokens: [(bytes: [UInt8], id: Int32)] = []
        for token in json["added_tokens"]?.elements ?? [] {
            guard let content = token["content"]?.string, let id = token["id"]?.int32 else {
                throw damaged("an added token has no content or id")
            }
            let flags = ["single_word", "lstrip", "rstrip", "normalized"].filter { token[$0]?.bool == true }
            guard flags.isEmpty else {
                throw .unsupported(path: path, feature: "added tokens that are \(flags.joined(separator: ", "))")
            }
            tokens.append((Array(content.utf8), id))
        }
        return AddedTokens(tokens)
    }

    func settings() throws(TokenizerError) -> WordPieceTokenizer.Settings {
        try expect("BertPreTokenizer", json["pre_tokenizer"]?["type"])
        guard json["model"]?["continuing_subword_prefix"]?.string ?? "##" == "##" else {
            throw .unsupported(path: path, feature: "another continuation prefix than ##")
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

    /// The ids before and after a single sequence.
    private func template() throws(TokenizerError) -> (Int32, Int32) {
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
        else { throw .unsupported(path: path, feature: "a template other than [CLS] text [SEP]") }
        return (first, last)
    }

    private func special(_ part: JSONValue, _ processor: JSONValue?) -> Int32? {
        guard let name = part["SpecialToken"]?["id"]?.string,
            let ids = processor?["special_tokens"]?[name]?["ids"]?.elements, ids.count == 1
        else { return nil }
        return ids[0].int32
    }

    private func expect(_ type: String, _ value: JSONValue?, orMissing: Bool = false) throws(TokenizerError) {
        if value?.string == type || orMissing && value == nil { return }
        throw .unsupported(path: path, feature: value?.string ?? "no \(type)")
    }

    private func damaged(_ reason: String) -> TokenizerError { .damaged(path: path, reason: reason) }
}
