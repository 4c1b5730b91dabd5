import RecallCore

/// The text of a note with what its attributes say: marks of lists, what is done, addresses of links, tables in their place.
///
/// The format has no specification. A message holds the text (2) and runs of attributes (5), each with its length in UTF-16
/// units (1), the style of the paragraph (2), a link's address (9) and an attachment (12), whose place in the text is U+FFFC.
struct AppleNoteText {
    /// Tags or links of one note that are kept.
    static let mostNames = 10_000
    private static let placeholder: Unicode.Scalar = "\u{FFFC}"

    private var bytes: [UInt8] = []
    private(set) var tags: [String] = []
    private(set) var links: [String] = []
    private(set) var files: [StoredNote.File] = []
    /// True if a table cannot be read.
    private(set) var isDamaged = false

    private let attachments: [String: AppleNotesAttachment]
    private var lists = AppleNoteLists()
    private var isAtLineStart = true
    private var link: (address: String, start: Int)?

    /// The text of the document in `document`; `nil` if it is none.
    init?(_ document: [UInt8], attachments: [String: AppleNotesAttachment]) {
        self.attachments = attachments
        guard let note = document[...].message(2, 3) else { return nil }
        let text = String(decoding: note.message(2) ?? [], as: UTF8.self)
        var rest = text.unicodeScalars[...]
        for run in note.messages(5) where !isFull {
            write(AppleNoteRun(run), &rest)
        }
        endLink()
        let plain = AppleNoteRun([])
        for scalar in rest where !isFull { write(scalar, plain) }
    }

    /// The text, without white space at its end.
    var text: String {
        String(decoding: bytes[..<((bytes.lastIndex { $0 > 0x20 } ?? -1) + 1)], as: UTF8.self)
    }

    // Some more than is kept shows that there is more.
    private var isFull: Bool { bytes.count > ImportLimits.textBytes + 4 }

    private mutating func write(_ run: AppleNoteRun, _ rest: inout Substring.UnicodeScalarView) {
        if run.link != link?.address { endLink() }
        var room = run.length
        while room > 0, let scalar = rest.popFirst(), !isFull {
            room -= scalar.utf16.count
            write(scalar, run)
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar, _ run: AppleNoteRun) {
        switch scalar {
        case "\n", "\r", "\u{2028}", "\u{2029}": endLine()
        default:
            if isAtLineStart { append(lists.mark(of: run)) }
            isAtLineStart = false
            if let address = run.link, link == nil { link = (address, bytes.count) }
            if scalar == Self.placeholder { write(attachment: run.attachment) } else { bytes += Array(scalar.utf8) }
        }
    }

    private mutating func append(_ text: String) { bytes += Array(text.utf8) }

    private mutating func endLine() {
        if isAtLineStart { lists.end() }
        bytes.append(0x0A)
        isAtLineStart = true
    }

    /// Writes the address of a link behind its words, unless they are the address.
    private mutating func endLink() {
        guard let (address, start) = link else { return }
        link = nil
        let words = String(decoding: bytes[min(start, bytes.count)...], as: UTF8.self)
        let lineEnds = words.utf8.reversed().prefix { $0 == 0x0A }.count
        let title = CleanText.line(words)
        if address.hasPrefix("applenotes:") {
            addLink(title)
        } else if !Self.isAddress(title, address) {
            bytes.removeLast(lineEnds)
            append(" (\(CleanText.line(address)))" + String(repeating: "\n", count: lineEnds))
        }
    }

    /// True if words are an address, but for its scheme and a slash at its end.
    private static func isAddress(_ words: String, _ address: String) -> Bool {
        var bare = address[...]
        for scheme in ["https://", "http://", "mailto:", "tel:"] where bare.hasPrefix(scheme) {
            bare = bare.dropFirst(scheme.count)
        }
        if bare.hasSuffix("/") { bare = bare.dropLast() }
        return bare.isEmpty || words.contains(bare)
    }

    private mutating func addLink(_ title: String) {
        if !title.isEmpty, links.count < Self.mostNames { links.append(title) }
    }

    private mutating func write(attachment identifier: String) {
        guard let attachment = attachments[identifier] else { return }
        let words = CleanText.line(attachment.alternative)
        switch attachment.role {
        case .table: write(table: attachment.table)
        case .tag:
            append(words)
            let tag = String(words.drop { $0 == "#" })
            if !tag.isEmpty, tags.count < Self.mostNames, !tags.contains(tag) { tags.append(tag) }
        case .link:
            append(words)
            addLink(words)
        case .words: append(words)
        case .address:
            append(
                [CleanText.line(attachment.name), CleanText.line(attachment.address)].filter { !$0.isEmpty }
                    .joined(separator: " "))
        case .file: if files.count < AppleNotesAttachment.most { files.append(attachment.file) }
        }
    }

    private mutating func write(table: [UInt8]) {
        guard let lines = AppleNoteTable.lines(in: table) else {
            isDamaged = true
            return
        }
        if !bytes.isEmpty, bytes.last != 0x0A { bytes.append(0x0A) }
        for line in lines where !isFull { append(line + "\n") }
        if bytes.last == 0x0A { bytes.removeLast() }
    }
}

/// The attributes of a run of text, as far as they are read.
struct AppleNoteRun {
    private(set) var length = 0
    private(set) var style = -1
    private(set) var indentation = 0
    private(set) var isDone = false
    private(set) var link: String?
    private(set) var attachment = ""

    /// The run in a message.
    init(_ message: ArraySlice<UInt8>) {
        for field in ProtobufFields(message) {
            switch field.number {
            case 1: length = field.integer ?? 0
            case 2: readStyle(field.bytes ?? [])
            case 9: link = field.bytes.map { String(decoding: $0, as: UTF8.self) }.flatMap { $0.isEmpty ? nil : $0 }
            case 12: attachment = String(decoding: field.bytes?.message(1) ?? [], as: UTF8.self)
            default: break
            }
        }
    }

    private mutating func readStyle(_ message: ArraySlice<UInt8>) {
        style = message.integer(1) ?? -1
        indentation = min(message.integer(4) ?? 0, AppleNoteLists.deepest)
        isDone = (message.message(5)?.integer(2) ?? 0) != 0
    }
}

/// The marks before paragraphs that are in lists.
struct AppleNoteLists {
    /// Lists within each other.
    static let deepest = 20
    private var numbers = [Int](repeating: 0, count: deepest + 1)

    /// Begins lists anew.
    mutating func end() {
        for level in numbers.indices { numbers[level] = 0 }
    }

    /// The mark of the paragraph that begins with a run.
    mutating func mark(of run: AppleNoteRun) -> String {
        let level = max(0, min(run.indentation, Self.deepest))
        for deeper in numbers.indices where deeper > level { numbers[deeper] = 0 }
        let number = numbers[level] + 1
        numbers[level] = run.style == 102 ? number : 0
        let mark: String
        switch run.style {
        case 100, 101: mark = "- "
        case 102: mark = "\(number). "
        case 103: mark = run.isDone ? "☑ " : "☐ "
        default: return ""
        }
        return String(repeating: "  ", count: level) + mark
    }
}
