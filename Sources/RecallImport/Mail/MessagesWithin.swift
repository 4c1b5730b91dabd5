import RecallCore

// Messages within a message: attached, encoded, signed, or as Outlook writes them.

extension MailContent {
    /// A message within the message: its fields, then its text.
    mutating func collectMessage(_ index: Int, isFirst: Bool) {
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
    mutating func listAttachedMails() {
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
    mutating func collectEncodedMessage(_ index: Int) {
        list(index)
        guard !skipsText else { return }
        let message = TransferEncoding.decode(bytes.slice(parts[index].body), parts[index].encoding)
        message.withUnsafeBufferPointer { bytes in
            collectAttached(bytes, in: index, number: attachments.count - 1) { $0.collect(message, in: index) }
        }
    }

    /// A mail that was attached as a file of no type.
    mutating func collectMailFile(_ index: Int) {
        list(index)
        guard mayAttach else { return }
        let message = TransferEncoding.decode(bytes.slice(parts[index].body), parts[index].encoding)
        guard message.withUnsafeBufferPointer(AttachedMail.isMail) else { return }
        attachedMails.append(
            AttachedMail(message, text: text.count..<text.count, part: index, number: attachments.count - 1))
    }

    /// S/MIME data: signed content is read, encrypted content cannot be.
    mutating func collectSMIME(_ index: Int) {
        list(index)
        let data = TransferEncoding.decode(bytes.slice(parts[index].body), parts[index].encoding)
        if let content = CMSSignedData.content(data) {
            if !skipsText { collect(content, in: index) }
        } else if parts[index].contentType.smimeType != "certs-only" {
            defects.insert(.encrypted)
        }
    }

    /// A mail as Outlook sends it to its own kind: files, and the text, if nothing else has it.
    mutating func collectTNEF(_ index: Int) {
        let data = TransferEncoding.decode(bytes.slice(parts[index].body), parts[index].encoding)
        list(index)
        guard let message = OutlookMessage(tnef: data[...]) else {
            defects.insert(.badStructure)
            return
        }
        if message.isDamaged { defects.insert(.badStructure) }
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
}
