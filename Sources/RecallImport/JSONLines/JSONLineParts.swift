import Foundation
import RecallCore

/// The parts of a line that `recall export` writes and that scripts rarely do: `details`, `attachments`, `authored`.
///
/// Their names are those of `recall show --format json`.
enum JSONLineParts {
    /// A file attached to the item. Its bytes are not in the line.
    struct AttachedFile: Codable {
        var name: String
        var type: String?
        var bytes: Int?
    }

    /// Properties that only items of some kind have. Dates are in RFC 3339.
    struct Details: Codable {
        var listID: String?
        var hasHTML: Bool?
        var labels: [String]?
        var wasReceived: Bool?
        var isJunk: Bool?
        var platform: String?
        var isSystemNotice: Bool?
        /// The id of the item that a message answers.
        var answers: String?
        var edited: String?
        /// The texts that a message had before edits.
        var earlierTexts: [String]?
        var format: String?
        var path: String?
        var pages: Int?
        var pageStarts: [Int]?
        var created: String?
        var modified: String?
        var fileModified: String?
        var notebook: String?
        var tags: [String]?
        var links: [String]?
        var aliases: [String]?
        var properties: [Property]?
    }

    struct Property: Codable {
        var name: String
        var value: String
    }
}

extension JSONLineParts.AttachedFile {
    init(_ attachment: Attachment) {
        name = attachment.name
        type = attachment.mediaType.isEmpty ? nil : attachment.mediaType
        bytes = attachment.byteCount
    }

    /// The attachment, with a name that is safe to show.
    var attachment: Attachment {
        Attachment(name: CleanText.line(name), mediaType: CleanText.line(type ?? "").lowercased(), byteCount: bytes)
    }
}

extension JSONLineParts.Details {
    init(_ details: ItemDetails) {
        switch details {
        case .email(let email):
            (listID, hasHTML) = (email.listID, email.hasHTML)
            labels = email.labels.isEmpty ? nil : email.labels
            wasReceived = email.wasReceived ? true : nil
            isJunk = email.isJunk ? true : nil
        case .message(let message):
            (platform, isSystemNotice) = (message.platform, message.isSystemNotice ? true : nil)
            answers = message.answers?.description
            edited = message.edited.flatMap(RFC3339.text)
            earlierTexts = message.earlierTexts.isEmpty ? nil : message.earlierTexts
        case .document(let document):
            (format, path, pages) = (document.format, document.path, document.pageCount)
            pageStarts = document.pageStarts.isEmpty ? nil : document.pageStarts
            (created, modified) = (document.created.flatMap(RFC3339.text), document.modified.flatMap(RFC3339.text))
            fileModified = document.fileModified.flatMap(RFC3339.text)
        case .note(let note):
            (path, notebook) = (note.path, note.notebook)
            (tags, links, aliases) = (note.tags, note.links, note.aliases)
            properties =
                note.properties.isEmpty
                ? nil : note.properties.map { JSONLineParts.Property(name: $0.name, value: $0.value) }
            fileModified = note.fileModified.flatMap(RFC3339.text)
        }
    }

    /// Adds what is given to the details of an item with this text.
    func add(to details: inout ItemDetails, textBytes: Int) {
        switch details {
        case .email(var email):
            (email.listID, email.hasHTML) = (listID.map(CleanText.line), hasHTML)
            email.labels = (labels ?? []).map(CleanText.line)
            email.wasReceived = wasReceived ?? false
            email.isInJunkFolder = isJunk ?? false
            details = .email(email)
        case .message(var message):
            message.platform = platform.map(CleanText.line) ?? message.platform
            message.isSystemNotice = isSystemNotice ?? false
            message.answers = answers.flatMap { ItemID($0) }
            message.edited = edited.flatMap(RFC3339.date)
            message.earlierTexts = Self.bounded(earlierTexts ?? [])
            details = .message(message)
        case .document(var document):
            document.format = format.map(CleanText.line) ?? document.format
            document.path = path.map(CleanText.line) ?? document.path
            document.pageCount = pages
            document.pageStarts = pageStarts.map { Self.ascending($0, below: textBytes) } ?? []
            (document.created, document.modified) = (created.flatMap(RFC3339.date), modified.flatMap(RFC3339.date))
            document.fileModified = fileModified.flatMap(RFC3339.date)
            details = .document(document)
        case .note(var note):
            note.path = path.map(CleanText.line) ?? note.path
            note.notebook = CleanText.line(notebook ?? "")
            (note.tags, note.links) = ((tags ?? []).map(CleanText.line), (links ?? []).map(CleanText.line))
            note.aliases = (aliases ?? []).map(CleanText.line)
            note.properties = (properties ?? []).map {
                NoteDetails.Property(CleanText.line($0.name), CleanText.line($0.value))
            }
            note.fileModified = fileModified.flatMap(RFC3339.date)
            details = .note(note)
        }
    }

    /// The texts, as many as a library keeps.
    private static func bounded(_ earlierTexts: [String]) -> [String] {
        var room = MessageDetails.mostEarlierBytes
        return earlierTexts.prefix(MessageDetails.mostEarlierTexts).map { CleanText($0).text }.prefix { text in
            room -= text.utf8.count
            return room >= 0
        }
    }

    /// `starts` if they can be those of pages; else none.
    private static func ascending(_ starts: [Int], below end: Int) -> [Int] {
        let isPlausible = zip(starts, starts.dropFirst()).allSatisfy(<=) && starts.allSatisfy { 0...end ~= $0 }
        return isPlausible ? starts : []
    }
}
