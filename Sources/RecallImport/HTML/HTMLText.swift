import RecallCore

/// Turns HTML into the text that a reader of the page would see.
///
/// Paragraphs are apart by an empty line, list items begin with `- `, the cells of a table's row are apart by ` | `,
/// and lines in a `blockquote` begin with `> ` as in plain text mail.
public enum HTMLText {
    /// The maximum number of bytes of HTML; the rest is ignored.
    package static let byteLimit = 256 << 20

    /// The text of an HTML document or fragment.
    ///
    /// Loads nothing and runs no script. Text hidden by a style is included and listed in `hiddenRanges`.
    ///
    /// - Parameters:
    ///   - html: the bytes, of any size.
    ///   - charset: the charset that the transport declared; `nil` to detect it from the document.
    ///   - writesAddresses: true if the addresses of links follow their texts.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func extract(
        _ html: [UInt8], charset: String?, writesAddresses: Bool = false
    ) -> ExtractedText {
        var defects: Set<Defect> = html.count > byteLimit ? [.truncatedText] : []
        let decoded = HTMLCharset.decode(
            html.count > byteLimit ? Array(html.prefix(byteLimit)) : html, declared: charset)
        if decoded.isBad { defects.insert(.badCharset) }
        var result = HTMLTextParser.parse(decoded.text, writesAddresses: writesAddresses)
        result.defects.formUnion(defects)
        return result
    }
}
