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
        /// True if what its file says beside the message is that it is a draft.
        var isDraft = false
        /// The mail that it came within, whose labels are its own: what its sender writes there of labels is nothing.
        fileprivate var outer: EmailDetails?

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

    /// The item for `message`, with items for the attachments that have text, and the mails that are attached to it.
    ///
    /// - Throws: `CancellationError` only.
    /// - Complexity: O(*n*), in memory too.
    public func parse(_ message: [UInt8], from origin: Origin) async throws -> ImportedItem {
        try await parse(message, from: origin, depth: 0)
    }

    private func parse(_ message: [UInt8], from origin: Origin, depth: Int) async throws -> ImportedItem {
        let isDeepest = depth == ImportLimits.attachedMailDepth
        let (item, content) = MailMessage.read(message) {
            (self.item(madeOf: $0, origin, depth), $0.content)
        }
        var imported = ImportedItem(item)
        for (i, part) in content.attachments.enumerated() {
            guard let document = part.document else { continue }
            let place = Self.place(ofAttachment: i, in: origin)
            let failure = try await Self.failure(at: place, in: origin) {
                if document.format == .outlookMessage, !isDeepest {
                    let mail = try await extractor.mail(
                        inOutlookMessage: document.data, path: origin.path, place: place)
                    return try await attach(mail, as: i, to: &imported, origin, depth)
                }
                // Nobody answers for the sender of a mail within a mail.
                if document.format == .calendar, depth == 0,
                    try addEvent(of: document.data, as: i, to: &imported, origin, place)
                {
                    return
                }
                let text = try await extractor.extract(
                    document.data, format: document.format, path: origin.path, place: place)
                let child = Self.item(for: part, document.data, document.format, text, of: item)
                imported.item.attachments[i].item = child.id
                imported.attachmentItems.append(child)
            }
            if let failure { imported.attachmentFailures.append(failure) }
        }
        if !isDeepest {
            for mail in content.attachedMails {
                try await attach(mail.bytes, as: mail.number, to: &imported, origin, depth)
            }
        }
        for (i, part) in content.attachments.enumerated() {
            guard let archive = part.archive else { continue }
            let failure = try await Self.failure(at: Self.place(ofAttachment: i, in: origin), in: origin) {
                try await addDocuments(of: archive, in: part, number: i, to: &imported, origin)
            }
            if let failure { imported.attachmentFailures.append(failure) }
        }
        return imported
    }

    /// The failure of reading an attachment, which loses neither the mail nor the others; `nil` if it was read.
    private static func failure(
        at place: String, in origin: Origin, _ read: () async throws -> Void
    ) async throws -> ImportFailure? {
        do {
            try await read()
            return nil
        } catch let failure as ImportFailure {
            return failure
        } catch let error as CancellationError {
            throw error
        } catch {
            return ImportFailure(
                .parserFailed, path: origin.path, place: place, reason: "The attachment could not be read.")
        }
    }

    /// Adds the event of an attached calendar as an item of its own, which other mails hold too. False if it is none, and of junk,
    /// which nobody takes for what it says.
    private func addEvent(
        of calendar: [UInt8], as number: Int, to imported: inout ImportedItem, _ origin: Origin, _ place: String
    ) throws -> Bool {
        guard case .email(let mail) = imported.item.details, !mail.isJunk, let sender = imported.item.sender,
            sender.mailAddress != nil
        else { return false }
        let input = try DocumentInput(data: calendar, path: origin.path, place: place)
        let events = try CalendarReader().event(
            in: RegularFile(input.file), named: imported.item.attachments[number].name, from: sender)
        guard let event = events.first else { return false }
        imported.item.attachments[number].item = event.id
        imported.attachedMails += events.map { event in
            var event = ImportedItem(event)
            event.invitingMail = imported.item.id
            return event
        }
        return true
    }

    /// Adds the documents of an attached archive, as attachments after the mail's own.
    private func addDocuments(
        of archive: [UInt8], in part: AttachedPart, number: Int, to imported: inout ImportedItem, _ origin: Origin
    ) async throws {
        let place = Self.place(ofAttachment: number, in: origin)
        let members = try await AttachedArchive.members(
            of: archive, named: part.attachment.name, path: origin.path, place: place,
            parserExecutable: extractor.parserExecutable)
        for (position, member) in members.enumerated() {
            let place = "\(place), file \(position + 1)"
            let failure = try await Self.failure(at: place, in: origin) {
                try await addDocument(member, of: part, number: number, to: &imported, path: origin.path, place)
            }
            guard let failure else { continue }
            imported.attachmentFailures.append(
                ImportFailure(failure.code, path: origin.path, place: place, reason: failure.reason))
        }
    }

    private func addDocument(
        _ member: AttachedArchive.Member, of part: AttachedPart, number: Int, to imported: inout ImportedItem,
        path: String, _ place: String
    ) async throws {
        let (format, data) = try member.content.get()
        guard format != .outlookMessage, !data.isEmpty else { return }
        let text = try await extractor.extract(data, format: format, path: path, place: place)
        var inner = part
        inner.attachment = Attachment(
            name: part.attachment.name + "/" + HeaderText.singleLine(member.name), mediaType: "", archive: number)
        let child = Self.item(for: inner, data, format, text, of: imported.item)
        inner.attachment.item = child.id
        imported.item.attachments.append(inner.attachment)
        imported.attachmentItems.append(child)
    }

    /// Adds a mail that is attached as an item of its own, to which the attachment leads.
    private func attach(
        _ mail: [UInt8], as number: Int?, to imported: inout ImportedItem, _ origin: Origin, _ depth: Int
    ) async throws {
        guard let number, imported.item.attachments.indices.contains(number) else { return }
        var inner = Origin(path: origin.path, place: Self.place(ofAttachment: number, in: origin))
        inner.date = imported.item.date
        if case .email(let mail) = imported.item.details { inner.outer = mail }
        let attached = try await parse(mail, from: inner, depth: depth + 1)
        imported.item.attachments[number].item = attached.item.id
        if imported.item.attachments[number].name.isEmpty {
            imported.item.attachments[number].name =
                (attached.item.title.isEmpty ? "mail" : attached.item.title) + ".eml"
        }
        imported.attachedMails.append(attached)
    }

    private static func place(ofAttachment index: Int, in origin: Origin) -> String {
        [origin.place, "attachment \(index + 1)"].compactMap(\.self).joined(separator: ", ")
    }

    /// The item of a message. Of the deepest ones the texts of attached mails are a part.
    private func item(madeOf message: MailMessage, _ origin: Origin, _ depth: Int) -> Item {
        var fields = message.fields
        let content = message.content
        let date = fields.date(fallback: origin.date, now: now())
        var details = fields.details
        details.hasHTML = content.hasHTML
        details.wasReceived = depth > 0 || fields.isDelivered && !SentMail.holds(origin)
        if let outer = origin.outer { details.takePlace(of: outer) }
        // What lies among the junk says of itself whatever its sender wrote.
        if JunkMail.holds(origin) { details.exportedLabels = nil }
        if details.exportedLabels == nil { details.isInJunkFolder = JunkMail.holds(origin) }
        if depth == 0, DraftMail.isDraft(fields, origin) { details.labelAsDraft() }
        var defects = content.defects.union(fields.defects).union(origin.defects)
        if Self.isEncrypted(content.text) { defects.insert(.encrypted) }
        let (text, authored) =
            depth == ImportLimits.attachedMailDepth ? (content.text, content.authored) : content.ownText
        return Item(
            id: message.id, details: .email(details), title: fields.subject,
            sender: fields.sender, recipients: fields.recipients, date: date,
            text: String(decoding: text, as: UTF8.self), authoredRanges: authored,
            attachments: content.attachments.map(\.attachment), externalID: fields.details.messageID, defects: defects)
    }

    /// True for a text with a message in PGP's armor (RFC 9580, 6) in its lines.
    private static func isEncrypted(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in
            text.has("-----BEGIN PGP MESSAGE-----", at: 0)
                || text.firstIndex(of: "\n-----BEGIN PGP MESSAGE-----", from: 0) != nil
        }
    }

    private static func item(
        for part: AttachedPart, _ data: [UInt8], _ format: SourceFormat,
        _ extracted: ExtractedText, of mail: Item
    ) -> Item {
        let id = ItemID(
            identifying: [
                "attachment", mail.id.description, String(part.index), MailMessage.hex(SHA256.digest(data)),
            ])
        return Item(
            id: id,
            details: .document(
                DocumentDetails(
                    format: format.identifier, path: part.attachment.name, pageCount: extracted.pageCount)),
            title: DocumentTitle.title(HeaderText.singleLine(extracted.title)) ?? part.attachment.name,
            sender: mail.sender, date: mail.date, text: extracted.text,
            authoredRanges: extracted.visibleRanges, parent: mail.id,
            defects: extracted.defects)
    }
}
