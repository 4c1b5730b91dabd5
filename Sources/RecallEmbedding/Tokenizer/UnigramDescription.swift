import Foundation
import RecallText

extension UnigramTokenizer {
    /// Loads `tokenizer.json` as the `tokenizers` library writes it, which takes seconds for 250,000 pieces.
    public convenience init(tokenizerFile: String) throws(TokenizerError) {
        try self.init(TokenizerDescription(path: tokenizerFile, json: try TokenizerFile.json(tokenizerFile)))
    }

    convenience init(_ description: TokenizerDescription) throws(TokenizerError) {
        let vocabulary = try description.unigramVocabulary()
        self.init(vocabulary: vocabulary, settings: try description.unigramSettings(vocabulary))
    }
}

// Unigram models.
extension TokenizerDescription {
    /// True for the tokenizer of an XLM-RoBERTa.
    var isUnigram: Bool { json["model"]?["type"]?.string == "Unigram" }

    /// A longer piece would make tokenizing slow.
    private static let longestPiece = 1024

    func unigramVocabulary() throws(TokenizerError) -> UnigramVocabulary {
        try expect("Unigram", json["model"]?["type"])
        var bytes: [UInt8] = []
        var ends: [(end: Int, score: Double)] = []
        for element in json["model"]?["vocab"]?.elements ?? [] {
            guard let pair = element.elements, pair.count == 2, let piece = pair[0].string, let score = pair[1].double
            else { throw damaged("piece \(ends.count) has no text and score") }
            guard piece.utf8.count <= Self.longestPiece else {
                throw unsupported("a piece of \(piece.utf8.count) bytes")
            }
            bytes += piece.utf8
            ends.append((bytes.count, score))
        }
        guard !ends.isEmpty, ends.count <= Int(Int32.max) else { throw damaged("no vocabulary") }
        var start = 0
        let pieces = ends.map { end, score in
            defer { start = end }
            return UnigramVocabulary.Piece(bytes: bytes[start..<end], score: score)
        }
        let keys = pieces.enumerated().filter { !$0.element.bytes.isEmpty }.map {
            PieceTrieBuilder.Key(bytes: $0.element.bytes, id: Int32($0.offset))
        }
        guard let trie = PieceTrieBuilder(keys) else { throw unsupported("\(pieces.count) pieces") }
        do {
            return try UnigramVocabulary(pieces, units: trie.units, byteIDs: byteIDs(trie), map: try charsMap())
        } catch let error as TokenizerError {
            throw error
        } catch {
            throw damaged("no memory for \(pieces.count) pieces")
        }
    }

    /// The ids of the pieces that stand for bytes, if the model uses them and has all.
    private func byteIDs(_ trie: PieceTrieBuilder) throws(TokenizerError) -> [Int32]? {
        guard json["model"]?["byte_fallback"]?.bool == true else { return nil }
        let digits = Array("0123456789ABCDEF".utf8)
        let ids = trie.units.withUnsafeBufferPointer { units in
            (0..<256).map { byte -> Int32? in
                let piece = Array("<0x".utf8) + [digits[byte >> 4], digits[byte & 15]] + Array(">".utf8)
                guard let base = units.baseAddress else { return nil }
                return piece.withUnsafeBufferPointer { PieceTrie.View(units: base, count: units.count).id(of: $0) }
            }
        }
        guard !ids.contains(nil) else { throw unsupported("byte_fallback without a piece for each byte") }
        return ids.compactMap(\.self)
    }

    func unigramSettings(_ vocabulary: UnigramVocabulary) throws(TokenizerError) -> UnigramTokenizer.Settings {
        guard let unknown = json["model"]?["unk_id"]?.int32, 0..<Int32(vocabulary.count) ~= unknown else {
            throw unsupported("a Unigram model without unk_id")
        }
        let (classification, separator) = try template()
        var settings = UnigramTokenizer.Settings(
            unknownID: unknown, classificationID: classification, separatorID: separator,
            normalizer: UnigramNormalizer(steps: try normalizerSteps()), words: try metaspace())
        let added = try addedTokens(refusing: ["single_word"])
        settings.addedTokens = added.filter { !$0.isNormalized }.map(\.token)
        let normalizer = settings.normalizer
        settings.normalizedTokens = added.filter(\.isNormalized).map { normalizer.normalized($0.token, vocabulary) }
        return settings
    }

    // MARK: Normalizers

    /// The normalizers, those of sequences one after the other.
    private func normalizers(_ json: JSONValue?) -> [JSONValue] {
        guard let json, json != .null else { return [] }
        guard json["type"]?.string == "Sequence" else { return [json] }
        return (json["normalizers"]?.elements ?? []).flatMap(normalizers)
    }

    private func charsMap() throws(TokenizerError) -> (units: [UInt32], strings: ArraySlice<UInt8>)? {
        guard let first = normalizers(json["normalizer"]).first, first["type"]?.string == "Precompiled" else {
            return nil
        }
        guard let stored = first["precompiled_charsmap"]?.string.flatMap({ Data(base64Encoded: $0) }),
            let map = CharsMap.parts(of: Array(stored))
        else { throw damaged("the precompiled_charsmap") }
        return map
    }

    private func normalizerSteps() throws(TokenizerError) -> [UnigramNormalizer.Step] {
        var steps: [UnigramNormalizer.Step] = []
        for (index, json) in normalizers(json["normalizer"]).enumerated() {
            switch json["type"]?.string {
            case "Precompiled" where index == 0: continue
            case "Strip":
                steps.append(
                    .strip(left: json["strip_left"]?.bool ?? false, right: json["strip_right"]?.bool ?? false))
            case "Replace": steps.append(try replacement(json))
            case let type: throw unsupported("the normalizer \(type ?? "without a type") as number \(index + 1)")
            }
        }
        return steps
    }

    private func replacement(_ json: JSONValue) throws(TokenizerError) -> UnigramNormalizer.Step {
        guard let content = json["content"]?.string else { throw damaged("a Replace has no content") }
        if let text = json["pattern"]?["String"]?.string, !text.isEmpty {
            return .replace(Array(text.utf8), by: Array(content.utf8))
        }
        let pattern = json["pattern"]?["Regex"]?.string
        guard pattern == " {2,}" else { throw unsupported("the pattern \(pattern ?? "without text")") }
        return .replaceSpaces(by: Array(content.utf8))
    }

    // MARK: Words

    private func metaspace() throws(TokenizerError) -> UnigramTokenizer.Metaspace {
        let described = json["pre_tokenizer"]
        let parts =
            described?["type"]?.string == "Sequence" ? described?["pretokenizers"]?.elements : described.map { [$0] }
        let types = parts?.map { $0["type"]?.string ?? "without a type" } ?? []
        guard let last = parts?.last, types == ["Metaspace"] || types == ["WhitespaceSplit", "Metaspace"] else {
            throw unsupported("the pre-tokenizers \(types.joined(separator: ", "))")
        }
        guard let replacement = last["replacement"]?.string, replacement.unicodeScalars.count == 1 else {
            throw damaged("the replacement of Metaspace")
        }
        let isPrefixed = last["add_prefix_space"]?.bool ?? true
        let scheme = last["prepend_scheme"]?.string ?? (isPrefixed ? "always" : "never")
        let prefixes: [String: UnigramTokenizer.Metaspace.Prefix] = ["always": .all, "first": .first, "never": .none]
        guard let prefix = prefixes[scheme] else { throw unsupported("the prepend_scheme \(scheme)") }
        return .init(
            replacement: Array(replacement.utf8), prefix: isPrefixed ? prefix : .none,
            splits: last["split"]?.bool ?? true, removesWhitespace: types.count == 2)
    }
}

extension UnigramNormalizer {
    /// A token whose text is normalised.
    fileprivate func normalized(_ token: AddedToken, _ vocabulary: UnigramVocabulary) -> AddedToken {
        var token = token
        var text = NormalizedText()
        vocabulary.withView { view in
            // Nothing counts as plain: the result is the same, only slower.
            let isPlain = [Bool](repeating: false, count: 128)
            token.bytes.withUnsafeBufferPointer { bytes in
                isPlain.withUnsafeBufferPointer { normalize(bytes, at: 0, view.map, isPlain: $0, into: &text) }
            }
        }
        token.bytes = text.bytes
        return token
    }
}
