import RecallCore

/// The text and the attachments of a message, taken from its parts.
struct MailContent {
    /// The text of all inline text parts in their order: UTF-8, LF line ends.
    private(set) var text: [UInt8] = []
    /// The ranges written by the author of the mail.
    private(set) var authored: [Range<Int>] = []
    /// The parts that are not text to read at once.
    private(set) var attachments: [AttachedPart] = []
    /// True if a part that is not an attachment is HTML, whether it was read or not.
    private(set) var hasHTML = false
    /// The mails within this one that are items of their own. Those within them are theirs.
    private(set) var attachedMails: [AttachedMail] = []
    /// The defects of the content.
    private(set) var defects: Set<Defect> = []

    private let bytes: Bytes
    private let parts: [MIMEPart]
    private let relation: MailQuotes.Relation
    private let sender: String
    /// True if text parts are skipped, because another alternative of the same text was chosen.
    private var skipsText = false
    /// The number of the first part, where these parts are inside an encoded one.
    private let firstIndex: Int
    private let wanted: AttachedPart.Wanted
    /// The number of attachments listed before those of this content.
    private let attachmentsBefore: Int
    /// True within a mail that is an item of its own.
    private var isWithinAttached: Bool

    /// Collects from the parts of the message in `bytes`.
    init(
        _ bytes: Bytes, _ structure: MIMEStructure, relation: MailQuotes.Relation, sender: String,
        wanted: AttachedPart.Wanted,
        firstIndex: Int = 0, attachmentsBefore: Int = 0, isWithinAttached: Bool = false
    ) {
        self.bytes = bytes
        parts = structure.parts
        self.relation = relation
        self.sender = sender
        self.wanted = wanted
        self.firstIndex = firstIndex
        self.attachmentsBefore = attachmentsBefore
        self.isWithinAttached = isWithinAttached
        collect(0, isFirst: true)
        listAttachedMails()
        defects.formUnion(structure.defects)
    }

    private mutating func collect(_ index: Int, isFirst: Bool) {
        let part = parts[index]
        switch (part.contentType.type, part.contentType.subtype) {
        case ("multipart", "encrypted"): collectEncrypted(part)
        case ("multipart", "alternative") where part.children.count > 1: collectAlternative(part, isFirst: isFirst)
        case ("multipart", _) where !part.children.isEmpty: collectChildren(part, isFirst: isFirst)
        case ("multipart", _): collectBrokenMultipart(index)
        case ("message", _) where !part.children.isEmpty: collectMessage(index, isFirst: isFirst)
        case ("message", "rfc822"): collectEncodedMessage(index)
        default: collectLeaf(index, isFirst: isFirst)
        }
    }

    private mutating func collectChildren(_ part: MIMEPart, isFirst: Bool) {
        let isSigned = part.contentType.subtype == "signed"
        for (i, child) in part.children.enumerated() {
            if isSigned, i > 0 {
                list(child)
            } else {
                collect(child, isFirst: i == 0 && (isFirst || part.contentType.subtype != "related"))
            }
        }
    }

    /// A multipart without parts: if its boundary never came, or it is nested too deep, its body is taken as text.
    private mutating func collectBrokenMultipart(_ index: Int) {
        guard !parts[index].hasBoundary else { return }
        if !parts[index].body.isEmpty { defects.insert(.badStructure) }
        appendText(index, MIMEContentType())
    }

    private mutating func collectEncrypted(_ part: MIMEPart) {
        defects.insert(.encrypted)
        for child in part.children where parts[child].contentType.mediaType != "application/pgp-encrypted" {
            list(child)
        }
    }

    /// RFC 2046, 5.1.4: plain text if there is any worth the name, else the richest form that can be read.
    private mutating func collectAlternative(_ part: MIMEPart, isFirst: Bool) {
        let plain = part.children.first { hasText($0, "plain") }
        let html = part.children.last { hasText($0, "html") && $0 != plain }
        var chosen = plain ?? html
        if let plain, let html, isStub(plain, isFirst: isFirst) { chosen = plain == html ? plain : html }
        let skipped = skipsText
        for child in part.children {
            skipsText = skipped || child != (chosen ?? part.children.last)
            collect(child, isFirst: isFirst || child == chosen)
        }
        skipsText = skipped
    }

    /// True if the plain alternative is empty or only points to the HTML one.
    private func isStub(_ index: Int, isFirst: Bool) -> Bool {
        // Alternatives within alternatives would be looked at twice on each level.
        guard parts[index].children.isEmpty, parts[index].body.count < 4 << 10 else { return false }
        var probe = self
        (probe.text, probe.authored, probe.attachments, probe.skipsText) = ([], [], [], false)
        probe.collect(index, isFirst: true)
        guard probe.text.count < 400 else { return false }
        return probe.text.withUnsafeBufferPointer { text in
            text.trimmed(0..<text.count).isEmpty || text.containsIgnoringCase("html")
                || text.containsIgnoringCase("view this email in your browser")
        }
    }

    private func hasText(_ index: Int, _ subtype: String) -> Bool {
        let part = parts[index]
        if part.contentType.type == "multipart" { return part.children.contains { hasText($0, subtype) } }
        return part.contentType.type == "text" && part.contentType.subtype == subtype && !part.isAttachment
    }

    private mutating func collectLeaf(_ index: Int, isFirst: Bool) {
        let part = parts[index]
        if part.contentType.mediaType == "text/html", !part.isAttachment { hasHTML = true }
        let isReadable = part.contentType.type == "text" && Self.readableSubtypes.contains(part.contentType.subtype)
        if isReadable, !part.isAttachment, isFirst || part.contentType.name.isEmpty {
            if !skipsText { appendText(index, part.contentType) }
            return
        }
        switch part.contentType.mediaType {
        case "application/pgp-encrypted": defects.insert(.encrypted)
        case "application/pkcs7-mime", "application/x-pkcs7-mime": collectSMIME(index)
        case "application/ms-tnef", "application/vnd.ms-tnef": collectTNEF(index)
        default: part.isMailFile ? collectMailFile(index) : list(index)
        }
    }

    private static let readableSubtypes: Set<String> = [
        "plain", "html", "markdown", "enriched", "richtext", "x-markdown",
    ]

    /// A message within the message: its fields, then its text.
    private mutating func collectMessage(_ index: Int, isFirst: Bool) {
        let part = parts[index]
        let isListed = part.isAttachment || !part.contentType.name.isEmpty
        if isListed { list(index) }
        guard let child = part.children.first else { return }
        collectAttached(bytes.slice(part.body), in: index, number: isListed ? attachments.count - 1 : nil) { content in
            if !content.skipsText { content.appendHeaderLines(of: content.parts[child].header) }
            content.collect(child, isFirst: true)
        }
    }

    /// Collects from a message within this one with `body`, and keeps it if it is an item of its own.
    private mutating func collectAttached(
        _ message: Bytes, in index: Int, number: Int?, _ body: (inout MailContent) -> Void
    ) {
        let isItem = mayAttach && parts[index].contentType.subtype != "partial" && AttachedMail.isMail(message)
        let (around, start) = (isWithinAttached, text.count)
        isWithinAttached = around || isItem
        body(&self)
        isWithinAttached = around
        if isItem {
            attachedMails.append(AttachedMail(Array(message), text: start..<text.count, part: index, number: number))
        }
    }

    private var mayAttach: Bool {
        !isWithinAttached && !skipsText && attachedMails.count < ImportLimits.attachedMails
    }

    /// Those that no list of attachments shows come last, so that the others keep their numbers.
    private mutating func listAttachedMails() {
        for index in attachedMails.indices where attachedMails[index].number == nil {
            attachedMails[index].number = attachments.count
            list(attachedMails[index].part)
        }
    }

    private mutating func appendHeaderLines(of header: HeaderBlock) {
        let fields: [(HeaderName, String)] = [(.from, "From"), (.date, "Date"), (.subject, "Subject"), (.to, "To")]
        let lines = fields.compactMap { name, label in
            header.first(name, bytes).map {
                "\(label): \(HeaderText.unstructured(bytes.slice($0.prefixRange(1 << 10)), &defects))"
            }
        }
        append(Array(lines.joined(separator: "\n").utf8), authored: [])
    }

    /// A message in base64 or quoted-printable, which RFC 2046 forbids and some programs write.
    private mutating func collectEncodedMessage(_ index: Int) {
        list(index)
        guard !skipsText else { return }
        let message = TransferEncoding.decode(bytes.slice(parts[index].body), parts[index].encoding)
        message.withUnsafeBufferPointer { bytes in
            collectAttached(bytes, in: index, number: attachments.count - 1) { $0.collect(message, in: index) }
        }
    }

    /// A mail that was attached as a file of no type.
    private mutating func collectMailFile(_ index: Int) {
        list(index)
        guard mayAttach else { return }
        let message = TransferEncoding.decode(bytes.slice(parts[index].body), parts[index].encoding)
        guard message.withUnsafeBufferPointer(AttachedMail.isMail) else { return }
        attachedMails.append(
            AttachedMail(message, text: text.count..<text.count, part: index, number: attachments.count - 1))
    }

    /// S/MIME data: signed content is read, encrypted content cannot be.
    private mutating func collectSMIME(_ index: Int) {
        list(index)
        let data = TransferEncoding.decode(bytes.slice(parts[index].body), parts[index].encoding)
        if let content = CMSSignedData.content(data) {
            if !skipsText { collect(content, in: index) }
        } else if parts[index].contentType.smimeType != "certs-only" {
            defects.insert(.encrypted)
        }
    }

    /// A mail as Outlook sends it to its own kind: files, and the text, if nothing else has it.
    private mutating func collectTNEF(_ index: Int) {
        let data = TransferEncoding.decode(bytes.slice(parts[index].body), parts[index].encoding)
        list(index)
        guard let message = OutlookMessage(tnef: data[...]) else { return }
        let skipped = skipsText
        skipsText = skipped || !text.isEmpty
        collect(OutlookMail.bytes(of: message), in: index)
        skipsText = skipped
    }

    /// Collects from the message that the part `index` holds in an encoded form.
    private mutating func collect(_ message: [UInt8], in index: Int) {
        let depth = parts[index].depth + 1
        guard depth <= ImportLimits.mimeDepth else {
            // What is nested too deep is one part, as it is.
            defects.insert(.overLimit)
            let body = MailBodyText(message, MIMEContentType(), relation: relation, sender: sender)
            return append(body.text, authored: body.authored)
        }
        message.withUnsafeBufferPointer { message in
            let content = MailContent(
                message, MIMEStructure(message, depth: depth), relation: relation, sender: sender, wanted: wanted,
                firstIndex: firstIndex + index + 1, attachmentsBefore: attachmentsBefore + attachments.count,
                isWithinAttached: isWithinAttached)
            let before = (text: text.count, attachments: attachments.count)
            if !skipsText { append(content.text, authored: content.authored) }
            attachments += content.attachments
            attachedMails += content.attachedMails.map {
                $0.moved(
                    into: before.text..<text.count, of: content.text.count, attachmentsBefore: before.attachments,
                    part: index)
            }
            hasHTML = hasHTML || content.hasHTML
            defects.formUnion(content.defects)
        }
    }

    private mutating func list(_ index: Int) {
        attachments.append(
            AttachedPart(
                parts[index], bytes, index: firstIndex + index, number: attachmentsBefore + attachments.count,
                wanted: wanted.within(isWithinAttached || (skipsText && parts[index].contentType.type == "text"))))
    }

    private mutating func appendText(_ index: Int, _ type: MIMEContentType) {
        let encoded = parts[index].body.prefixRange(4 * ImportLimits.textBytes)
        if encoded.count < parts[index].body.count { defects.insert(.truncatedText) }
        let decoded = TransferEncoding.decode(bytes.slice(encoded), parts[index].encoding)
        let body = MailBodyText(decoded, type, relation: relation, sender: sender)
        hasHTML = hasHTML || MailBodyText.isHTML(decoded, type)
        defects.formUnion(body.defects)
        append(body.text, authored: body.authored)
    }

    /// Appends a piece of text, an empty line before it, as far as the limit allows.
    private mutating func append(_ piece: [UInt8], authored ranges: [Range<Int>]) {
        guard !piece.isEmpty else { return }
        guard text.count + 2 < ImportLimits.textBytes else {
            defects.insert(.truncatedText)
            return
        }
        if !text.isEmpty { text += [10, 10] }
        let start = text.count
        var room = max(0, ImportLimits.textBytes - start)
        if piece.count > room {
            defects.insert(.truncatedText)
            while room > 0, piece[room] & 0xC0 == 0x80 { room -= 1 }
        }
        text += piece.prefix(room)
        authored += ranges.map { start + min($0.lowerBound, room)..<start + min($0.upperBound, room) }.filter {
            !$0.isEmpty
        }
    }
}
