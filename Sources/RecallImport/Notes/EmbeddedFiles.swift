import Foundation
import RecallCore

/// The files beside a note that it embeds or links to: pictures, recordings, documents. They are known by name alone; no file
/// is looked for, so there need be none.
struct EmbeddedFiles {
    /// The files, each once, in their order.
    private(set) var attachments: [Attachment] = []
    private var seen: Set<String> = []

    /// Adds the file at `path`, unless that is an address of the web, a note or a page.
    mutating func add(path: String) {
        guard attachments.count < NoteFiles.most, !path.contains(":"), !path.hasPrefix("//") else { return }
        let name = CleanText.line(AbsolutePath.name(path))
        let mediaType = MediaType.named(name)
        guard !mediaType.isEmpty, seen.insert(path).inserted else { return }
        attachments.append(Attachment(name: name, mediaType: mediaType))
    }

    /// Adds the file that the address of a Markdown link leads to.
    mutating func add(address: String) {
        let path = String(address.prefix { $0 != "?" && $0 != "#" })
        add(path: path.removingPercentEncoding ?? path)
    }
}
