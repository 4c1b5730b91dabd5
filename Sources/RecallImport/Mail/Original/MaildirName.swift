import RecallFiles

/// Names of files in a Maildir, which change when a mail is read or answered: the part before the flags stays, and the file moves
/// from `new` to `cur`.
enum MaildirName {
    /// `path`, or where that file of a Maildir is now if it is not there any more.
    static func presentPath(_ path: String) -> String {
        guard FileStatus(path: path) == nil, let folder = folder(of: path) else { return path }
        let unique = unique(AbsolutePath.name(path))
        for place in Maildir.parts.map({ "\(folder)/\($0)" }) {
            guard let names = try? DirectoryListing(path: place).names else { continue }
            if let found = names.first(where: { Self.unique($0) == unique }) { return "\(place)/\(found)" }
        }
        return path
    }

    /// The Maildir that a file in its `cur` or `new` belongs to; `nil` for any other file.
    static func folder(of path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3, Maildir.parts.contains(String(parts[parts.count - 2])) else { return nil }
        return parts.dropLast(2).joined(separator: "/")
    }

    /// The name without what follows `:2,`, or `;2,` and `!2,` where a file system does not allow the colon.
    static func unique(_ name: String) -> Substring {
        let flags = [":2,", ";2,", "!2,"].compactMap { name.firstRange(of: $0) }.min { $0.lowerBound < $1.lowerBound }
        return name[..<(flags?.lowerBound ?? name.endIndex)]
    }
}
