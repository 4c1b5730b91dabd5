import Foundation
import RecallEmbedding
import Testing

@Suite struct BERTSafetensorsTests {
    @Test func everyTruncationIsRefused() throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        let whole = try model.read("model.safetensors")
        for count in [0, 1, 7, 8, 100, 2000, whole.count / 2, whole.count - 1] {
            try model.write(whole.prefix(count), "model.safetensors")
            try expectMalformed(model, "\(count) bytes")
        }
    }

    @Test func bytesAfterTheLastTensorAreRefused() throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        try model.write(model.read("model.safetensors") + [0], "model.safetensors")
        try expectMalformed(model, "a byte more")
    }

    @Test func aHeaderLongerThanTheFileIsRefused() throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        var bytes = try model.read("model.safetensors")
        for high: UInt8 in [0x01, 0x7f, 0xff] {
            bytes[7] = high
            try model.write(bytes, "model.safetensors")
            try expectMalformed(model, "high byte \(high)")
        }
    }

    @Test(arguments: [
        (#"[32,32]"#, #"[32,31]"#), (#""F16""#, #""I64""#), (#"word_embeddings"#, #"word_embeddinks"#),
        (#"[100,32]"#, #"[-10,32]"#), (#"{"#, #"["#),
    ])
    func aChangedHeaderIsRefused(old: String, new: String) throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        var bytes = try model.read("model.safetensors")
        let range = try #require(bytes.range(of: Data(old.utf8)))
        bytes.replaceSubrange(range, with: Data(new.utf8))
        try model.write(bytes, "model.safetensors")
        #expect(throws: EncoderError.self) { try BERTEncoder(folder: model.folder) }
    }

    @Test func tensorsThatOverlapAreRefused() throws {
        try expectMalformed(
            header:
                #"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}"#
        )
    }

    @Test(arguments: ["[-4,4]", "[8,4]", "[0,9223372036854775807]", "[0]", "[0,16]"])
    func offsetsOutsideTheFileAreRefused(offsets: String) throws {
        try expectMalformed(header: #"{"a":{"dtype":"F32","shape":[2],"data_offsets":\#(offsets)}}"#)
    }

    @Test(arguments: [[UInt8(0x00), 0x7e], [0x00, 0x7c]])
    func weightsThatAreNotFiniteAreRefused(half: [UInt8]) throws {
        let model = try TemporaryModel()
        defer { model.remove() }
        var bytes = try model.read("model.safetensors")
        let header = try #require(String(data: bytes.prefix(6000), encoding: .isoLatin1))
        let name = try #require(header.range(of: #""encoder.layer.0.output.dense.weight""#))
        let offsets = try #require(header[name.upperBound...].firstMatch(of: #/"data_offsets":\[(\d+),/#))
        let length = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        let position = 8 + length + Int(offsets.1)!
        bytes.replaceSubrange(position..<position + 2, with: half)
        try model.write(bytes, "model.safetensors")
        try expectMalformed(model, "not finite")
    }

    private func expectMalformed(_ model: TemporaryModel, _ what: String) throws {
        let error = #expect(throws: EncoderError.self) { try BERTEncoder(folder: model.folder) }
        guard case .malformed = error else {
            Issue.record("\(what): not refused as malformed")
            return
        }
    }

    /// A file of this header and 8 bytes of values.
    private func expectMalformed(header: String) throws {
        let model = try TemporaryModel(files: ["config.json"])
        defer { model.remove() }
        var bytes = Data(withUnsafeBytes(of: UInt64(header.utf8.count).littleEndian) { Array($0) })
        bytes += Data(header.utf8) + Data(repeating: 0, count: 8)
        try model.write(bytes, "model.safetensors")
        let error = #expect(throws: EncoderError.self) {
            try SafetensorsFile(path: model.folder + "/model.safetensors")
        }
        guard case .malformed = error else {
            Issue.record("not refused as malformed")
            return
        }
    }
}
