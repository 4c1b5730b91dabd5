import RecallCore

/// Tells what a file is, by its name and, where that does not decide, its first bytes.
struct FileClassifier {
    /// What a file was found to be.
    enum Finding: Hashable {
        case format(SourceFormat)
        case empty
        case otherType
    }

    /// How many bytes are looked at.
    static let headBytes = 16 << 10

    private let path: String
    private let fileExtension: String
    /// Whether the person named this very file: then what is not clearly something else is read as text.
    private let isNamed: Bool

    /// A classifier of the file at `path`.
    init(path: String, isNamed: Bool = false) {
        self.path = path
        self.isNamed = isNamed
        fileExtension = AbsolutePath.fileExtension(path)
    }

    /// Tells what the file is. Opens it only if its name does not decide.
    func classify(byteCount: Int) throws(ImportFailure) -> Finding {
        guard byteCount > 0 else { return .empty }
        if Self.mediaExtensions.contains(fileExtension), !isNamed { return .otherType }
        let file = try RegularFile(path: path)
        let head = try file.bytes(limit: Self.headBytes)
        return try byMagic(head, file) ?? byText(head).map { .format($0) } ?? .otherType
    }

    private func byMagic(_ head: [UInt8], _ file: RegularFile) throws(ImportFailure) -> Finding? {
        if head.starts(with: [0x50, 0x4B, 3, 4]) { return try zipFinding(file) }
        if fileExtension == "pdf" || head.starts(with: Array("%PDF-".utf8)) { return .format(.pdf) }
        if fileExtension == "docx" { return .format(.docx) }
        return nil
    }

    private func zipFinding(_ file: RegularFile) throws(ImportFailure) -> Finding {
        if fileExtension == "docx" { return .format(.docx) }
        guard ["zip", ""].contains(fileExtension) else { return .otherType }
        let directory = try ZipDirectory(file)
        guard !directory.names.isEmpty else {
            throw ImportFailure(
                .malformed, path: path,
                reason: "The zip file is cut off or damaged: its list of contents is missing. Get it again.")
        }
        if directory.holdsWhatsAppChat { return .format(.whatsappZip) }
        return directory.holdsWordDocument ? .format(.docx) : .otherType
    }

    /// The extensions of plain text come first: a note may begin like a mail.
    private func byText(_ head: [UInt8]) -> SourceFormat? {
        let mail = MailSniffer(head: head)
        switch fileExtension {
        case "md", "markdown", "mdown", "mkd": return .markdown
        case "html", "htm", "xhtml": return mail.isTransmittedMail ? .mail : .html
        case "jsonl", "ndjson": return isRecallJSONL(head) ? .jsonl : nil
        case "eml": return mail.isMailbox ? .mbox : .mail
        case "mbox", "mbx": return .mbox
        default: break
        }
        if mail.isMailbox { return .mbox }
        if Self.textExtensions.contains(fileExtension) { return textFormat(head, mail) }
        guard !TextCharset.isBinary(head) else { return nil }
        // Outlook's .msg is binary; a text of that name is a raw mail, however broken.
        if fileExtension == "msg", head.first != UInt8(ascii: "<") { return .mail }
        if mail.isMail, !Self.codeExtensions.contains(fileExtension) { return .mail }
        if isNamed, isRecallJSONL(head) { return .jsonl }
        if isNamed, Self.isMarkup(head) { return .html }
        return isNamed ? textFormat(head, mail) : nil
    }

    private func textFormat(_ head: [UInt8], _ mail: MailSniffer) -> SourceFormat {
        if Self.isWhatsAppChat(head) { return .whatsapp }
        return mail.isTransmittedMail ? .mail : .text
    }

    /// Whether the first line is an object with one of the keys that each item has.
    private func isRecallJSONL(_ head: [UInt8]) -> Bool {
        let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        guard let line = start.split(separator: 0x0A).first(where: { $0.contains { $0 > 0x20 } }),
            line.first(where: { $0 > 0x20 }) == UInt8(ascii: "{")
        else { return false }
        let text = String(decoding: line, as: UTF8.self)
        return text.contains("\"kind\"") || text.contains("\"text\"")
    }

    /// Whether the first lines begin as chat messages do, and at least one of them has an author.
    private static func isWhatsAppChat(_ head: [UInt8]) -> Bool {
        let lines = head.split(separator: 0x0A).prefix(20).filter { $0.contains { $0 > 0x20 } }
        let starts = lines.map { $0.withUnsafeBufferPointer(messageStart) }
        guard starts.contains(.message) else { return false }
        return starts.first != .other || starts.count { $0 != .other } >= 3
    }

    private enum LineStart {
        case message, notice, other
    }

    private static func messageStart(_ line: UnsafeBufferPointer<UInt8>) -> LineStart {
        guard let header = WhatsAppHeader(line) else { return .other }
        let rest = UnsafeBufferPointer(rebasing: line[header.end...])
        return WhatsAppAuthors.firstSplit(of: rest) == nil ? .notice : .message
    }

    private static func isMarkup(_ head: [UInt8]) -> Bool {
        let start = String(decoding: head.prefix(1000), as: UTF8.self).lowercased()
        return start.contains("<html") || start.contains("<!doctype html")
    }

    /// Extensions of plain text.
    private static let textExtensions: Set<String> = ["txt", "text", "rst", "org", "adoc"]

    /// Extensions whose files may begin like a mail, but are none.
    private static let codeExtensions: Set<String> = [
        "yaml", "yml", "toml", "json", "xml", "css", "csv", "tsv", "js", "ts", "py", "rb", "c", "h", "swift", "go",
        "rs",
        "java", "sh", "sql", "ics", "vcf", "ini", "cfg", "conf", "properties", "log", "po", "tex", "bib", "http",
    ]

    /// Extensions of media and programs, which are not even opened.
    private static let mediaExtensions: Set<String> = [
        "jpg", "jpeg", "png", "gif", "webp", "heic", "heif", "tif", "tiff", "bmp", "svg", "ico", "raw", "psd", "mp3",
        "m4a",
        "aac", "wav", "flac", "ogg", "opus", "mp4", "m4v", "mov", "avi", "mkv", "webm", "3gp", "gz", "bz2", "xz", "7z",
        "rar", "tar", "zst", "dmg", "iso", "exe", "dll", "so", "dylib", "o", "a", "class", "jar", "pyc", "woff",
        "woff2",
        "ttf", "otf", "sqlite", "sqlite3", "db",
    ]
}
