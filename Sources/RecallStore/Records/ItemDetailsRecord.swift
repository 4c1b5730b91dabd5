import Foundation
import RecallCore

/// An item's details as stored in the column `item_content.details`: JSON such as `{"email":{"_0":{…}}}`.
///
/// Part of the schema: the names are stored, so they stay even if the domain types are renamed. Only optional values
/// may be added.
enum ItemDetailsRecord: Codable {
    case email(Email)
    case message(Message)
    case document(Document)
    case note(Note)

    enum CodingKeys: String, CodingKey {
        case email = "email"
        case message = "message"
        case document = "document"
        case note = "note"
    }

    enum EmailCodingKeys: String, CodingKey {
        case _0 = "_0"
    }

    enum MessageCodingKeys: String, CodingKey {
        case _0 = "_0"
    }

    enum DocumentCodingKeys: String, CodingKey {
        case _0 = "_0"
    }

    enum NoteCodingKeys: String, CodingKey {
        case _0 = "_0"
    }

    struct Email: Codable {
        var messageID: String?
        var inReplyTo: [String]
        var references: [String]
        var listID: String?
        /// Missing in libraries of versions that did not store it.
        var hasHTML: Bool?
        /// Missing if there are none.
        var labels: [String]?
        /// Missing if it was not, and in libraries of versions that did not store it.
        var wasReceived: Bool?
        /// Missing if it is none, and in libraries of versions that did not store it.
        var isJunk: Bool?
        /// As `EmailDetails` has them; missing in libraries of versions that did not store them.
        var isInJunkFolder: Bool?
        var exportedLabels: ExportedLabels?

        enum CodingKeys: String, CodingKey {
            case labels = "labels"
            case wasReceived = "wasReceived"
            case isJunk = "isJunk"
            case isInJunkFolder = "isInJunkFolder"
            case exportedLabels = "exportedLabels"
            case messageID = "messageID"
            case inReplyTo = "inReplyTo"
            case references = "references"
            case listID = "listID"
            case hasHTML = "hasHTML"
        }
    }

    struct ExportedLabels: Codable {
        var names: [String]
        var areJunk: Bool
        var exported: Int64

        enum CodingKeys: String, CodingKey {
            case names = "names"
            case areJunk = "areJunk"
            case exported = "exported"
        }
    }

    struct Message: Codable {
        var platform: String
        var isSystemNotice: Bool
        /// Milliseconds since 1970; missing if it was not edited.
        var edited: Int64?
        /// Missing if there are none.
        var earlierTexts: [String]?

        enum CodingKeys: String, CodingKey {
            case platform = "platform"
            case isSystemNotice = "isSystemNotice"
            case edited = "edited"
            case earlierTexts = "earlierTexts"
        }
    }

    struct Document: Codable {
        var format: String
        var path: String
        var pageCount: Int?
        /// Milliseconds since 1970. These four are missing in libraries of versions that did not store them.
        var created: Int64?
        var modified: Int64?
        var fileModified: Int64?
        var pageStarts: [Int]?
        /// Missing if it is no event, and in libraries of versions that did not store it.
        var event: Event?
        /// Missing if there are none.
        var nicknames: [String]?

        enum CodingKeys: String, CodingKey {
            case event = "event"
            case nicknames = "nicknames"
            case format = "format"
            case path = "path"
            case pageCount = "pageCount"
            case created = "created"
            case modified = "modified"
            case fileModified = "fileModified"
            case pageStarts = "pageStarts"
        }
    }

    struct Event: Codable {
        var sequence: Int
        /// Milliseconds since 1970; missing if the calendar states none.
        var stamp: Int64?

        enum CodingKeys: String, CodingKey {
            case sequence = "sequence"
            case stamp = "stamp"
        }
    }

    struct Note: Codable {
        var path: String
        var notebook: String
        var tags: [String]
        var links: [String]
        var aliases: [String]
        /// Missing if there are none.
        var properties: [Property]?
        /// Milliseconds since 1970; missing in libraries of versions that did not store it.
        var fileModified: Int64?

        enum CodingKeys: String, CodingKey {
            case path = "path"
            case notebook = "notebook"
            case tags = "tags"
            case links = "links"
            case aliases = "aliases"
            case properties = "properties"
            case fileModified = "fileModified"
        }
    }

    struct Property: Codable {
        var name: String
        var value: String

        enum CodingKeys: String, CodingKey {
            case name = "name"
            case value = "value"
        }
    }
}

extension ItemDetailsRecord {
    init(_ details: ItemDetails) {
        switch details {
        case .email(let mail):
            self = .email(
                Email(
                    messageID: mail.messageID, inReplyTo: mail.inReplyTo, references: mail.references,
                    listID: mail.listID, hasHTML: mail.hasHTML, labels: mail.labels.isEmpty ? nil : mail.labels,
                    wasReceived: mail.wasReceived ? true : nil, isJunk: mail.isJunk ? true : nil,
                    isInJunkFolder: mail.isInJunkFolder,
                    exportedLabels: mail.exportedLabels.map {
                        .init(names: $0.names, areJunk: $0.areJunk, exported: $0.exported)
                    }))
        case .message(let message):
            self = .message(
                Message(
                    platform: message.platform, isSystemNotice: message.isSystemNotice,
                    edited: message.edited?.storedValue,
                    earlierTexts: message.earlierTexts.isEmpty ? nil : message.earlierTexts))
        case .document(let document):
            self = .document(
                Document(
                    format: document.format, path: document.path, pageCount: document.pageCount,
                    created: document.created?.storedValue, modified: document.modified?.storedValue,
                    fileModified: document.fileModified?.storedValue,
                    pageStarts: document.pageStarts.isEmpty ? nil : document.pageStarts,
                    event: document.event.map { Event(sequence: $0.sequence, stamp: $0.stamp?.storedValue) },
                    nicknames: document.nicknames.isEmpty ? nil : document.nicknames))
        case .note(let note):
            self = .note(
                Note(
                    path: note.path, notebook: note.notebook, tags: note.tags, links: note.links,
                    aliases: note.aliases,
                    properties: note.properties.isEmpty
                        ? nil : note.properties.map { Property(name: $0.name, value: $0.value) },
                    fileModified: note.fileModified?.storedValue))
        }
    }

    var details: ItemDetails {
        switch self {
        case .email(let mail):
            var details = EmailDetails(
                messageID: mail.messageID, inReplyTo: mail.inReplyTo, references: mail.references, listID: mail.listID)
            details.hasHTML = mail.hasHTML
            details.wasReceived = mail.wasReceived ?? false
            details.isInJunkFolder = mail.isInJunkFolder
            details.exportedLabels = mail.exportedLabels.map {
                RecallCore.ExportedLabels($0.names, areJunk: $0.areJunk, exported: $0.exported)
            }
            details.labels = mail.labels ?? []
            return .email(details)
        case .message(let message):
            var details = MessageDetails(
                platform: message.platform, isSystemNotice: message.isSystemNotice,
                edited: message.edited.map(Date.init(storedValue:)))
            details.earlierTexts = message.earlierTexts ?? []
            return .message(details)
        case .document(let document):
            var details = DocumentDetails(
                format: document.format, path: document.path, pageCount: document.pageCount,
                created: document.created.map(Date.init(storedValue:)),
                modified: document.modified.map(Date.init(storedValue:)),
                fileModified: document.fileModified.map(Date.init(storedValue:)),
                pageStarts: document.pageStarts ?? [])
            details.event = document.event.map {
                EventVersion(sequence: $0.sequence, stamp: $0.stamp.map(Date.init(storedValue:)))
            }
            details.nicknames = document.nicknames ?? []
            return .document(details)
        case .note(let note):
            return .note(
                NoteDetails(
                    path: note.path, notebook: note.notebook, tags: note.tags, links: note.links,
                    aliases: note.aliases,
                    properties: (note.properties ?? []).map { NoteDetails.Property($0.name, $0.value) },
                    fileModified: note.fileModified.map(Date.init(storedValue:))))
        }
    }
}
