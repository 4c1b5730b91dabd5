import CChecksum
import RecallCore
import Testing

@Suite struct SHA256Tests {
    /// FIPS 180-4 example vectors.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func digestsTheStandardsExamples(text: String, hex: String) {
        #expect(SHA256.digest(text.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == hex)
    }

    /// Lengths around those at which the padding needs another block, digested by Python's hashlib.
    @Test(arguments: [
        (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
        (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
        (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
    ])
    func padsEveryLength(count: Int, hex: String) {
        let digest = SHA256.digest([UInt8](repeating: UInt8(ascii: "a"), count: count))
        #expect(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == hex)
    }

    /// Where the processor has instructions for it, two implementations are compared; elsewhere the plain one with itself.
    @Test func theProcessorsInstructionsGiveTheSame() {
        for count in [1, 2, 7] {
            let blocks = (0..<64 * count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ $0 / 64) }
            var (quick, plain) = ([UInt32](1...8), [UInt32](1...8))
            recall_sha256_compress(&quick, blocks, count)
            recall_sha256_compress_plain(&plain, blocks, count)
            #expect(quick == plain, "\(count) blocks")
        }
    }

    @Test func doesNotDependOnHowTheBytesAreCut() {
        let bytes = (0..<1000).map { UInt8($0 % 251) }
        let whole = SHA256.digest(bytes)
        for step in [1, 3, 55, 56, 63, 64, 65, 127, 128, 999] {
            var hash = SHA256()
            for start in stride(from: 0, to: bytes.count, by: step) {
                hash.update(bytes[start..<min(start + step, bytes.count)])
            }
            #expect(hash.finalize() == whole, "pieces of \(step) bytes")
        }
    }
}
