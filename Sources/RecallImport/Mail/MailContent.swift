import RecallCore

/// The text and the attachments of a message, taken from its parts.
struct MailContent {
    /// The text of all inline text parts in their order: UTF-8, LF line ends.
    var text: [UInt8] = []
    /// The ranges written by the author of the mail.
    private(set) var authored: [Range<Int>] = []
    /// The parts that are not text to read at once.
    var attachments: [AttachedPart] = []
    /// True if a part that is not an attachment is HTML, whether it was read or not.
    var hasHTML = false
    /// The mails within this one that are items of their own. Those within them are theirs.
    var attachedMails: [AttachedMail] = []
    /// The defects of the content.
    var defects: Set<Defect> = []

    let bytes: Bytes
    let parts: [MIMEPart]
    let relation: MailQuotes.Relation
    let sender: String
    /// True if text parts are skipped, because another alternative of the same text was chosen.
    var skipsText = false
    /// The number of the first part, where these parts are inside an encoded one.
    let firstIndex: Int
    let wanted: AttachedPart.Wanted
    /// The number of attachments listed before those of this content.
    let attachmentsBefore: Int
    /// True within a mail that is an item of its own.
    var isWithinAttached: Bool
    private let hasSeveralCalendars: Bool
    /// The alternatives that may still be read to compare them.
    private var probesLeft = 8

    /// Collects from the parts of the message in `bytes`.
    init(
        _ bytes: Bytes, _ structure: MIMEStructure, relation: MailQuotes.Relation, sender: String,
        wanted: AttachedPart.Wanted,
        firstIndex: Int = 0, attachmentsBefore: Int = 0, isWithinAttached: Bool = false
    ) {
        self.bytes = bytes
        parts = structure.parts
        hasSeveralCalendars = parts.count(where: \.contentType.isCalendar) > 1
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

    mutating func collect(_ index: Int, isFirst: Bool) {
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
        var plain = part.children.first { hasText($0, "plain") }
        let html = part.children.last { hasText($0, "html") && $0 != plain }
        // Mail programs show the last that they can.
        if html == nil { plain = part.children.last { hasText($0, "plain") } }
        var chosen = plain ?? html
        if let plain, let html, isStub(plain, beside: html) { chosen = html }
        let skipped = skipsText
        for child in part.children {
            skipsText = skipped || child != (chosen ?? part.children.last)
            collect(child, isFirst: isFirst || child == chosen)
        }
        skipsText = skipped
    }

    /// True if the plain alternative is empty, only points to the HTML one, says only a part of it ("Your program cannot show this
    /// message"), or says something else, which mail programs show to nobody. What cannot be compared is not believed.
    private mutating func isStub(_ plain: Int, beside html: Int) -> Bool {
        guard plain != html else { return false }
        guard let said = probe(plain) else { return true }
        if said.text.count < Self.longestStub {
            let isEmpty = said.text.withUnsafeBufferPointer { $0.trimmed(0..<$0.count).isEmpty }
            if isEmpty || said.text.withUnsafeBufferPointer({ $0.containsIgnoringCase("html") }) { return true }
        }
        guard let rich = probe(html) else { return true }
        let isShort = said.text.count < Self.longestStub && !said.authored.isEmpty
        if isShort, rich.authoredBytes > Self.stubShare * said.authoredBytes { return true }
        return AlternativeWords(said.text).sayOther(than: AlternativeWords(rich.text))
    }

    /// More bytes are no stub, whatever the other alternative has.
    private static let longestStub = 400
    /// A plain alternative of what the HTML one says is about as long as its text.
    private static let stubShare = 4

    private var authoredBytes: Int { authored.reduce(0) { $0 + $1.count } }

    /// The content of an alternative, read for itself; `nil` for a very long one, and where many were read.
    private mutating func probe(_ index: Int) -> MailContent? {
        guard probesLeft > 0, byteCount(index) < Self.longestProbed else { return nil }
        var probe = self
        probe.probesLeft -= 1
        (probe.text, probe.authored, probe.attachments, probe.skipsText) = ([], [], [], false)
        probe.collect(index, isFirst: true)
        // Alternatives within alternatives are read again on each level.
        probesLeft = probe.probesLeft
        return probe
    }

    private static let longestProbed = 4 << 20

    private func byteCount(_ index: Int) -> Int {
        parts[index].children.reduce(parts[index].children.isEmpty ? parts[index].body.count : 0) { $0 + byteCount($1) }
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
        // Thunderbird's note that there was a file, which its owner has deleted.
        case "text/x-moz-deleted": break
        default: part.isMailFile ? collectMailFile(index) : list(index)
        }
    }

    private static let readableSubtypes: Set<String> = [
        "plain", "html", "markdown", "enriched", "richtext", "x-markdown",
    ]

    /// True for another form of the mail's text. When and where one meets may be in an invitation only, unless that is attached too.
    private func isText(_ index: Int) -> Bool {
        guard parts[index].contentType.type == "text" else { return false }
        return !parts[index].contentType.isCalendar || hasSeveralCalendars
    }

    mutating func list(_ index: Int) {
        attachments.append(
            AttachedPart(
                parts[index], bytes, index: firstIndex + index, number: attachmentsBefore + attachments.count,
                wanted: wanted.within(isWithinAttached || skipsText && isText(index))))
    }

    /// Appends the text of a part, and lists the files that are uuencoded in it. What is before and behind these is one text: a
    /// quotation goes on behind a file in it.
    private mutating func appendText(_ index: Int, _ type: MIMEContentType) {
        let part = parts[index]
        let encoded = part.body.prefixRange(4 * ImportLimits.textBytes)
        if encoded.count < part.body.count { defects.insert(.truncatedText) }
        let mayHoldFiles = type.subtype == "plain" && TransferEncoding.isIdentity(part.encoding)
        let files = mayHoldFiles ? UUEncodedFile.all(bytes, in: encoded) : []
        var (decoded, start) = ([UInt8](), encoded.lowerBound)
        for file in files {
            decoded += TransferEncoding.decode(bytes.slice(start..<file.range.lowerBound), part.encoding)
            list(file, in: index)
            start = file.range.upperBound
            // One empty line in place of the file.
            while decoded.last.map(Self.isLineEnd) == true { decoded.removeLast() }
            while start < encoded.upperBound, Self.isLineEnd(bytes[start]) { start += 1 }
            decoded += [10, 10]
        }
        decoded += TransferEncoding.decode(bytes.slice(start..<encoded.upperBound), part.encoding)
        let body = MailBodyText(decoded, type, relation: relation, sender: sender)
        hasHTML = hasHTML || MailBodyText.isHTML(decoded, type)
        defects.formUnion(body.defects)
        append(body.text, authored: body.authored)
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

    /// Appends a piece of text, an empty line before it, as far as the limit allows.
    mutating func append(_ piece: [UInt8], authored ranges: [Range<Int>]) {
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
