import CGMime
import RecallCore
import RecallText

/// Content-Transfer-Encoding (RFC 2045, 6), decoded by GMime.
enum TransferEncoding {
    /// The encoding of that name; one that is not known counts as none.
    static func named(_ value: Bytes) -> GMimeContentEncoding {
        let end = value.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "(") } ?? value.count
        let name = value.slice(value.trimmed((0..<end).prefixRange(64)))
        return GMimeLibrary.withCString(name) { g_mime_content_encoding_from_string($0) }
    }

    /// True if a body in this encoding is stored as it is.
    static func isIdentity(_ encoding: GMimeContentEncoding) -> Bool {
        switch encoding {
        case GMIME_CONTENT_ENCODING_BASE64, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE, GMIME_CONTENT_ENCODING_UUENCODE:
            false
        default: true
        }
    }

    /// The decoded bytes.
    ///
    /// - Complexity: O(*n*).
    static func decode(_ bytes: Bytes, _ encoding: GMimeContentEncoding) -> [UInt8] {
        guard !isIdentity(encoding) else { return Array(bytes) }
        let input = encoding == GMIME_CONTENT_ENCODING_UUENCODE ? uuencodedLines(bytes) : bytes
        var state = GMimeEncoding()
        g_mime_encoding_init_decode(&state, encoding)
        if encoding == GMIME_CONTENT_ENCODING_UUENCODE { state.state |= 1 << 16 }
        let capacity = g_mime_encoding_outlen(&state, input.count) + g_mime_encoding_outlen(&state, 4)
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = step(input, &state, buffer, 0)
            if encoding == GMIME_CONTENT_ENCODING_BASE64 {
                missingPadding(input).withUTF8Buffer { count += step($0, &state, buffer, count) }
            }
        }
    }

    /// The bytes in the encoding, of several lines; as they are in one that is not made here.
    static func encode(_ bytes: [UInt8], _ encoding: GMimeContentEncoding) -> [UInt8] {
        guard encoding == GMIME_CONTENT_ENCODING_BASE64 || encoding == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE else {
            return bytes
        }
        var state = GMimeEncoding()
        g_mime_encoding_init_encode(&state, encoding)
        let capacity = g_mime_encoding_outlen(&state, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = bytes.withUnsafeBytes { bytes in
                guard let input = bytes.bindMemory(to: CChar.self).baseAddress, let output = buffer.baseAddress else {
                    return 0
                }
                return output.withMemoryRebound(to: CChar.self, capacity: capacity) {
                    g_mime_encoding_flush(&state, input, bytes.count, $0)
                }
            }
        }
    }

    private static func step(
        _ bytes: Bytes, _ state: inout GMimeEncoding, _ buffer: UnsafeMutableBufferPointer<UInt8>, _ start: Int
    ) -> Int {
        guard let input = bytes.baseAddress, let output = buffer.baseAddress else { return 0 }
        return input.withMemoryRebound(to: CChar.self, capacity: bytes.count) { input in
            (output + start).withMemoryRebound(to: CChar.self, capacity: buffer.count - start) {
                g_mime_encoding_step(&state, input, bytes.count, $0)
            }
        }
    }

    /// Some programs leave the `=` at the end out, and GMime would then lose the last bytes.
    private static func missingPadding(_ bytes: Bytes) -> StaticString {
        let end = bytes.trimmed(0..<bytes.count).upperBound
        guard end > 0, bytes[end - 1] != UInt8(ascii: "=") else { return "" }
        return switch digits(bytes) % 4 {
        case 2: "=="
        case 3: "="
        default: ""
        }
    }

    /// The bytes after the line `begin 644 name`.
    private static func uuencodedLines(_ bytes: Bytes) -> Bytes {
        var line = 0
        while line < bytes.count {
            let end = bytes.lineEnd(from: line)
            if bytes.has("begin ", at: line) { return bytes.slice(end..<bytes.count) }
            line = end
        }
        return bytes
    }

    private static func digits(_ bytes: Bytes) -> Int {
        bytes.count { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
    }

    /// The size of the decoded bytes.
    ///
    /// - Complexity: O(*n*), without memory for base64.
    static func decodedSize(_ bytes: Bytes, _ encoding: GMimeContentEncoding) -> Int {
        if isIdentity(encoding) { return bytes.count }
        guard encoding == GMIME_CONTENT_ENCODING_BASE64 else { return decode(bytes, encoding).count }
        return digits(bytes) * 3 / 4
    }
}
