#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// libarchive gives and takes no names but ASCII ones in the C locale, which processes have unless they choose another.
package enum ArchiveLocale {
    private nonisolated(unsafe) static let utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

    /// Runs `body` with names in UTF-8.
    package static func whileUTF8<Value>(_ body: () throws -> Value) rethrows -> Value {
        let before = utf8.flatMap { uselocale($0) }
        defer { if let before { uselocale(before) } }
        return try body()
    }
}
