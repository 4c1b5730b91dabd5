/// What a file was recognised as. Folders (Maildir, a vault) are walked, and each of their files has a format.
public enum SourceFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Many mails in one file: mboxo, mboxrd or mboxcl.
    case mbox
    /// One mail in a file: `.eml`, or a file in a Maildir's `cur` or `new`.
    case mail
    /// A WhatsApp chat export: `_chat.txt` or `WhatsApp Chat with ….txt`.
    case whatsapp
    /// A WhatsApp chat export as a zip file with its media.
    case whatsappZip = "whatsapp-zip"
    /// A Markdown note.
    case markdown
    /// Plain text.
    case text
    case pdf, docx, html
    /// Recall JSONL: one item per line.
    case jsonl
}
