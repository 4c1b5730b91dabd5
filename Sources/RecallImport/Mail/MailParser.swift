public import Foundation
public import RecallCore

/// Parses one message (RFC 5322, MIME) into an item. Any sequence of bytes gives an item; parts that cannot be read
/// are dropped and flagged as defects.
public struct MailParser: Sendable {
    /// The origin of a message.
    public struct Origin: Sendable {
        /// The file.
        public var path: String
        /// The position in the file; `nil` if the message is the whole file.
        public var place: String?
        /// The time of its mbox marker or its file, for a message without a date.
        public var date: Date?
        /// Defects found before parsing.
        public var defects: Set<Defect>

        /// A message at `place` in the file at `path`.
        public init(path: String, place: String? = nil, date: Date? = nil, defects: Set<Defect> = []) {
            self.path = path
            self.place = place
            self.date = date
            self.defects = defects
        }
    }

    private let extractor: DocumentTextExtractor
    private let now: @Sendable () -> Date

    /// A parser whose attachments are read by `extractor`. Dates more than two days after `now` are not believed.
    public init(extractor: DocumentTextExtractor, now: @escaping @Sendable () -> Date) {
        self.extractor = extractor
        self.now = now
    }

    /// The item for `message`, with items for the attachments that have text.
    ///
    /// - Throws: `CancellationError` only.
    /// - Complexity: O(*n*), in memory too.
    public func parse(_ message: [UInt8], from origin: Origin) async throws -> ImportedItem {
        let (item, attached) = MailMessage.read(message) { self.item(madeOf: $0, origin) }
        var imported = ImportedItem(item)
        for (i, part) in attached.enumerated() {
            guard let document = part.document else { continue }
            let place = [origin.place, "attachment \(i + 1)"].compactMap(\.self).joined(separator: ", ")
            do {
                let text = try await extractor.extract(
                    document.data, format: document.format, path: origin.path, place: place)
                let child = Self.item(for: part, document.data, document.format, text, of: item)
                imported.item.attachments[i].item = child.id
                imported.attachmentItems.append(child)
            } catch let failure as ImportFailure {
                imported.attachmentFailures.append(failure)
            } catch let error as CancellationError {
                throw error
            } catch {
                imported.attachmentFailures.append(
                    ImportFailure(
                        .parserFailed, path: origin.path, place: place, reason: "The attachment could not be read."))
            }
        }
        return imported
    }

    private func item(madeOf message: MailMessage, _ origin: Origin) -> (Item, [AttachedPart]) {
        var fields = message.fields
        let content = message.content
        let date = fields.date(fallback: origin.date, now: now())
        var details = fields.details
        details.hasHTML = content.hasHTML
        let defects = content.defects.union(fields.defects).union(origin.defects)
        let item = Item(
            id: message.id, details: .email(details), title: fields.subject,
            sender: fields.sender, recipients: fields.recipients, date: date,
            text: String(decoding: content.text, as: UTF8.self), authoredRanges: content.authored,
            attachments: content.attachments.map(\.attachment), externalID: fields.details.messageID, defects: defects)
        return (item, content.attachments)
    }

    private static func item(
        for part: AttachedPart, _ data: [UInt8], _ format: SourceFormat,
        _ extracted: ExtractedText, of mail: Item
    ) -> Item {
        let id = ItemID(
            identifying: [
                "attachment", mail.id.description, String(part.index), MailMessage.hex(SHA256.digest(data)),
            ])
        let whole = extracted.text.isEmpty ? [] : [0..<extracted.text.utf8.count]
        return Item(
            id: id,
            details: .document(
                DocumentDetails(
                    format: format.identifier, path: part.attachment.name, pageCount: extracted.pageCount)),
            title: extracted.title.isEmpty ? part.attachment.name : HeaderText.singleLine(extracted.title),
            sender: mail.sender, date: mail.date, text: extracted.text,
            authoredRanges: MailBodyText.subtract(extracted.hiddenRanges, from: whole), parent: mail.id,
            defects: extracted.defects)
    }
}
