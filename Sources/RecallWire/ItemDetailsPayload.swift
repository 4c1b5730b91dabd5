import Foundation
import RecallCore

/// The details that only an item's kind has.
enum ItemDetailsPayload: Encodable, Sendable {
    struct Email: Encodable {
        let messageID: String?
        let inReplyTo, references: [String]
        let listID: String?
        let hasHTML: Bool?
        let labels: [String]?
        /// True among the junk or in the trash, else absent.
        let isJunk: Bool?
    }

    struct Message: Encodable {
        let platform: String
        let isSystemNotice: Bool
        /// The texts of before edits; absent if there are none.
        let earlierTexts: [String]?
    }

    struct Document: Encodable {
        let format, path: String
        let pages: Int?
        let created, modified, fileModified: Date?
        let pageStarts: [Int]?
    }

    struct Note: Encodable {
        let path, notebook: String
        let tags, links, aliases: [String]
        let properties: [Property]?
        let fileModified: Date?
    }

    struct Property: Encodable {
        let name, value: String
    }

    case email(Email)
    case message(Message)
    case document(Document)
    case note(Note)

    init(_ details: ItemDetails) {
        self =
            switch details {
            case .email(let email):
                .email(
                    Email(
                        messageID: email.messageID, inReplyTo: email.inReplyTo, references: email.references,
                        listID: email.listID, hasHTML: email.hasHTML, labels: email.labels.isEmpty ? nil : email.labels,
                        isJunk: email.isJunk ? true : nil)
                )
            case .message(let message):
                .message(
                    Message(
                        platform: message.platform, isSystemNotice: message.isSystemNotice,
                        earlierTexts: message.earlierTexts.isEmpty ? nil : message.earlierTexts))
            case .document(let document):
                .document(
                    Document(
                        format: document.format, path: document.path, pages: document.pageCount,
                        created: document.created, modified: document.modified, fileModified: document.fileModified,
                        pageStarts: document.pageStarts.isEmpty ? nil : document.pageStarts))
            case .note(let note):
                .note(
                    Note(
                        path: note.path, notebook: note.notebook, tags: note.tags, links: note.links,
                        aliases: note.aliases,
                        properties: note.properties.isEmpty
                            ? nil : note.properties.map { Property(name: $0.name, value: $0.value) },
                        fileModified: note.fileModified))
            }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .email(let email): try email.encode(to: encoder)
        case .message(let message): try message.encode(to: encoder)
        case .document(let document): try document.encode(to: encoder)
        case .note(let note): try note.encode(to: encoder)
        }
    }
}
