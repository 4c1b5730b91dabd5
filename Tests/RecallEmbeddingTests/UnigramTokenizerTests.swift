import Foundation
import RecallEmbedding
import Testing

@Suite struct UnigramTokenizerTests {
    private static func tokenizer(_ description: [String: Any]) throws -> UnigramTokenizer {
        let folder = try TemporaryFolder()
        try folder.write(JSONSerialization.data(withJSONObject: description), to: "tokenizer.json")
        return try UnigramTokenizer(tokenizerFile: folder.path + "/tokenizer.json")
    }

    @Test(arguments: try TinyXLMRoberta.golden().indices)
    func givesTheIdsAndBytesThatHuggingFaceGives(variant: Int) throws {
        let golden = try TinyXLMRoberta.golden()[variant]
        let tokenizer = try Self.tokenizer(golden.description)
        #expect(golden.cases.count > 100)
        for golden in golden.cases {
            let tokens = tokenizer.tokenize(golden.text)
            #expect(tokens.ids == golden.ids, "\(golden.text.debugDescription)")
            #expect(
                tokens.byteRanges.flatMap { [$0.lower, $0.upper] } == golden.ranges, "\(golden.text.debugDescription)")
        }
    }

    @Test func countsOffsetsFromTheFirstByteOfASlice() throws {
        let tokenizer = try Self.tokenizer(TinyXLMRoberta.description())
        let bytes = Array("aé umbrella ﬁ".utf8)
        let expected = tokenizer.tokenize(" umbrella ﬁ")
        #expect(tokenizer.tokenize(bytes.span.extracting(3...)) == expected)
    }

    @Test func skipsBytesThatAreNotUTF8() throws {
        let tokenizer = try Self.tokenizer(TinyXLMRoberta.description())
        let bytes: [UInt8] = [0xff] + Array("the".utf8) + [0xc3] + Array(" umbrella".utf8) + [0xf0, 0x9f]
        let tokens = tokenizer.tokenize(bytes.span)
        #expect(tokens.ids == tokenizer.tokenize("the umbrella").ids)
        #expect(tokens.byteRanges.allSatisfy { 0 <= $0.lower && $0.lower < $0.upper && $0.upper <= bytes.count })
    }

    @Test(arguments: ["a", "昨", "ж"])
    func cutsAMegabyteWithoutASpace(letter: String) throws {
        let text = String(repeating: letter, count: 1_000_000)
        let tokens = try Self.tokenizer(TinyXLMRoberta.description()).tokenize(text)
        #expect(tokens.byteRanges.first?.lower == 0)
        #expect(tokens.byteRanges.last?.upper == Int32(text.utf8.count))
        #expect(zip(tokens.byteRanges, tokens.byteRanges.dropFirst()).allSatisfy { $0.upper >= $1.lower })
    }

    @Test(arguments: [
        ("normalizer", #"{"type": "NFKC"}"#), ("normalizer", #"{"type": "Lowercase"}"#),
        ("normalizer", #"{"type": "Replace", "pattern": {"Regex": "x+"}, "content": ""}"#),
        ("pre_tokenizer", #"{"type": "ByteLevel"}"#), ("pre_tokenizer", "null"),
        ("pre_tokenizer", #"{"type": "Metaspace", "replacement": "▁", "prepend_scheme": "sometimes"}"#),
        ("post_processor", #"{"type": "RobertaProcessing"}"#),
        ("added_tokens", #"[{"content": "<mask>", "id": 103, "single_word": true}]"#),
        ("model", #"{"type": "Unigram", "vocab": [["a", 0]]}"#),
        ("model", #"{"type": "Unigram", "unk_id": 0, "vocab": [["a", 0]], "byte_fallback": true}"#),
        ("model", #"{"type": "BPE", "vocab": {}}"#),
    ])
    func refusesTokenizersItCannotFollow(member: String, json: String) throws {
        guard case .unsupported(_, let feature) = try error(changing: member, to: json) else {
            Issue.record("another error")
            return
        }
        #expect(!feature.isEmpty)
    }

    @Test(arguments: [
        ("model", #"{"type": "Unigram", "unk_id": 0, "vocab": []}"#),
        ("model", #"{"type": "Unigram", "unk_id": 0, "vocab": [["a"]]}"#),
        ("model", #"{"type": "Unigram", "unk_id": 0, "vocab": {"a": 0}}"#),
        ("normalizer", #"{"type": "Precompiled", "precompiled_charsmap": "AAAA"}"#),
        ("normalizer", #"{"type": "Precompiled", "precompiled_charsmap": "////f////38="}"#),
        ("normalizer", #"{"type": "Replace", "pattern": {"String": "a"}}"#),
        ("pre_tokenizer", #"{"type": "Metaspace", "replacement": "ab"}"#),
    ])
    func saysThatTheDescriptionIsDamaged(member: String, json: String) throws {
        guard case .damaged = try error(changing: member, to: json) else {
            Issue.record("another error")
            return
        }
    }

    private func error(changing member: String, to json: String) throws -> TokenizerError? {
        var description = try TinyXLMRoberta.description()
        description[member] = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        do {
            _ = try Self.tokenizer(description)
            return nil
        } catch let error as TokenizerError {
            return error
        }
    }
}
