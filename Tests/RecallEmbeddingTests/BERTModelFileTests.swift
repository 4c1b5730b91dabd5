import Foundation
import RecallCore
import RecallEmbedding
import Testing

@Suite struct BERTModelFileTests {
    @Test(arguments: EncoderPrecision.allCases)
    func thePackedFileGivesTheVectorsOfTheModelItWasMadeFrom(precision: EncoderPrecision) throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        let inputs = TinyBERT.cases.map(\.input)
        let direct = try BERTEncoder(folder: model.folder, precision: precision).encode(inputs)
        let packed = PackedModel(folder: model.folder, precision: precision)
        try packed.write()
        try packed.verify()
        try FileManager.default.removeItem(atPath: model.folder + "/model.safetensors")
        #expect(try BERTEncoder(folder: model.folder, precision: precision).encode(inputs) == direct)
    }

    @Test func aDamagedPackedFileIsRefused() throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        let name = "recall-f32.packed"
        try PackedModel(folder: model.folder, precision: .f32).write()
        let whole = try model.read(name)
        let longer = whole + [0]
        for damaged in [
            whole.prefix(100), whole.dropLast(64), changed(whole, at: 20), changed(whole, at: 0), longer,
        ] {
            try model.write(Data(damaged), name)
            let error = #expect(throws: EncoderError.self) { try BERTEncoder(folder: model.folder) }
            #expect(isMalformed(error))
        }
    }

    @Test func aPackedFileOfAnotherModelIsNotUsed() throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        let inputs = TinyBERT.cases.map(\.input)
        let expected = try BERTEncoder(folder: model.folder).encode(inputs)
        try PackedModel(folder: model.folder, precision: .f32).write()
        var bytes = try model.read("model.safetensors")
        // Another size through white space at the end of the header, and another weight.
        let length = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        bytes.insert(contentsOf: Data(repeating: 0x20, count: 8), at: 8 + length)
        bytes.replaceSubrange(0..<8, with: withUnsafeBytes(of: UInt64(length + 8).littleEndian) { Data($0) })
        bytes[bytes.count / 2] ^= 0x40
        try model.write(bytes, "model.safetensors")
        #expect(try BERTEncoder(folder: model.folder).encode(inputs) != expected)
    }

    @Test func aPackedFileThatIsOlderThanTheWeightsIsNotUsed() throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        let inputs = TinyBERT.cases.map(\.input)
        try PackedModel(folder: model.folder, precision: .f32).write()
        let expected = try BERTEncoder(folder: model.folder).encode(inputs)
        var bytes = try model.read("model.safetensors")
        bytes[bytes.count - 9] ^= 0x10
        try model.write(bytes, "model.safetensors")
        try FileManager.default.setAttributes(
            [.modificationDate: Date().addingTimeInterval(60)], ofItemAtPath: model.folder + "/model.safetensors")
        #expect(try BERTEncoder(folder: model.folder).encode(inputs) != expected)
    }

    @Test func verifyingFindsOneChangedBitOfTheWeights() throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        let packed = PackedModel(folder: model.folder, precision: .int8)
        try packed.write()
        let whole = try model.read("recall-int8.packed")
        try model.write(changed(whole, at: whole.count - 1000), "recall-int8.packed")
        #expect(throws: EncoderError.self) { try packed.verify() }
    }

    @Test func anUnfinishedWriteLeavesNoPackedFile() throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        let target = PackedModel(folder: model.folder + "/missing", precision: .f32)
        #expect(throws: EncoderError.self) { try target.write(from: model.folder) }
        #expect(!FileManager.default.fileExists(atPath: target.path))
    }

    @Test func aFolderWithoutAModelIsAFileError() throws {
        let error = #expect(throws: EncoderError.self) { try BERTEncoder(folder: "/nonexistent") }
        guard case .file = error else {
            Issue.record("not a file error")
            return
        }
    }

    @Test(arguments: [
        #"{"model_type":"roberta","#, #"{"hidden_act":"relu","#, #"{"position_embedding_type":"relative_key","#,
    ])
    func otherKindsOfModelsAreRefusedAsUnsupported(change: String) throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        var text = try #require(String(data: try model.read("config.json"), encoding: .utf8))
        for line in [#""model_type": "bert","#, #""hidden_act": "gelu","#] { text = text.replacing(line, with: "") }
        try model.write(Data((change + text.dropFirst()).utf8), "config.json")
        let error = #expect(throws: EncoderError.self) { try BERTEncoder(folder: model.folder) }
        guard case .unsupported = error else {
            Issue.record("not unsupported")
            return
        }
    }

    @Test(arguments: [
        ("\"hidden_size\": 32", "\"hidden_size\": 33"), ("\"num_attention_heads\": 4", "\"num_attention_heads\": 0"),
        ("\"num_hidden_layers\": 2", "\"num_hidden_layers\": -2"), ("\"vocab_size\": 100", "\"vocab_size\": 101"),
        ("\"intermediate_size\": 72", "\"intermediate_size\": 9223372036854775807"),
        ("\"num_hidden_layers\": 2", "\"num_hidden_layers\": 3"), ("\"vocab_size\": 100", "\"vocab_size\": \"x\""),
    ])
    func aConfigurationThatDoesNotFitTheWeightsIsRefused(old: String, new: String) throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        let text = try #require(String(data: try model.read("config.json"), encoding: .utf8))
        #expect(text.contains(old))
        try model.write(Data(text.replacing(old, with: new).utf8), "config.json")
        #expect(throws: EncoderError.self) { try BERTEncoder(folder: model.folder) }
    }

    private func changed(_ data: Data, at index: Int) -> Data {
        var data = data
        data[index] ^= 1
        return data
    }

    private func isMalformed(_ error: EncoderError?) -> Bool {
        if case .malformed = error { true } else { false }
    }
}
