import RecallCore

/// The parsing process's reply for an e-mail that is read again.
struct OriginalMailReply {
    private let search: MailSearch
    private let wanted: Wanted

    /// The part of the e-mail that is asked for.
    private enum Wanted {
        case page
        case attachment(Int)
        /// All of it, as it was sent.
        case whole

        /// The attachments whose bytes are needed for it.
        var attachments: AttachedPart.Wanted {
            if case .attachment(let index) = self { .attachment(index) } else { .pictures }
        }
    }

    /// Reads the arguments that `OriginalMail` gives: format, position, id, digest of the Message-ID, and what is wanted.
    init?(arguments: [String]) {
        guard arguments.count >= 5, let format = ImportFormats.all.format(arguments[0]),
            let position = Int(arguments[1]),
            let id = ItemID(arguments[2])
        else { return nil }
        search = MailSearch(
            id: id, messageID: arguments[3].isEmpty ? nil : arguments[3], format: format,
            position: position > 0 ? position : nil)
        switch (arguments[4], arguments.dropFirst(5).first.flatMap { Int($0) }) {
        case ("page", nil): wanted = .page
        case ("whole", nil): wanted = .whole
        case ("attachment", let index?): wanted = .attachment(index)
        default: return nil
        }
    }

    /// The reply for the file that is open as `descriptor`.
    func read(descriptor: Int32) -> ParserReply {
        do throws(ImportFailure) {
            let reply = try search.message(in: RegularFile(descriptor: descriptor), wanted: wanted.attachments, reply)
            return reply ?? .failure(.noSuchMail, reason: "The e-mail is not in that file any more.")
        } catch {
            return .failure(error.code, reason: error.reason)
        }
    }

    private func reply(_ message: MailMessage) -> ParserReply {
        switch wanted {
        case .page: page(message)
        case .attachment(let index): attachment(index, of: message)
        case .whole: .bytes(search.whole(message))
        }
    }

    private func attachment(_ index: Int, of message: MailMessage) -> ParserReply {
        guard message.content.attachments.indices.contains(index) else {
            return .failure(.noSuchMail, reason: "The e-mail has no attachment of that number.")
        }
        return .bytes(message.content.attachments[index].data ?? [])
    }

    private func page(_ message: MailMessage) -> ParserReply {
        let shown = ShownParts(message)
        guard shown.hasHTML else {
            return .failure(.noHTML, reason: "This e-mail is plain text: all of it is shown as Text.")
        }
        var pictures = InlinePictures()
        for part in message.content.attachments {
            if let id = part.contentID, let data = part.data { pictures.add(data, id: id) }
        }
        var sanitizer = HTMLSanitizer(pictures: pictures)
        for part in shown.parts {
            switch part {
            case .html(let html): sanitizer.append(html: html)
            case .text(let text): sanitizer.append(text: text)
            case .rule: sanitizer.appendRule()
            }
        }
        return .bytes(Array(sanitizer.result.utf8))
    }
}
