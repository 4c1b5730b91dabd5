/// 256 random bits, as 64 hexadecimal digits.
struct Secret: Sendable, Hashable {
    let text: String

    /// A new secret from the system's cryptographic generator.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<4).map { _ in Self.hex(generator.next()) }.joined()
    }

    /// The secret written as `text`; `nil` if it is not one.
    init?(_ text: String) {
        guard text.utf8.count == 64, text.utf8.allSatisfy(Self.isHexDigit) else { return nil }
        self.text = text
    }

    /// True if `other` is the same secret, compared in constant time.
    func matches(_ other: String) -> Bool {
        let (a, b) = (Array(text.utf8), Array(other.utf8))
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hex(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
