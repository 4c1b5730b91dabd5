import Foundation
import GRDB
import RecallCore

/// Encodes and decodes the JSON columns through records that are part of the schema.
enum JSONColumns {
    static func encode(_ details: ItemDetails) throws -> String {
        try text(ItemDetailsRecord(details))
    }

    /// The value of the column, NULL if there are no attachments.
    static func encode(_ attachments: [Attachment]) throws -> String? {
        attachments.isEmpty ? nil : try text(attachments.map(AttachmentRecord.init))
    }

    static func details(_ column: String) throws(StoreError) -> ItemDetails {
        try record(ItemDetailsRecord.self, column).details
    }

    static func attachments(_ column: String?) throws(StoreError) -> [Attachment] {
        guard let column else { return [] }
        return try record([AttachmentRecord].self, column).map(\.attachment)
    }

    /// The value of the column, NULL if there are no quoted texts.
    static func encode(_ quotedTexts: [QuotedText]) throws -> String? {
        quotedTexts.isEmpty ? nil : try text(quotedTexts.map(QuotedTextRecord.init))
    }

    static func quotedTexts(_ column: String?) throws(StoreError) -> [QuotedText] {
        guard let column else { return [] }
        return try record([QuotedTextRecord].self, column).map(\.quotedText)
    }

    static func encode(_ answer: AnswerRecord) throws -> String {
        try text(answer)
    }

    static func answer(_ column: String) throws(StoreError) -> AnswerRecord {
        try record(AnswerRecord.self, column)
    }

    static func encode(_ item: CitedItemRecord) throws -> String {
        try text(item)
    }

    static func citedItem(_ column: String) throws(StoreError) -> CitedItemRecord {
        try record(CitedItemRecord.self, column)
    }

    private static func text(_ record: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
    }

    private static func record<Record: Decodable>(_ type: Record.Type, _ column: String) throws(StoreError) -> Record {
        do {
            return try JSONDecoder().decode(type, from: Data(column.utf8))
        } catch {
            // Foundation's description of the error may contain text of the item.
            throw .damagedValue
        }
    }
}
