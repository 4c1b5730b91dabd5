import Foundation

/// Paths within an archive.
enum ArchivePath {
    /// The member that `address` in the document at `path` leads to; `nil` if that is outside of the archive.
    static func resolve(_ address: String, from path: String) -> String? {
        let written = address.prefix { $0 != "#" && $0 != "?" }
        guard !written.isEmpty, !written.hasPrefix("/"), !written.contains(":"),
            let relative = String(written).removingPercentEncoding
        else { return nil }
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in relative.split(separator: "/") where part != "." {
            guard part == ".." else { parts.append(String(part)); continue }
            guard parts.popLast() != nil else { return nil }
        }
        return parts.joined(separator: "/")
    }
}
