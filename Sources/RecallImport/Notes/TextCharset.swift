import RecallCore
import RecallText

/// Finds the charset of plain text and decodes it: by byte order mark, as UTF-8, as UTF-16, as a charset
/// of another script if its bytes are certainly those, or else as Windows-1252.
enum TextCharset {
    /// Text as decoded.
    struct Decoded {
        var text: String
        var defects: Set<Defect> = []
    }

    /// True if `bytes`, the start of a file, are not text in any charset.
    static func isBinary(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 1 else { return bytes.first == 0 }
        if utf16(bytes) != nil { return false }
        let controls = bytes.count { $0 < 0x20 && !($0 >= 0x07 && $0 <= 0x0D) && $0 != 0x1B }
        return bytes.contains(0) ? bytes.count { $0 == 0 } > bytes.count / 1000 : controls * 20 > bytes.count
    }

    /// The text in `bytes`. If the file continues after them (`isCut`), an incomplete character at the end is
    /// dropped.
    static func decode(_ bytes: [UInt8], isCut: Bool = false) -> Decoded {
        if let order = utf16(bytes) { return decodeUTF16(bytes, order) }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return bytes.withUnsafeBufferPointer { all in
            let bytes = UnsafeBufferPointer(rebasing: all[start...])
            guard let invalid = UTF8Check.firstInvalidByte(in: bytes) else {
                return Decoded(text: String(decoding: bytes, as: UTF8.self))
            }
            if isCut, invalid >= bytes.count - 3 {
                return Decoded(text: String(decoding: bytes[..<invalid], as: UTF8.self))
            }
            return decodeOther(bytes, marked: start > 0)
        }
    }

    /// The text in `bytes`, which should be UTF-8 and is flagged if it is not.
    static func decodeUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Decoded {
        guard UTF8Check.firstInvalidByte(in: bytes) != nil else {
            return Decoded(text: String(decoding: bytes, as: UTF8.self))
        }
        let decoded = decodeOther(bytes, marked: false)
        return Decoded(text: decoded.text, defects: [.badCharset])
    }

    /// Text that is mostly UTF-8 is damaged UTF-8; other text is Windows-1252.
    private static func decodeOther(_ bytes: UnsafeBufferPointer<UInt8>, marked: Bool) -> Decoded {
        let text = String(decoding: bytes, as: UTF8.self)
        let damaged = text.unicodeScalars.count { $0 == "\u{FFFD}" }
        let intact = text.unicodeScalars.count { $0.value >= 0x80 } - damaged
        if marked || intact > damaged { return Decoded(text: text, defects: [.badCharset]) }
        if let charset = LegacyCharset.guess(Array(bytes)) {
            let converted = HTMLCharset.convert(Array(bytes), from: charset)
            return Decoded(
                text: String(decoding: converted.text, as: UTF8.self), defects: converted.isBad ? [.badCharset] : [])
        }
        return Decoded(text: String(String.UnicodeScalarView(bytes.map(windows1252))))
    }

    private struct ByteOrder {
        var isBigEndian: Bool
        var markLength: Int
    }

    /// The byte order if `bytes` are UTF-16: by its mark, or by where the zero bytes of Latin letters are.
    private static func utf16(_ bytes: [UInt8]) -> ByteOrder? {
        if bytes.starts(with: [0xFF, 0xFE]) { return ByteOrder(isBigEndian: false, markLength: 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return ByteOrder(isBigEndian: true, markLength: 2) }
        let head = bytes.prefix(1024)
        let pairs = head.count / 2
        guard pairs >= 2 else { return nil }
        var (high, low) = (0, 0)
        for i in 0..<pairs where (head[2 * i] == 0) != (head[2 * i + 1] == 0) {
            if head[2 * i] == 0 { high += 1 } else { low += 1 }
        }
        if high * 10 > pairs * 7 { return ByteOrder(isBigEndian: true, markLength: 0) }
        return low * 10 > pairs * 7 ? ByteOrder(isBigEndian: false, markLength: 0) : nil
    }

    private static func decodeUTF16(_ bytes: [UInt8], _ order: ByteOrder) -> Decoded {
        let (high, low) = order.isBigEndian ? (0, 1) : (1, 0)
        let units = stride(from: order.markLength, to: bytes.count - 1, by: 2).map { i in
            UInt16(bytes[i + high]) << 8 | UInt16(bytes[i + low])
        }
        return Decoded(text: String(decoding: units, as: UTF16.self))
    }

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        0x80..<0xA0 ~= byte ? Unicode.Scalar(windows1252Extra[Int(byte) - 0x80]) ?? "\u{FFFD}" : Unicode.Scalar(byte)
    }

    /// The characters at 0x80 to 0x9F.
    private static let windows1252Extra: [UInt16] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
        0x017D,
        0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153,
        0xFFFD,
        0x017E, 0x0178,
    ]
}
