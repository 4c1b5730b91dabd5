import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The process that holds a `FileLock`, as far as the system says it (Linux).
package struct LockHolder: Hashable, Sendable, CustomStringConvertible {
    /// The number of the process.
    package let process: Int
    /// The name of its program; `nil` if it cannot be read.
    package let program: String?

    /// The holder of the lock on the file at `path`; `nil` if there is none, or if it cannot be found out.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let file = Self.name(UInt64(status.st_dev), UInt64(status.st_ino))
        // `1: FLOCK ADVISORY WRITE 1234 fe:00:5678 0 EOF`; who waits has `->` in the second place.
        let lines = Self.lines(of: "/proc/locks").map { $0.split(separator: " ") }
        guard let line = lines.first(where: { $0.count > 5 && $0[1] == "FLOCK" && $0[5] == file }),
            let process = Int(line[4]), process > 0
        else { return nil }
        self.process = process
        program = Self.lines(of: "/proc/\(process)/comm").first.map { DisplayText.safe(String($0)) }
    }

    /// The lines of a file of the system's, which has no size; of its first megabyte.
    private static func lines(of path: String) -> [Substring] {
        let text = [UInt8](unsafeUninitializedCapacity: 1 << 20) { bytes, count in
            count = (try? OpenFile(path).read(into: UnsafeMutableRawBufferPointer(bytes), at: 0)) ?? 0
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
    }

    /// A file as `/proc/locks` names it: the two parts of its device, and its number there.
    private static func name(_ device: UInt64, _ number: UInt64) -> String {
        let major = (device >> 8 & 0xFFF) | (device >> 32 & 0xFFFF_F000)
        let minor = (device & 0xFF) | (device >> 12 & 0xFFFF_FF00)
        let parts = [major, minor].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "\(parts[0]):\(parts[1]):\(number)"
    }

    /// `1234, recall`
    package var description: String { [String(process), program].compactMap(\.self).joined(separator: ", ") }
}
