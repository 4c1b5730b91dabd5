#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The record at the end of a zip file (APPNOTE 4.3.16). For unpacking processes.
enum ZipEnd {
    private static let (length, longestComment) = (22, 65_535)
    /// Stands for a number that is in another record (4.4.1.4).
    private static let elsewhere = 0xFFFF

    /// The number of entries that the file should have which is open as `descriptor`; `nil` if it does not say. Of more than
    /// 65,534 some programs write the last 16 bits.
    static func entryCount(_ descriptor: Int32) -> Int? {
        let size = UnpackingProcess.size(of: descriptor)
        let count = min(size, length + longestComment)
        guard count >= length, lseek(descriptor, off_t(size - count), SEEK_SET) >= 0 else { return nil }
        let tail = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            while filled < count {
                let step = read(descriptor, bytes.baseAddress?.advanced(by: filled), count - filled)
                guard step > 0 else { return }
                filled += step
            }
        }
        guard tail.count == count else { return nil }
        let isEnd = { (start: Int) in
            tail[start...].starts(with: [0x50, 0x4B, 5, 6])
                // Its comment ends with the file.
                && start + length + Int(tail[start + 20]) + Int(tail[start + 21]) << 8 == count
        }
        guard let end = (0...(count - length)).reversed().first(where: isEnd) else { return nil }
        let stated = Int(tail[end + 10]) | Int(tail[end + 11]) << 8
        return stated == elsewhere ? nil : stated
    }
}
