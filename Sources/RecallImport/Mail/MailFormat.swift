public import RecallCore

extension SourceFormat {
    /// One mail in a file: `.eml`, or a file in a Maildir's `cur` or `new`.
    public static let mail = SourceFormat("mail", singular: "mail", plural: "mails")
}

struct MailFormat: ImportFormat {
    let format = SourceFormat.mail
    let extensions: Set = ["eml"]

    func evidence(in file: SniffedFile) -> Evidence? {
        if file.isText(named: extensions) { return .name }
        // Some mail programs save mails under the names of texts and pages.
        if file.isText(named: Self.weakExtensions), file.mail.isTransmittedMail { return .name }
        guard !file.isBinary else { return nil }
        // Outlook's .msg is binary; a text of that name is a raw mail, however broken.
        if file.fileExtension == "msg", file.head.first != UInt8(ascii: "<") { return .name }
        guard file.mail.isMail else { return nil }
        if !Self.codeExtensions.contains(file.fileExtension) { return .content }
        return file.isNamed && file.mail.isTransmittedMail ? .fallback : nil
    }

    private static let weakExtensions = HTMLFormat().extensions.union(TextFormat().extensions)

    /// Extensions whose files may begin like a mail, but are none.
    private static let codeExtensions: Set<String> = [
        "yaml", "yml", "toml", "json", "xml", "css", "csv", "tsv", "js", "ts", "py", "rb", "c", "h", "swift", "go",
        "rs",
        "java", "sh", "sql", "ics", "vcf", "ini", "cfg", "conf", "properties", "log", "po", "tex", "bib", "http",
    ]

    func summary(of unit: SourceUnit) -> String { "one mail" }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        MailFileReader(extractor: extractor)
    }
}
