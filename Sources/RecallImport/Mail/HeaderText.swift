import CGMime
import RecallCore

/// Decodes the text of header fields: folding, encoded words (RFC 2047), raw 8-bit text.
enum HeaderText {
    /// Bytes of an unstructured field that are decoded: more is no subject.
    static let longestText = 64 << 10

    /// The text of an unstructured field such as Subject, in one line.
    static func unstructured(_ value: Bytes, _ defects: inout Set<Defect>) -> String {
        if value.count > longestText { defects.insert(.overLimit) }
        let value = value.slice((0..<value.count).prefixRange(longestText))
        flagCharset(of: value, &defects)
        // Most fields are ASCII without encoded words (RFC 2047), which need no decoding.
        if isPlain(value) { return singleLine(String(decoding: value, as: UTF8.self)) }
        return singleLine(
            GMimeLibrary.withCString(value) {
                GMimeLibrary.take(g_mime_utils_header_decode_text(GMimeLibrary.options, $0))
            })
    }

    /// Hands a field to `body` in UTF-8 where it is raw text of the charset of the mail's body, as programs write it that know no
    /// encoded words.
    static func withText<T>(_ value: Bytes, charset: String?, _ body: (Bytes) -> T) -> T {
        let isJapanese = value.firstIndex(of: 0x1B, from: 0) != nil
        guard let charset = isJapanese ? "iso-2022-jp" : charset,
            isJapanese || !value.isASCII && !CharsetDecoder.isUTF8(value)
        else { return body(value) }
        var defects: Set<Defect> = []
        return CharsetDecoder.utf8(Array(value), charset: charset, &defects).withUnsafeBufferPointer(body)
    }

    /// The text of a phrase such as a display name, in one line.
    static func phrase(_ value: Bytes) -> String {
        if isPlain(value) { return singleLine(String(decoding: value, as: UTF8.self)) }
        return singleLine(
            GMimeLibrary.withCString(value) {
                GMimeLibrary.take(g_mime_utils_header_decode_phrase(GMimeLibrary.options, $0))
            })
    }

    /// `text` in one line: without control characters, marks that turn the writing direction or have no width; runs
    /// of white space become one space.
    ///
    /// - Complexity: O(*n*).
    static func singleLine(_ text: String) -> String {
        var text = text
        if text.withUTF8({ isSingleLine($0) }) { return text }
        var result = String.UnicodeScalarView()
        var isSpaceDue = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.value < 32 {
                isSpaceDue = !result.isEmpty
            } else if !isInvisible(scalar) {
                if isSpaceDue { result.append(" ") }
                isSpaceDue = false
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Flags raw 8-bit text that is not UTF-8 and so is read as Windows-1252.
    static func flagCharset(of value: Bytes, _ defects: inout Set<Defect>) {
        if !value.isASCII, !CharsetDecoder.isUTF8(value) { defects.insert(.badCharset) }
    }

    /// ASCII without encoded words.
    private static func isPlain(_ value: Bytes) -> Bool {
        value.isASCII && value.firstIndex(of: "=?", from: 0) == nil
    }

    private static func isSingleLine(_ text: Bytes) -> Bool {
        var previous: UInt8 = 32
        for byte in text {
            guard byte >= 32, byte < 127, byte != 32 || previous != 32 else { return false }
            previous = byte
        }
        return text.isEmpty || previous != 32
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0xAD, 0x061C, 0x180E, 0x200B, 0x200E...0x200F, 0x202A...0x202E, 0x2060...0x206F,
            0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }
}
