import CGMime
import RecallCore

/// Content-Transfer-Encoding (RFC 2045, 6), decoded by GMime.
enum TransferEncoding {
    /// The encoding of that name; one that is not known counts as none.
    static func named(_ value: Bytes) -> GMimeContentEncoding {
        let end = value.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "(") } ?? value.count
        let name = value.slice(value.trimmed((0..<end).prefixRange(64)))
        return GMimeLibrary.withCString(name) { g_mime_content_encoding_from_string($0) }
    }

    /// Whether a body so encoded stands in the message as it is.
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
        guard !isIdentity(encoding), let base = bytes.baseAddress else { return Array(bytes) }
        var state = GMimeEncoding()
        g_mime_encoding_init_decode(&state, encoding)
        let capacity = g_mime_encoding_outlen(&state, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { input in
                buffer.withMemoryRebound(to: CChar.self) { output in
                    output.baseAddress.map { g_mime_encoding_flush(&state, input, bytes.count, $0) } ?? 0
                }
            }
        }
    }

    /// The size of the decoded bytes.
    ///
    /// - Complexity: O(*n*), without memory for base64.
    static func decodedSize(_ bytes: Bytes, _ encoding: GMimeContentEncoding) -> Int {
        if isIdentity(encoding) { return bytes.count }
        guard encoding == GMIME_CONTENT_ENCODING_BASE64 else { return decode(bytes, encoding).count }
        let digits = bytes.count { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
        return digits * 3 / 4
    }
}
