public import RecallCore
import RecallFiles
import RecallImport
import RecallStore
import RecallText

/// Notes and Markdown documents as their marks mean them.
extension RecallLibrary {
    /// The item taken apart for display; `nil` if it is no Markdown, or too long to be shown so.
    ///
    /// - Throws: `ImportFailure` if its text takes too long to be parsed.
    public func notePage(of item: Item) async throws -> NotePage? {
        guard item.isMarkdown, let page = try await MarkdownPageReader().page(of: item.text, path: "") else {
            return nil
        }
        let targets = PageTargets(page, most: ImportLimits.noteLinks)
        guard let folder = NoteFolder(item.details) else { return NotePage(page: page, links: [:], pictures: []) }
        let pictures = try isReadFromItsPath(item) ? NotePictures(folder: folder) : nil
        return NotePage(
            page: page, links: try items(of: targets.links, from: item, in: folder),
            pictures: targets.pictures.filter { pictures?.file($0) != nil })
    }

    /// The bytes and the type of a picture that lies beside a note, by its path or name as the note has it; `nil` if there is
    /// none in the imported folder that may be shown.
    public func picture(_ source: String, of item: Item) throws -> (type: PictureType, bytes: [UInt8])? {
        guard let folder = NoteFolder(item.details), try isReadFromItsPath(item),
            let file = NotePictures(folder: folder).file(source)
        else { return nil }
        let bytes = try file.bytes()
        return PictureType(head: Array(bytes.prefix(16))).map { ($0, bytes) }
    }

    /// True for what was imported from the file that it names, or from an export that holds that. A line of JSONL may name any.
    private func isReadFromItsPath(_ item: Item) throws -> Bool {
        guard let path = item.details.path else { return false }
        return try sources(of: item.id).contains { source in
            source.format != SourceFormat.jsonl.identifier && path.isPath(in: source.path)
        }
    }

    private func items(
        of targets: Set<String>, from item: Item, in folder: NoteFolder
    ) throws -> [String: ItemID] {
        try store.read { snapshot in
            let links = LinkedItems(snapshot: snapshot, folder: folder)
            let found = try targets.reduce(into: [String: ItemID]()) { $0[$1] = try links.item($1) }
            // In an export of many notes they name each other by title.
            let titled = try snapshot.items(titled: targets.subtracting(found.keys), besides: item.id)
            return found.merging(titled) { found, _ in found }
        }
    }
}

/// Finds the items that a note's links lead to.
private struct LinkedItems {
    let snapshot: LibrarySnapshot
    let folder: NoteFolder

    /// The item at the path of `target`, or else the file of that name that is nearest to the imported folder's top.
    func item(_ target: String) throws -> ItemID? {
        if let note = JoplinLink.note(target) { return try snapshot.hasItem(note) ? note : nil }
        let path = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
        for file in [path + ".md", path] {
            for path in folder.paths(of: String(file)) {
                if let id = try snapshot.item(ofFile: path) { return id }
            }
        }
        return try named(String(path) + ".md") ?? named(String(path))
    }

    private func named(_ file: String) throws -> ItemID? {
        guard let name = file.split(separator: "/").last, !file.contains("..") else { return nil }
        let suffix = "/" + file.lowercased()
        let found = try snapshot.items(ofFilesNamed: String(name)).filter {
            $0.path.hasPrefix(folder.root + "/") && $0.path.lowercased().hasSuffix(suffix)
        }
        return found.min { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }?.id
    }
}

extension Item {
    /// True for notes but those of Org, and for documents whose file is Markdown.
    public var isMarkdown: Bool {
        switch details {
        case .note(let note): !note.path.lowercased().hasSuffix(".org")
        case .document(let document): MarkdownMarks.isMarkdown(path: document.path)
        case .email, .message: false
        }
    }
}
