import Foundation
import RecallEmbedding
import Testing

@Suite struct TokenizerGoldenTests {
    private func expectGolden(from tokenizer: WordPieceTokenizer) throws {
        for golden in try TokenizerFixtures.golden() {
            let tokens = tokenizer.tokenize(golden.text)
            #expect(tokens.ids == golden.ids, "\(golden.text.debugDescription)")
            #expect(
                tokens.byteRanges.flatMap { [$0.lower, $0.upper] } == golden.ranges, "\(golden.text.debugDescription)")
        }
    }

    @Test func givesTheIdsAndBytesThatHuggingFaceGives() throws {
        try expectGolden(from: WordPieceTokenizer(tokenizerFile: TokenizerFixtures.tokenizerFile.path))
    }

    @Test func readsTheSameFromAVocabularyOfLines() throws {
        let folder = try TemporaryFolder()
        try folder.write(TokenizerFixtures.vocabularyLines().joined(separator: "\n") + "\n", to: "vocab.txt")
        try folder.write(#"{"do_lower_case": true, "strip_accents": null}"#, to: "tokenizer_config.json")
        try expectGolden(from: WordPieceTokenizer(folder: folder.path))
    }

    @Test(arguments: try TokenizerFixtures.scalarDigests().indices)
    func treatsEveryUnicodeScalarAsHuggingFaceDoes(setting: Int) throws {
        let expected = try TokenizerFixtures.scalarDigests()[setting]
        let tokenizer = try Self.tokenizer(with: expected.settings)
        for (block, digest) in expected.digests.enumerated() {
            #expect(Self.digest(of: UInt32(block) << 12, tokenizer) == digest, "U+\(String(block << 12, radix: 16)) on")
        }
    }

    /// The tokenizer of the fixture under changed normaliser settings.
    private static func tokenizer(with settings: String) throws -> WordPieceTokenizer {
        var description = try TokenizerFixtures.description()
        var normalizer = description["normalizer"] as? [String: Any] ?? [:]
        let changes = try JSONSerialization.jsonObject(with: Data(settings.utf8)) as? [String: Any] ?? [:]
        normalizer.merge(changes) { $1 }
        description["normalizer"] = normalizer
        let folder = try TemporaryFolder()
        try folder.write(JSONSerialization.data(withJSONObject: description), to: "tokenizer.json")
        return try WordPieceTokenizer(folder: folder.path)
    }

    /// FNV-1a over the ids and byte ranges of "a<X>b <X>" for 4,096 scalars, a text for each 256.
    private static func digest(of first: UInt32, _ tokenizer: WordPieceTokenizer) -> String {
        var state: UInt64 = 0xcbf2_9ce4_8422_2325
        for page in stride(from: first, to: first + 0x1000, by: 0x100) {
            let text = (page..<page + 0x100).compactMap(Unicode.Scalar.init).map { "a\($0)b \($0)\n" }.joined()
            let tokens = tokenizer.tokenize(text)
            for number in tokens.ids + tokens.byteRanges.flatMap({ [$0.lower, $0.upper] }) {
                state = (state ^ UInt64(number)) &* 0x100_0000_01b3
            }
        }
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

@Suite struct TokenizerTests {
    let tokenizer: WordPieceTokenizer

    init() throws {
        tokenizer = try WordPieceTokenizer(tokenizerFile: TokenizerFixtures.tokenizerFile.path)
    }

    @Test func knowsTheSpecialTokens() {
        #expect(tokenizer.unknownID == 100)
        #expect(tokenizer.classificationID == 101)
        #expect(tokenizer.separatorID == 102)
        #expect(tokenizer.normalizer == .uncased)
    }

    @Test func countsTheBytesOfASliceFromItsStart() throws {
        for golden in try TokenizerFixtures.golden() {
            let bytes = Array("é[CLS]x \(golden.text) y".utf8)
            let slice = 9..<bytes.count - 2
            let ranges = golden.ranges
            bytes.withUnsafeBufferPointer { bytes in
                let tokens = tokenizer.tokenize(UnsafeBufferPointer(rebasing: bytes[slice]))
                #expect(tokens.ids == golden.ids)
                #expect(tokens.byteRanges.flatMap { [$0.lower, $0.upper] } == ranges)
            }
            #expect(tokenizer.tokenize(bytes.span.extracting(slice)).ids == golden.ids)
        }
    }

    @Test func putsSpecialTokensAroundASentenceAndCutsItToFit() throws {
        let golden = try #require(try TokenizerFixtures.golden().first)
        #expect(tokenizer.encodeSentence(golden.text, maximumTokens: 512) == [101] + golden.ids + [102])
        #expect(tokenizer.encodeSentence(golden.text, maximumTokens: 7) == [101] + golden.ids.prefix(5) + [102])
        #expect(
            tokenizer.encodeSentence(golden.text, maximumTokens: golden.ids.count + 1).count == golden.ids.count + 1)
        #expect(tokenizer.encodeSentence(golden.text, maximumTokens: 2) == [101, 102])
        #expect(tokenizer.encodeSentence("", maximumTokens: 512) == [101, 102])
    }

    @Test func cutsInTheMiddleOfAWordToo() throws {
        let long = try #require(try TokenizerFixtures.golden().max { $0.ids.count < $1.ids.count })
        for length in 3..<40 {
            let expected = [101] + long.ids.prefix(length - 2) + [102]
            #expect(tokenizer.encodeSentence(long.text, maximumTokens: length) == expected)
        }
    }

    @Test(arguments: ["a", "é", "e\u{301}", "\u{302e}", "\u{e000}a"])
    func takesAMillionScalarsWithoutABreakAsOneUnknownWord(piece: String) {
        let tokens = tokenizer.tokenize(String(repeating: piece, count: 1_000_000))
        #expect(tokens.ids == [100])
        #expect(tokens.byteRanges[0].upper > 900_000)
    }

    @Test func skipsBytesThatAreNotUTF8() {
        let broken: [[UInt8]] = [
            [0xff], [0xc0, 0x80], [0xe0, 0x80, 0xaf], [0xf0, 0x80, 0x80, 0xaf], [0xed, 0xa0, 0x80],
            [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80], [0xf8, 0x88],
            // é and € in more bytes than they need.
            [0xe0, 0x83, 0xa9], [0xf0, 0x82, 0x82, 0xac],
        ]
        for bytes in broken {
            let text = Array("a ".utf8) + bytes + Array(" b".utf8)
            let tokens = text.withUnsafeBufferPointer { tokenizer.tokenize($0) }
            #expect(tokens.ids == tokenizer.tokenize("a b").ids)
            #expect(tokens.byteRanges.last?.lower == Int32(text.count - 1))
        }
    }

    @Test func keepsRangesInOrderAndInsideForAnyBytes() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...60)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let ranges = bytes.withUnsafeBufferPointer { tokenizer.tokenize($0) }.byteRanges
            #expect(ranges.allSatisfy { 0 <= $0.lower && $0.lower < $0.upper && $0.upper <= bytes.count }, "\(bytes)")
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.lower <= $1.lower }, "\(bytes)")
        }
    }
}

@Suite struct TokenizerFileTests {
    private let vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nwort\nWort\n##e\n##é\nä\na\nworte\n"

    private func ids(of text: String, configuration: String?, vocabulary: String? = nil) throws -> [Int32] {
        let folder = try TemporaryFolder()
        try folder.write(vocabulary ?? self.vocabulary, to: "vocab.txt")
        if let configuration { try folder.write(configuration, to: "tokenizer_config.json") }
        return try WordPieceTokenizer(folder: folder.path).tokenize(text).ids
    }

    @Test func isUncasedWithoutAConfiguration() throws {
        #expect(try ids(of: "Wort ä WORTÉ", configuration: nil) == [5, 10, 11])
    }

    @Test func keepsCaseAndAccentsOfACasedModel() throws {
        #expect(try ids(of: "Wort ä worté", configuration: #"{"do_lower_case": false}"#) == [6, 9, 5, 8])
    }

    @Test func keepsAccentsWhenOnlyTheyAreToBeKept() throws {
        let configuration = #"{"do_lower_case": true, "strip_accents": false}"#
        #expect(try ids(of: "Wort Ä", configuration: configuration) == [5, 9])
    }

    @Test func findsTheTokensThatTheConfigurationNames() throws {
        let configuration = #"{"unk_token": {"content": "a", "lstrip": false}, "sep_token": "ä"}"#
        #expect(try ids(of: "xxx", configuration: configuration) == [10])
    }

    @Test func readsLinesThatEndInCarriageReturns() throws {
        let lines = vocabulary.replacing("\n", with: "\r\n")
        #expect(try ids(of: "worte [SEP]", configuration: nil, vocabulary: lines) == [11, 3])
    }

    @Test func takesTheLastOfEqualPieces() throws {
        #expect(try ids(of: "wort", configuration: nil, vocabulary: vocabulary + "wort") == [12])
    }

    private func error(writing files: [String: String]) throws -> TokenizerError? {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        do {
            _ = try WordPieceTokenizer(folder: folder.path)
            return nil
        } catch {
            return error
        }
    }

    @Test func saysThatAVocabularyIsMissing() throws {
        guard case .noVocabulary = try error(writing: [:]) else {
            Issue.record("no error")
            return
        }
    }

    @Test func saysWhichTokenTheVocabularyLacks() throws {
        guard case .missingToken(_, "[SEP]") = try error(writing: ["vocab.txt": "[UNK]\n[CLS]\na\n"]) else {
            Issue.record("another error")
            return
        }
    }

    @Test(arguments: ["", "{", "[1,]", "{\"model\": {}}", "{\"model\": {\"vocab\": {\"a\": -1}}}", "nul", "\u{0}"])
    func saysThatTheDescriptionIsDamaged(json: String) throws {
        guard case .damaged(let path, _) = try error(writing: ["tokenizer.json": json]) else {
            Issue.record("another error")
            return
        }
        #expect(path.hasSuffix("tokenizer.json"))
    }

    @Test(arguments: [
        ("pre_tokenizer", #"{"type": "ByteLevel"}"#), ("normalizer", #"{"type": "Lowercase"}"#), ("normalizer", "null"),
        ("post_processor", #"{"type": "RobertaProcessing"}"#),
        ("added_tokens", #"[{"content": "[MASK]", "id": 103, "lstrip": true}]"#),
    ])
    func refusesTokenizersItCannotFollow(member: String, json: String) throws {
        var description = try TokenizerFixtures.description()
        description[member] = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        let text = String(decoding: try JSONSerialization.data(withJSONObject: description), as: UTF8.self)
        guard case .unsupported = try error(writing: ["tokenizer.json": text]) else {
            Issue.record("another error")
            return
        }
    }
}
