package import RecallCore
import RecallFiles

/// Mails of Maildirs that may be known under other names: a change of flags renames a file, and reading a new mail moves it
/// from `new` to `cur`.
package struct RenamedMails {
    /// The paths of one Maildir's mails, by their names without flags.
    private var maildirs: [String: [String: String]] = [:]

    /// The mails among `units` that are files of their own.
    package init(_ units: some Sequence<SourceUnit>) {
        // What is in an archive has no file at its path.
        for unit in units where unit.format == .mail && unit.location == unit.path {
            guard let folder = MaildirName.folder(of: unit.path) else { continue }
            maildirs[folder, default: [:]][String(MaildirName.unique(AbsolutePath.name(unit.path)))] = unit.path
        }
    }

    /// The bounds between which the other paths of these mails lie, in the order of their bytes.
    package var ranges: [(lower: String, upper: String)] {
        maildirs.flatMap { folder, mails -> [(lower: String, upper: String)] in
            func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
            guard let first = mails.keys.min(by: precedes), let last = mails.keys.max(by: precedes) else { return [] }
            // The last of all characters: flags follow the name.
            return Maildir.parts.map { ("\(folder)/\($0)/\(first)", "\(folder)/\($0)/\(last)\u{10FFFF}") }
        }
    }

    /// The present path of the mail that was at `path`, where nothing is any more; `nil` if it is none of these, or still there.
    package func presentPath(of path: String) -> String? {
        guard let folder = MaildirName.folder(of: path), let mails = maildirs[folder],
            let present = mails[String(MaildirName.unique(AbsolutePath.name(path)))], present != path
        else { return nil }
        return FileStatus(path: path) == nil ? present : nil
    }
}
