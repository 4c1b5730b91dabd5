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
