import Foundation
import RecallCore

/// The files beside a note that it embeds or links to: pictures, recordings, documents. They are known by name alone; no file
/// is looked for, so there need be none.
struct EmbeddedFiles {
    /// The files, each once, in their order.
    private(set) var attachments: [Attachment] = []
    private var seen: Set<String> = []
    /// The names of files that were given with their folders, and of those given by name alone, which may be one of them.
    private var inFolders: Set<String> = []
    private var byName: Set<String> = []

    /// Adds the file at `path`, unless that is an address of the web, a note or a page.
    mutating func add(path: String) {
        guard attachments.count < NoteFiles.most, !path.contains(":"), !path.hasPrefix("//") else { return }
        let name = CleanText.line(AbsolutePath.name(path))
        let mediaType = MediaType.named(name)
        guard !mediaType.isEmpty, seen.insert(path).inserted, !isKnown(name, isAlone: !path.contains("/")) else {
            return
        }
        attachments.append(Attachment(name: name, mediaType: mediaType))
    }

    /// True if a file of that name was added, and one of the two was given by its name alone: note apps look for it in all folders.
    private mutating func isKnown(_ name: String, isAlone: Bool) -> Bool {
        if isAlone {
            byName.insert(name)
            return inFolders.contains(name)
        }
        inFolders.insert(name)
        return byName.remove(name) != nil
    }

    /// Adds the file that the address of a Markdown link leads to.
    mutating func add(address: String) {
        let path = String(address.prefix { $0 != "?" && $0 != "#" })
        add(path: path.removingPercentEncoding ?? path)
    }
}
