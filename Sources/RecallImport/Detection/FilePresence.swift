/// Tells which imported files are not where they were any more.
public struct FilePresence {
    /// The names in folders of Maildirs, without their flags.
    private var mailNames: [String: Set<String>] = [:]

    /// Nothing is looked at yet.
    public init() {}

    /// True if there is nothing at `path`: no file, no member of an archive, and no mail of a Maildir whose flags have changed,
    /// which changes its name.
    public mutating func isGone(_ path: String) -> Bool {
        FileStatus(path: path) == nil && ArchiveMember.archive(holding: path) == nil && !isRenamedMail(path)
    }

    private mutating func isRenamedMail(_ path: String) -> Bool {
        guard let folder = MaildirName.folder(of: path) else { return false }
        let unique = MaildirName.unique(AbsolutePath.name(path))
        return ["\(folder)/cur", "\(folder)/new"].contains { names(in: $0).contains(String(unique)) }
    }

    private mutating func names(in folder: String) -> Set<String> {
        if let known = mailNames[folder] { return known }
        let names = (try? DirectoryListing(path: folder).names) ?? []
        let unique = Set(names.map { String(MaildirName.unique($0)) })
        mailNames[folder] = unique
        return unique
    }
}
