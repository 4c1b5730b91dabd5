public import Foundation
public import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension LibraryLocation {
    /// The strings among these that are in a file of the library, ignoring case.
    public func found(_ needles: [String]) throws -> Set<String> {
        let files = try contents().map { file in
            Data(file.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
        }
        return Set(needles.filter { needle in files.contains { $0.holds(Data(needle.lowercased().utf8)) } })
    }

    /// True if the bytes are in a file of the library.
    public func holds(_ bytes: Data) throws -> Bool {
        try contents().contains { $0.holds(bytes) }
    }

    private func contents() throws -> [Data] {
        try FileManager.default.contentsOfDirectory(atPath: folder).map {
            try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0))
        }
    }
}

extension Data {
    fileprivate func holds(_ needle: Data) -> Bool {
        withUnsafeBytes { bytes in needle.withUnsafeBytes { Self.holds(bytes, $0) } }
    }

    /// Many times quicker than `range(of:)`.
    private static func holds(_ bytes: UnsafeRawBufferPointer, _ needle: UnsafeRawBufferPointer) -> Bool {
        guard var next = bytes.baseAddress, let first = needle.first else { return false }
        let end = next + bytes.count
        while end - next >= needle.count, let found = memchr(next, Int32(first), end - next - needle.count + 1) {
            if memcmp(found, needle.baseAddress!, needle.count) == 0 { return true }
            next = UnsafeRawPointer(found) + 1
        }
        return false
    }
}
