public import Foundation
public import RecallCore

/// Turns the bytes of one message (RFC 5322, MIME) into an item. Every sequence of bytes gives an item: what cannot be
/// read is left out and flagged.
public struct MailParser: Sendable {
    /// Where a message comes from.
    public struct Origin: Sendable {
        /// The file.
        public var path: String
        /// Where in the file, or `nil` if it is the whole file.
        public var place: String?
        /// The time of its mbox marker or its file, for a message that does not tell its date.
        public var date: Date?
        /// What was already found to be wrong with it.
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
        let (item, attached) = Self.withLineFeeds(message).withUnsafeBufferPointer { read($0, origin) }
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

    /// Bare CR line ends, of programs older than most mail, become LF if the message has no others.
    private static func withLineFeeds(_ message: [UInt8]) -> [UInt8] {
        let start = message.prefix(64 << 10)
        guard !start.contains(10), start.contains(13) else { return message }
        return message.map { $0 == 13 ? 10 : $0 }
    }

    private func read(_ bytes: Bytes, _ origin: Origin) -> (Item, [MailContent.AttachedPart]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let bytes = bytes.slice(start..<bytes.count)
        let structure = MIMEStructure(bytes)
        var fields = MailFields(structure.parts[0].header, bytes)
        let content = MailContent(
            bytes, structure, relation: SubjectMark.relation(fields.subject), sender: fields.sender?.name ?? "")
        let date = fields.date(fallback: origin.date, now: now())
        let defects = content.defects.union(fields.defects).union(origin.defects)
        let item = Item(
            id: Self.identity(fields, content.text), details: .email(fields.details), title: fields.subject,
            sender: fields.sender, recipients: fields.recipients, date: date,
            text: String(decoding: content.text, as: UTF8.self), authoredRanges: content.authored,
            attachments: content.attachments.map(\.attachment), externalID: fields.details.messageID, defects: defects)
        return (item, content.attachments)
    }

    /// The same mail has the same identity wherever it was stored: white space, which transports change, does not count.
    private static func identity(_ fields: MailFields, _ text: [UInt8]) -> ItemID {
        var squeezed: [UInt8] = []
        squeezed.reserveCapacity(text.count + 1)
        for byte in text {
            if !byte.isASCIISpace { squeezed.append(byte) } else if squeezed.last != 32 { squeezed.append(32) }
        }
        let hash = hex(SHA256.digest(squeezed))
        if let id = fields.details.messageID { return ItemID(identifying: ["mail", id, hash]) }
        let from = fields.sender.map { $0.name + " " + $0.address } ?? ""
        return ItemID(identifying: ["mail-without-id", from, fields.dateText, fields.subject, hash])
    }

    private static func item(
        for part: MailContent.AttachedPart, _ data: [UInt8], _ format: DocumentTextExtractor.Format,
        _ extracted: ExtractedText, of mail: Item
    ) -> Item {
        let id = ItemID(
            identifying: ["attachment", mail.id.description, String(part.index), hex(SHA256.digest(data))])
        let whole = extracted.text.isEmpty ? [] : [0..<extracted.text.utf8.count]
        return Item(
            id: id,
            details: .document(
                DocumentDetails(
                    format: format.rawValue, path: part.attachment.name, pageCount: extracted.pageCount)),
            title: extracted.title.isEmpty ? part.attachment.name : HeaderText.singleLine(extracted.title),
            sender: mail.sender, date: mail.date, text: extracted.text,
            authoredRanges: MailBodyText.subtract(extracted.hiddenRanges, from: whole), parent: mail.id,
            defects: extracted.defects)
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits: [UInt8] = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
