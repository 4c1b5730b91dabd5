import RecallCore
import RecallText

/// The text of one part of a mail, with what its author wrote of it.
struct MailBodyText {
    /// UTF-8 with LF line ends.
    let text: [UInt8]
    /// The ranges that the author wrote and a reader sees.
    let authored: [Range<Int>]
    /// The defects of the body.
    private(set) var defects: Set<Defect> = []

    /// The text of a part whose transfer encoding is undone.
    ///
    /// - Complexity: O(*n*).
    init(_ decoded: [UInt8], _ type: MIMEContentType, relation: MailQuotes.Relation, sender: String) {
        if Self.isHTML(decoded, type) {
            let extracted = HTMLText.extract(decoded, charset: Self.htmlCharset(type))
            text = Array(extracted.text.utf8)
            let written = MailQuotes.authoredRanges(in: text, relation: relation, sender: sender)
            authored = written.subtracting(extracted.hiddenRanges)
            defects = extracted.defects
        } else {
            text = Self.plainText(decoded, type, &defects)
            authored = MailQuotes.authoredRanges(in: text, relation: relation, sender: sender)
        }
    }

    /// True if it is HTML, by its type or its first bytes.
    static func isHTML(_ decoded: [UInt8], _ type: MIMEContentType) -> Bool {
        type.subtype == "html" || type.subtype == "plain" && looksLikeHTML(decoded)
    }

    /// Nothing is ever read as UTF-7: it could hide markup from those who checked it.
    static func htmlCharset(_ type: MIMEContentType) -> String? {
        type.charset.flatMap { $0.contains("utf-7") ? nil : $0 }
    }

    /// Plain text in UTF-8, with LF line ends.
    static func plainText(_ decoded: [UInt8], _ type: MIMEContentType, _ defects: inout Set<Defect>) -> [UInt8] {
        var plain = MailText.normalized(CharsetDecoder.utf8(decoded, charset: type.charset, &defects), &defects)
        if type.subtype == "enriched" { plain = MailText.unenriched(plain) }
        return type.isFlowed ? MailText.unflowed(plain, deletesSpace: type.deletesSpace) : plain
    }

    private static func looksLikeHTML(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in
            let start = text.trimmed((0..<text.count).prefixRange(1 << 10)).lowerBound
            return text.hasIgnoringCase("<!doctype html", at: start) || text.hasIgnoringCase("<html", at: start)
        }
    }
}
