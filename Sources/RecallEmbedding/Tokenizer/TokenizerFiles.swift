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
            vocabulary.id(of: token.utf8).map { AddedToken(bytes: Array(token.utf8), id: $0) }
        }
        self.init(vocabulary: vocabulary, addedTokens: AddedTokens(added), settings: settings)
    }

    /// Loads `tokenizer.json` alone, as the `tokenizers` library writes it.
    public convenience init(tokenizerFile: String) throws(TokenizerError) {
        try self.init(TokenizerDescription(path: tokenizerFile, json: try TokenizerFile.json(tokenizerFile)))
    }

    convenience init(_ description: TokenizerDescription) throws(TokenizerError) {
        self.init(
            vocabulary: try description.wordPieces(), addedTokens: AddedTokens(try description.literalTokens()),
            settings: try description.wordPieceSettings())
    }
}

/// Reading of tokenizer files, with errors that name them.
enum TokenizerFile {
    /// The tokenizer of a model folder in Hugging Face's layout: word pieces from `vocab.txt` (a few milliseconds at most),
    /// else what `tokenizer.json` describes, which takes longer: seconds for 250,000 pieces.
    static func tokenizer(folder: String) throws(TokenizerError) -> any PackableTokenizer {
        let file = folder + "/tokenizer.json"
        guard !FileState.exists(folder + "/vocab.txt"), FileState.exists(file) else {
            return try WordPieceTokenizer(folder: folder)
        }
        let description = TokenizerDescription(path: file, json: try json(file))
        return description.isUnigram ? try UnigramTokenizer(description) : try WordPieceTokenizer(description)
    }

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
