import CGMime

/// GMime, initialised once for the process.
enum GMimeLibrary {
    /// Lenient parsing; raw 8-bit header text is read as UTF-8, else Windows-1252. Never changed, so shared by threads.
    nonisolated(unsafe) static let options: OpaquePointer = {
        g_mime_init()
        guard let options = g_mime_parser_options_new() else { preconditionFailure("GMime has no memory") }
        "utf-8".withCString { utf8 in
            "windows-1252".withCString { windows in
                var charsets: [UnsafePointer<CChar>?] = [utf8, windows, nil]
                g_mime_parser_options_set_fallback_charsets(options, &charsets)
            }
        }
        return options
    }()

    /// Hands `bytes` to `body` as a C string; NUL bytes become spaces, encoded words become UTF-8.
    static func withCString<T>(_ bytes: Bytes, _ body: (UnsafePointer<CChar>) -> T) -> T {
        guard let words = EncodedWords.normalized(bytes) else { return withCopy(of: bytes, body) }
        return words.withUnsafeBufferPointer { withCopy(of: $0, body) }
    }

    private static func withCopy<T>(of bytes: Bytes, _ body: (UnsafePointer<CChar>) -> T) -> T {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { copy in
            for i in 0..<bytes.count { copy[i] = bytes[i] == 0 ? 32 : CChar(bitPattern: bytes[i]) }
            copy[bytes.count] = 0
            return body(UnsafePointer(copy.baseAddress.unsafelyUnwrapped))
        }
    }

    /// The string that GMime allocated, which is freed.
    static func take(_ string: UnsafeMutablePointer<CChar>?) -> String {
        guard let string else { return "" }
        defer { g_free(string) }
        return String(cString: string)
    }
}
