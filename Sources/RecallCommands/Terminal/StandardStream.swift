#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard output or standard error, written without a buffer.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes all of `text`.
    ///
    /// - Returns: false if nobody reads it any more, or it cannot be written.
    @discardableResult func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes all of `bytes`, as `write(_:)` does.
    func write(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(write) }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = Self.write(rawValue, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    #if canImport(Glibc)
        private static let write = Glibc.write
    #else
        private static let write = Darwin.write
    #endif
}
