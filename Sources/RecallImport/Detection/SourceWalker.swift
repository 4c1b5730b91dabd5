public import RecallCore
import RecallFiles
import RecallText

/// Walks a file or a folder with all its subfolders for import, in a stable order: by the bytes of the names, a
/// folder's files and folders together.
///
/// Links are never followed out of the folder, pipes and devices are never opened, and what is hidden is skipped.
/// Keeps the names of one folder per level in memory, so its memory grows with the largest folder, not with the
/// number of files.
public struct SourceWalker: Sequence, IteratorProtocol {
    /// Tells the format of a file that has been imported and not changed since, by path, size and time of change, so
    /// that it is not opened to look what it is.
    public typealias KnownFormat = (_ path: String, _ byteCount: Int, _ modified: Int64) -> SourceFormat?

    /// Tells if the text in the images of a path is read. They are passed over otherwise.
    public typealias ReadsImages = @Sendable (_ path: String) -> Bool

    /// The role of a folder.
    private enum FolderKind {
        case plain, maildir
        /// A Maildir's `cur` or `new`: every file is a mail.
        case mails
    }

    private struct Level {
        var path: String
        var kind: FolderKind
        var names: [String].Iterator
    }

    private let formats: ImportFormats
    private let root: String
    private let resolvedRoot: String
    private let forced: SourceFormat?
    private let known: KnownFormat?
    private let readsImages: ReadsImages
    private var levels: [Level] = []
    /// Entries found, of which the last ones are not yet returned.
    private var pending: [WalkEntry] = []
    /// The number of those of `pending` that were returned.
    private var taken = 0
    private var followedLinks: Set<[UInt64]> = []
    /// Files that are read with another one.
    private var companions: Set<String> = []
    /// The archive whose content is walked through.
    private let archive: SourceUnit?

    /// A walk through `path`, in which every file is taken for `format` if that is given.
    public init(
        path: String, as format: SourceFormat? = nil, known: KnownFormat? = nil,
        readsImages: @escaping ReadsImages = { _ in false }
    ) {
        self.init(path: path, as: format, of: .all, known: known, readsImages: readsImages)
    }

    /// A walk that finds files of `formats`.
    package init(
        path: String, as format: SourceFormat? = nil, of formats: ImportFormats, known: KnownFormat? = nil,
        readsImages: @escaping ReadsImages = { _ in false }
    ) {
        self.formats = formats
        root = AbsolutePath.standardized(path)
        resolvedRoot = RealPath.of(root) ?? root
        forced = format
        self.known = known
        self.readsImages = readsImages
        archive = nil
        start()
    }

    /// A walk through the content of an archive, which was unpacked in `folder`.
    init(unpackedIn folder: String, of archive: SourceUnit, known: KnownFormat?) {
        formats = .all
        root = folder
        resolvedRoot = RealPath.of(folder) ?? folder
        forced = nil
        self.known = known
        readsImages = { _ in false }
        self.archive = archive
        start()
    }

    /// The next file to import, skipped path or failure; `nil` at the end.
    public mutating func next() -> WalkEntry? {
        while taken == pending.count {
            (pending, taken) = ([], 0)
            guard let level = levels.indices.last else { return nil }
            guard let name = levels[level].names.next() else {
                levels.removeLast()
                continue
            }
            visit(name, in: levels[level].path, kind: levels[level].kind)
        }
        taken += 1
        return pending[taken - 1]
    }

    private mutating func start() {
        guard let status = FileStatus(path: root, following: true) else {
            // An import that was cut off is resumed by such a path.
            if let archive = ArchiveMember.archive(holding: root),
                let status = FileStatus(path: archive, following: true)
            {
                return visitFile(archive, status: status, kind: .plain, isNamed: true)
            }
            let reason =
                FileStatus(path: root) == nil
                ? "There is no such file or folder. Check the path."
                : "This link leads to a file that is not there, or in a circle. Name the file itself."
            return found(.failure(ImportFailure(.notFound, path: root, reason: reason)))
        }
        switch status.type {
        case .file: visitFile(root, status: status, kind: .plain, isNamed: true)
        case .folder: enter(root, kind: isMailFolder ? .mails : .plain)
        case .link, .other:
            let reason = "This is a pipe, socket or device, which is never opened. Name a file or folder."
            found(.failure(ImportFailure(.notAFile, path: root, reason: reason)))
        }
    }

    /// True if the root itself is a Maildir's `cur` or `new`.
    private var isMailFolder: Bool {
        guard Maildir.parts.contains(AbsolutePath.name(root)) else { return false }
        let parent = AbsolutePath.standardized(root + "/..")
        return Maildir.parts.allSatisfy { FileStatus(path: parent + "/" + $0)?.type == .folder }
    }

    private mutating func found(_ entry: WalkEntry) {
        pending.append(archive == nil ? entry : shown(entry))
    }

    /// The entry under the paths that it has in the archive.
    private func shown(_ entry: WalkEntry) -> WalkEntry {
        func shown(_ unit: SourceUnit) -> SourceUnit {
            var unit = unit
            (unit.path, unit.root) = (self.shown(unit.path), archive?.path ?? root)
            return unit
        }
        switch entry {
        case .unit(let unit): return .unit(shown(unit))
        case .archive(let unit): return .archive(shown(unit))
        case .possibleExport(let unit): return .possibleExport(shown(unit))
        case .failure(let failure):
            return .failure(
                ImportFailure(
                    failure.code, path: self.shown(failure.path), place: failure.place, reason: failure.reason))
        case .skipped(let path, let reason): return .skipped(path: self.shown(path), reason: reason)
        }
    }

    /// The path in the archive. A folder that is one export as a whole has the archive's name, without what follows the dot:
    /// the path of the archive alone is that of the archive.
    private func shown(_ path: String) -> String {
        guard let archive else { return path }
        guard path != root else {
            return archive.path + "/" + AbsolutePath.name(archive.path).prefix { $0 != "." }
        }
        return AbsolutePath.relative(path, below: root).map { archive.path + "/" + $0 } ?? path
    }

    private mutating func enter(_ path: String, kind: FolderKind) {
        do {
            let listing = try DirectoryListing(path: path)
            for name in listing.unusableNames {
                let reason = "The name is not valid UTF-8, so it cannot be opened by it. Rename it."
                found(.failure(ImportFailure(.unreadable, path: path + "/" + name, reason: reason)))
            }
            if kind == .plain, forced == nil,
                let format = formats.table.first(where: { $0.isUnit(folderOf: listing.names) })
            {
                let files = Self.files(below: path, listing)
                let parts = files.filter { format.isPart(AbsolutePath.relative($0.path, below: path) ?? "") }
                // What somebody sent in a chat makes no other chat of its folder.
                let names = Set(parts.map(\.path)).intersection(listing.names.map { path + "/" + $0 })
                if !names.contains(where: { SentFile(path: $0).isSent }) {
                    foundUnit(path, format.format, with: parts)
                    guard parts.count < files.count else { return }
                    // Somebody may have put a file of that name into a folder of others.
                    companions.formUnion(parts.map(\.path))
                }
            }
            let isMaildir = kind == .plain && Maildir.parts.allSatisfy(listing.names.contains)
            let isMaildirReally = isMaildir && FileStatus(path: path + "/cur")?.type == .folder
            levels.append(
                Level(path: path, kind: isMaildirReally ? .maildir : kind, names: listing.names.makeIterator()))
        } catch {
            found(.failure(error))
        }
    }

    private mutating func visit(_ name: String, in folder: String, kind: FolderKind) {
        let path = folder == "/" ? "/" + name : folder + "/" + name
        // The file was removed after the folder was listed.
        guard let status = FileStatus(path: path) else { return }
        switch status.type {
        case .file where companions.contains(path): return
        case .file where Folder.isHidden(name) || Self.isLock(name): found(.skipped(path: path, reason: .hidden))
        case .file: visitFile(path, status: status, kind: kind, isNamed: false)
        case .folder: visitFolder(name, path: path, kind: kind)
        case .link where Folder.isHidden(name): found(.skipped(path: path, reason: .hidden))
        case .link: visitLink(path, kind: kind)
        case .other: found(.skipped(path: path, reason: .notAFile))
        }
    }

    /// True for the file that Word and Excel keep beside a document while it is open. LibreOffice's are hidden.
    private static func isLock(_ name: String) -> Bool { name.hasPrefix("~$") }

    private mutating func visitFolder(_ name: String, path: String, kind: FolderKind) {
        if kind == .maildir {
            // The folders below a Maildir's are `.Sent`, `.Lists.swift` (Maildir++).
            if name == "tmp" { return }
            if Maildir.parts.contains(name) { return enter(path, kind: .mails) }
        }
        // Logseq's copies of pages as they were before.
        guard !["/logseq/bak", "/logseq/version-files"].contains(where: path.hasSuffix) else {
            return found(.skipped(path: path, reason: .repeatsExport))
        }
        // What belongs to a mail is read with it.
        guard !PartialMail.holdsAttachments(folder: path) else { return }
        guard !Folder.isHidden(name) || isMaildir(hidden: path) else {
            return found(.skipped(path: path, reason: .hidden))
        }
        enter(path, kind: .plain)
    }

    /// True for a folder of a Maildir++. Folders without a file are not unpacked, so that in an archive one of the two may lack.
    private func isMaildir(hidden path: String) -> Bool {
        guard AbsolutePath.name(path).hasPrefix(".") else { return false }
        let parts = Maildir.parts.filter { FileStatus(path: path + "/" + $0)?.type == .folder }
        return parts.count == 2 || (parts.count == 1 && archive != nil)
    }

    private mutating func visitLink(_ path: String, kind: FolderKind) {
        guard let target = RealPath.of(path), let status = FileStatus(path: target) else {
            return found(.skipped(path: path, reason: .brokenLink))
        }
        guard status.type == .file else {
            return found(.skipped(path: path, reason: status.type == .other ? .notAFile : .link))
        }
        // A target that the walk comes upon itself is not taken twice.
        guard let below = AbsolutePath.components(of: target, below: resolvedRoot),
            below.contains(where: Folder.isHidden),
            followedLinks.insert([status.device, status.inode]).inserted
        else { return found(.skipped(path: path, reason: .link)) }
        visitFile(path, status: status, kind: kind, isNamed: false)
    }

    /// True for a mail that `rmm` removed from a folder of MH: a comma before its number.
    private static func isRemovedFromMH(_ path: String) -> Bool {
        let name = AbsolutePath.name(path)
        return name.first == "," && name.count > 1 && name.dropFirst().utf8.allSatisfy(\.isASCIIDigit)
    }

    private mutating func visitFile(_ path: String, status: FileStatus, kind: FolderKind, isNamed: Bool) {
        if kind == .maildir || !isNamed && Self.isRemovedFromMH(path), forced == nil {
            return found(.skipped(path: path, reason: .mailProgramFile))
        }
        if kind == .plain, forced == nil, !isNamed, repeatsExport(path) {
            return found(.skipped(path: path, reason: .repeatsExport))
        }
        let mayBeSent = kind == .plain && forced == nil && !isNamed
        let format = forced ?? (kind == .mails ? .mail : known?(shown(path), status.byteCount, status.modified))
        if let format, status.byteCount > 0 { return foundFile(path, status, format, mayBeSent: mayBeSent) }
        do {
            let classifier = FileClassifier(
                formats: formats, path: path, isNamed: isNamed, readsImages: readsImages(path))
            switch try classifier.classify(byteCount: status.byteCount) {
            case .format(let format): foundFile(path, status, format, mayBeSent: mayBeSent)
            case .archive where mayBeSent && SentFile(path: path).isSent,
                .possibleExport where mayBeSent && SentFile(path: path).isSent:
                found(.skipped(path: path, reason: .sentInChat))
            case .archive: found(.archive(archiveUnit(path, status)))
            case .possibleExport: found(.possibleExport(archiveUnit(path, status)))
            case .otherArchive:
                found(.skipped(path: path, reason: .archive(fileExtension: AbsolutePath.fileExtension(path))))
            case .encryptedArchive:
                found(.skipped(path: path, reason: .encryptedArchive(fileExtension: AbsolutePath.fileExtension(path))))
            case .empty: foundEmpty(path, isNamed: isNamed)
            case .otherType: foundOther(path, isNamed: isNamed)
            }
        } catch {
            found(.failure(error))
        }
    }

    private mutating func foundFile(
        _ path: String, _ status: FileStatus, _ format: SourceFormat, mayBeSent: Bool
    ) {
        guard !mayBeSent || SentFile.documents.contains(format.identifier) || !SentFile(path: path).isSent else {
            return found(.skipped(path: path, reason: .sentInChat))
        }
        let others = (formats[format.identifier]?.companions(of: path) ?? []).compactMap { path in
            FileStatus(path: path).flatMap { $0.type == .file ? (path: path, status: $0) : nil }
        }
        companions.formUnion(others.map(\.path))
        foundUnit(path, format, with: [(path, status)] + others)
    }

    /// True for a file whose content is imported from another one of the same export.
    private func repeatsExport(_ path: String) -> Bool {
        RepeatedContent(path: path).isRepeated { path in
            guard let status = FileStatus(path: path), status.type == .file else { return nil }
            if let format = known?(shown(path), status.byteCount, status.modified) { return format }
            let finding = try? FileClassifier(formats: formats, path: path, isNamed: false)
                .classify(byteCount: status.byteCount)
            guard case .format(let format)? = finding else { return nil }
            return format
        }
    }

    private func archiveUnit(_ path: String, _ status: FileStatus) -> SourceUnit {
        SourceUnit(path: path, root: root, format: .archive, byteCount: status.byteCount, modified: status.modified)
    }

    private mutating func foundUnit(
        _ path: String, _ format: SourceFormat, with files: [(path: String, status: FileStatus)]
    ) {
        let unit = SourceUnit(
            path: path, root: root, format: format, furtherFiles: files.map(\.path).filter { $0 != path },
            byteCount: files.reduce(0) { $0 + $1.status.byteCount }, modified: files.map(\.status.modified).max() ?? 0)
        found(.unit(unit))
    }

    /// The regular files in a folder and in those below it, in the order of a walk.
    private static func files(below folder: String, _ listing: DirectoryListing) -> [(path: String, status: FileStatus)]
    {
        listing.names.filter { !Folder.isHidden($0) }.flatMap { name -> [(path: String, status: FileStatus)] in
            let path = folder + "/" + name
            guard let status = FileStatus(path: path) else { return [] }
            if status.type == .file { return [(path, status)] }
            guard status.type == .folder, let listing = try? DirectoryListing(path: path) else { return [] }
            return files(below: path, listing)
        }
    }

    private mutating func foundEmpty(_ path: String, isNamed: Bool) {
        guard isNamed else { return found(.skipped(path: path, reason: .empty)) }
        let reason = "The file is empty: there is nothing to import. Copy or export it again if it should not be."
        found(.failure(ImportFailure(.empty, path: path, reason: reason)))
    }

    private mutating func foundOther(_ path: String, isNamed: Bool) {
        guard isNamed else {
            return found(
                .skipped(path: path, reason: .otherType(fileExtension: AbsolutePath.fileExtension(path))))
        }
        let reason =
            "Recall does not read this type of file. recall import --help lists the types that it does. "
            + "Name the type if it is one of these."
        found(.failure(ImportFailure(.wrongFormat, path: path, reason: reason)))
    }
}
