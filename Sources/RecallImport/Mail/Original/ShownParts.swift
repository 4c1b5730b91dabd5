import RecallCore

/// The parts of a message meant for display: its HTML, and plain text beside it.
struct ShownParts {
    /// One part, decoded to UTF-8.
    enum Part {
        case html([UInt8])
        case text([UInt8])
        /// Between a message and one that is forwarded in it.
        case rule
    }

    /// The parts in the order of the message.
    private(set) var parts: [Part] = []
    /// True if one of them is HTML.
    private(set) var hasHTML = false

    private var byteCount = 0

    /// Reads the parts of a message.
    init(_ message: MailMessage) {
        collect(0, message.structure.parts, message.bytes)
    }

    private mutating func collect(_ index: Int, _ all: [MIMEPart], _ bytes: Bytes) {
        let part = all[index]
        switch (part.contentType.type, part.contentType.subtype) {
        case ("multipart", "encrypted"): break
        case ("multipart", "alternative"): collectRichest(part, all, bytes)
        case ("multipart", "signed"): part.children.prefix(1).forEach { collect($0, all, bytes) }
        case ("multipart", _): part.children.forEach { collect($0, all, bytes) }
        case ("message", _): collectForwarded(part, all, bytes)
        case ("text", "html"), ("text", "plain"): add(part, bytes)
        case ("application", "pkcs7-mime"), ("application", "x-pkcs7-mime"): collectSigned(part, bytes)
        default: break
        }
    }

    /// RFC 2046, 5.1.4: the last form is the richest one. Only one of them is shown.
    private mutating func collectRichest(_ part: MIMEPart, _ all: [MIMEPart], _ bytes: Bytes) {
        let form = part.children.last { Self.holdsHTML($0, all) } ?? part.children.first
        if let form { collect(form, all, bytes) }
    }

    private static func holdsHTML(_ index: Int, _ all: [MIMEPart]) -> Bool {
        let part = all[index]
        if part.contentType.type == "multipart" { return part.children.contains { holdsHTML($0, all) } }
        return part.contentType.mediaType == "text/html" && !part.isAttachment
    }

    private mutating func collectForwarded(_ part: MIMEPart, _ all: [MIMEPart], _ bytes: Bytes) {
        guard !part.isAttachment, let child = part.children.first else { return }
        if !parts.isEmpty { parts.append(.rule) }
        collect(child, all, bytes)
    }

    /// The content of S/MIME data that is signed, not encrypted.
    private mutating func collectSigned(_ part: MIMEPart, _ bytes: Bytes) {
        let data = TransferEncoding.decode(bytes.slice(part.body), part.encoding)
        guard part.depth < ImportLimits.mimeDepth, let content = CMSSignedData.content(data) else { return }
        content.withUnsafeBufferPointer { content in
            collect(0, MIMEStructure(content, depth: part.depth + 1).parts, content)
        }
    }

    private mutating func add(_ part: MIMEPart, _ bytes: Bytes) {
        guard !part.isAttachment, part.contentType.name.isEmpty || parts.isEmpty else { return }
        guard byteCount < ImportLimits.textBytes else { return }
        let encoded = bytes.slice(part.body.prefixRange(4 * ImportLimits.textBytes))
        let decoded = TransferEncoding.decode(encoded, part.encoding)
        byteCount += decoded.count
        if MailBodyText.isHTML(decoded, part.contentType) {
            hasHTML = true
            parts.append(.html(HTMLCharset.decode(decoded, declared: MailBodyText.htmlCharset(part.contentType)).text))
        } else {
            var defects: Set<Defect> = []
            parts.append(.text(MailBodyText.plainText(decoded, part.contentType, &defects)))
        }
    }
}
