import RecallCore

/// Tells mails that the owner's programs keep as sent from those that a server delivered. Anybody can write a mail from the owner's
/// address, but nobody can put it among the sent ones, or take off the trace that servers leave (RFC 5321, 4.4).
enum SentMail {
    /// True if a header has the trace of a server, or what the last one adds, and Gmail does not call the mail sent, or a draft.
    static func isDelivered(_ header: HeaderBlock, _ bytes: Bytes) -> Bool {
        guard let trace = header.fields.firstIndex(where: { traces.contains($0.name) }) else { return false }
        // Google Takeout puts its own field first. What a sender wrote is below the trace.
        let own = header.fields[..<trace].first { $0.name == .gmailLabels }
        guard let own else { return true }
        var defects: Set<Defect> = []
        let labels = GmailLabels.labels(HeaderText.unstructured(bytes.slice(bytes.trimmed(own.value)), &defects))
        return !labels.contains { isName($0) || DraftMail.isLabel($0) }
    }

    private static let traces: Set = [HeaderName.received, .returnPath, .deliveredTo]

    /// True if a message lies in a folder or mailbox of sent mails.
    static func holds(_ origin: MailParser.Origin) -> Bool { MailFolderName.anyHolds(origin, isName) }

    private static func isName(_ name: String) -> Bool { names.contains(MailFolderName.folded(name)) }

    /// The names that Gmail, Outlook, Apple Mail, Thunderbird, Pine and others give the folder, folded.
    private static let names: Set = [
        "sent", "sent items", "sent mail", "sent messages", "gesendet", "gesendete elemente", "gesendete objekte",
        "gesendete nachrichten", "envoyes", "messages envoyes", "elements envoyes", "courrier envoye", "enviados",
        "elementos enviados", "mensajes enviados", "itens enviados", "posta inviata", "inviati", "inviata",
        "verzonden", "verzonden items", "verzonden berichten", "skickat", "skickade", "sendt", "sendte elementer",
        "lahetetyt", "wyslane", "elementy wyslane", "odeslane", "отправленные", "已发送", "送信済み",
    ]
}
