/// Windows-1252, which is what Latin-1 and unlabelled 8-bit text on the web and in mail is (WHATWG Encoding).
enum Windows1252 {
    /// The characters of bytes 0x80 to 0x9F.
    private static let high: [[UInt8]] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153,
        0x9D,
        0x017E, 0x0178,
    ].map { Array(String(Unicode.Scalar($0 as UInt16) ?? " ").utf8) }

    /// The character of `byte` in UTF-8.
    static func utf8(of byte: UInt8) -> [UInt8] {
        switch byte {
        case ..<0x80: [byte]
        case ..<0xA0: high[Int(byte) - 0x80]
        default: [0xC0 | byte >> 6, 0x80 | byte & 0x3F]
        }
    }

    /// `bytes` in UTF-8.
    static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 { text.append(byte) } else { text += utf8(of: byte) }
        }
        return text
    }
}
