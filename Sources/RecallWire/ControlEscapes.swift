import Foundation

/// Escapes for what JSON allows as it is but what steers a terminal or turns the direction of text: delete, the C1 control
/// characters, separators of lines and paragraphs, and the marks, embeddings, overrides and isolates of the bidirectional
/// algorithm (UAX #9).
enum ControlEscapes {
    /// The document with `\u....` in place of these characters. They stand in strings only.
    ///
    /// - Complexity: O(*n*).
    static func escaped(_ json: Data) -> Data {
        guard json.contains(where: mayBegin) else { return json }
        var escaped = Data(capacity: json.count + 64)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if isControl(scalar) {
                escaped.append(contentsOf: "\\u\(String(0x10000 + scalar.value, radix: 16).dropFirst())".utf8)
            } else {
                escaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return escaped
    }

    /// True for the first byte of such a character in UTF-8; most documents have none.
    private static func mayBegin(_ byte: UInt8) -> Bool {
        byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
