import RecallCore

/// The record at the end of a zip file (APPNOTE 4.3.16).
enum ZipEnd {
    static let signature: [UInt8] = [0x50, 0x4B, 5, 6]
    /// The bytes of the record without its comment, and those that the comment may have.
    static let (length, longestComment) = (22, 65_535)
    /// Stands for a number that is in another record (4.4.1.4).
    private static let elsewhere = 0xFFFF

    /// The bytes of a file among which the record is.
    static func tail(of file: RegularFile) throws(ImportFailure) -> [UInt8] {
        let most = length + longestComment
        return try file.bytes(from: max(0, file.byteCount - most), limit: most)
    }

    /// The number of entries that a file should have; `nil` if it does not say. Of more than 65,534 some programs write the last
    /// 16 bits.
    static func entryCount(of file: RegularFile) throws(ImportFailure) -> Int? {
        let tail = try tail(of: file)
        let isEnd = { (start: Int) in
            tail[start...].starts(with: signature) && start + length <= tail.count
                // Its comment ends with the file.
                && start + length + number(tail[(start + 20)..<(start + 22)]) == tail.count
        }
        guard let end = tail.indices.reversed().first(where: isEnd) else { return nil }
        let stated = number(tail[(end + 10)..<(end + 12)])
        return stated == elsewhere ? nil : stated
    }

    /// A little-endian number.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
