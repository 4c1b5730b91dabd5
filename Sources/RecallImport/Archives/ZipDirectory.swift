import RecallCore

/// The names in a zip file's central directory (APPNOTE 4.3.12), for detecting the kind of archive. Unpacks nothing.
struct ZipDirectory {
    /// At most the first 10,000 names.
    private(set) var names: [String] = []
    /// True if any of these files needs a password.
    private(set) var isEncrypted = false

    /// Reads the names in `file`; none if its directory is missing or broken.
    init(_ file: RegularFile) throws(ImportFailure) {
        let tail = try ZipEnd.tail(of: file)
        guard let end = tail.indices.reversed().first(where: { tail[$0...].starts(with: ZipEnd.signature) }),
            end + ZipEnd.length <= tail.count
        else { return }
        var size = ZipEnd.number(tail[(end + 12)..<(end + 16)])
        var offset = ZipEnd.number(tail[(end + 16)..<(end + 20)])
        // In archives over 4 GB a record before it has the numbers (4.3.14, 4.3.15).
        if offset == 0xFFFF_FFFF, end >= 20, tail[(end - 20)...].starts(with: [0x50, 0x4B, 6, 7]) {
            let place = ZipEnd.number(tail[(end - 12)..<(end - 4)])
            guard place >= 0, place < file.byteCount else { return }
            let record = try file.bytes(from: place, limit: 56)
            guard record.count == 56, record.starts(with: [0x50, 0x4B, 6, 6]) else { return }
            (size, offset) = (ZipEnd.number(record[40..<48]), ZipEnd.number(record[48..<56]))
        }
        guard offset >= 0, size >= 0, offset < file.byteCount else { return }
        readNames(try file.bytes(from: offset, limit: min(size, 4 << 20)))
    }

    private mutating func readNames(_ directory: [UInt8]) {
        var i = 0
        while i + 46 <= directory.count, directory[i...].starts(with: [0x50, 0x4B, 1, 2]), names.count < 10_000 {
            let length = ZipEnd.number(directory[(i + 28)..<(i + 30)])
            let others = ZipEnd.number(directory[(i + 30)..<(i + 32)]) + ZipEnd.number(directory[(i + 32)..<(i + 34)])
            guard i + 46 + length <= directory.count else { return }
            isEncrypted = isEncrypted || directory[i + 8] & 1 == 1
            names.append(String(decoding: directory[(i + 46)..<(i + 46 + length)], as: UTF8.self))
            i += 46 + length + others
        }
    }
}
