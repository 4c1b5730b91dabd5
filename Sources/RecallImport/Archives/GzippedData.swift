import RecallCore

/// Data that gzip compressed (RFC 1952), as databases hold it. To be unpacked in a confined process.
enum GzippedData {
    private static let signature: [UInt8] = [0x1F, 0x8B, 8]
    private static let limits = ArchiveReader.Limits(
        entryBytes: ImportLimits.archiveEntryBytes, totalBytes: ImportLimits.archiveEntryBytes, ratio: .max, entries: 1)

    /// The data in `bytes`, at most `ImportLimits.archiveEntryBytes`.
    ///
    /// - Throws: `ImportFailure` if it is more, damaged or not compressed.
    static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        let stream = try ArchiveStream(.bytes(bytes), .gzip)
        defer { stream.close() }
        guard bytes.starts(with: signature), let header = try stream.next() else {
            throw stream.failure(.malformed, "The data is not compressed as it should be.")
        }
        var data: [UInt8] = []
        try stream.read(header.entry, limits: limits, atMost: limits.totalBytes) { data.append(contentsOf: $0) }
        return data
    }
}
