public import RecallCore

extension SourceFormat {
    /// Many mails in one file: mboxo, mboxrd or mboxcl.
    public static let mbox = SourceFormat("mbox", singular: "mailbox", plural: "mailboxes", isContainer: true)
}

struct MboxFormat: ImportFormat {
    let format = SourceFormat.mbox
    let extensions: Set = ["mbox", "mbx"]
    /// A folder without mails is an empty mailbox.

    /// A text may be a mailbox with another name, but a note may begin like a mail.
    func evidence(in file: SniffedFile) -> Evidence? {
        if file.isText(named: extensions) { return .name }
        guard file.mail.isMailbox else { return nil }
        return file.isText(named: Self.weakExtensions) ? .overruling : .content
    }

    private static let weakExtensions = MailFormat().extensions.union(TextFormat().extensions)

    func summary(of unit: SourceUnit) -> String {
        "a mailbox (mbox) of \(Quantity.bytes(unit.byteCount))"
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        MboxReader(extractor: extractor)
    }
}
