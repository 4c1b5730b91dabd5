/// Strings and their escapes (RFC 8259, 7).
extension JSONScanner {
    /// The string that comes next, with its escapes resolved.
    package mutating func string() throws(JSONSyntaxError) -> String {
        try expect("\"")
        let start = offset
        try skipPlainBytes()
        if bytes[offset] == UInt8(ascii: "\"") {
            offset += 1
            return String(decoding: bytes[start..<offset - 1], as: UTF8.self)
        }
        return try stringWithEscapes(from: start)
    }

    private mutating func stringWithEscapes(from start: Int) throws(JSONSyntaxError) -> String {
        var result: [UInt8] = []
        var plain = start
        while true {
            result.append(contentsOf: bytes[plain..<offset])
            guard bytes[offset] == UInt8(ascii: "\\") else { break }
            try appendEscape(to: &result)
            plain = offset
            try skipPlainBytes()
        }
        offset += 1
        return String(decoding: result, as: UTF8.self)
    }

    /// Goes to the next quote or backslash.
    private mutating func skipPlainBytes() throws(JSONSyntaxError) {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
            guard byte >= 0x20 else {
                throw error("a control character in a string: write a line end as \\n, a tab as \\t")
            }
            offset += 1
        }
        throw cut()
    }

    private mutating func appendEscape(to result: inout [UInt8]) throws(JSONSyntaxError) {
        guard offset + 1 < bytes.count else { throw cut() }
        offset += 2
        switch bytes[offset - 1] {
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "\""): result.append(0x22)
        case UInt8(ascii: "\\"): result.append(0x5C)
        case UInt8(ascii: "/"): result.append(0x2F)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "u"): result.append(contentsOf: try unicodeEscape().utf8)
        default:
            offset -= 2
            throw error("there is no such escape: write a backslash itself as \\\\")
        }
    }

    /// The character of `\uXXXX`, whose `\u` is read, or of a pair of them (RFC 8259, 7).
    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Character {
        let unit = try hexDigits()
        if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
        let afterFirst = offset
        if unit < 0xDC00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        {
            offset += 2
            let low = try hexDigits()
            if 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) {
                return Character(scalar)
            }
            offset = afterFirst
        }
        replacedSurrogates += 1
        return "\u{FFFD}"
    }

    private mutating func hexDigits() throws(JSONSyntaxError) -> UInt32 {
        guard offset + 4 <= bytes.count else { throw cut() }
        var value: UInt32 = 0
        for byte in bytes[offset..<offset + 4] {
            guard let digit = byte.asciiHexValue else {
                throw error("four hexadecimal digits were expected after \\u")
            }
            value = value << 4 | UInt32(digit)
        }
        offset += 4
        return value
    }
}
