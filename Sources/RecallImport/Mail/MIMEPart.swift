import CGMime
import RecallCore
import RecallText

/// The parameters of a Content-Type field (RFC 2045, 5; RFC 3676), combined with Content-Disposition (RFC 2183).
struct MIMEContentType {
    /// In lower case.
    var type = "text", subtype = "plain"
    /// In lower case, or `nil`.
    var charset: String?
    /// The line that divides a multipart, without its two hyphens, or `nil`.
    var boundary: [UInt8]?
    /// The decoded file name, in one line; empty if there is none.
    var name = ""
    /// The parameters of format=flowed (RFC 3676): lines that end in a space continue, and `delsp` removes that
    /// space.
    var isFlowed = false, deletesSpace = false
    /// The S/MIME type, in lower case.
    var smimeType = ""
    /// The number of a fragment (message/partial).
    var number = ""

    /// The media type, such as `text/plain`.
    var mediaType: String { type + "/" + subtype }
    /// True if it is a multipart with a boundary.
    var isMultipart: Bool { type == "multipart" && boundary != nil }

    /// text/plain.
    init() {}

    /// Parses `value`, at most its first 64 KB.
    ///
    /// - Complexity: O(*n*).
    init(_ value: Bytes) {
        let value = value.slice((0..<value.count).prefixRange(HeaderText.longestText))
        let parsed = HeaderText.withText(value, charset: Self.charsetOfNames) { value in
            GMimeLibrary.withCString(value) { g_mime_content_type_parse(GMimeLibrary.options, $0) }
        }
        guard let parsed else { return }
        defer { g_object_unref(parsed) }
        type = Self.lowercased(g_mime_content_type_get_media_type(parsed)) ?? type
        subtype = Self.lowercased(g_mime_content_type_get_media_subtype(parsed)) ?? subtype
        // A type with a syntax error is read as text/plain (RFC 2045, 5.2).
        if value.first.map({ !$0.isASCIILetter }) ?? true || !value.contains(UInt8(ascii: "/")) {
            (type, subtype) = ("text", "plain")
        }
        charset = Self.lowercased(g_mime_content_type_get_parameter(parsed, "charset"))
        name = Self.fileName(g_mime_content_type_get_parameter(parsed, "name"))
        smimeType = Self.lowercased(g_mime_content_type_get_parameter(parsed, "smime-type")) ?? ""
        number = Self.lowercased(g_mime_content_type_get_parameter(parsed, "number")) ?? ""
        isFlowed = Self.lowercased(g_mime_content_type_get_parameter(parsed, "format")) == "flowed"
        deletesSpace = Self.lowercased(g_mime_content_type_get_parameter(parsed, "delsp")) == "yes"
        guard type == "multipart" else { return }
        boundary = g_mime_content_type_get_parameter(parsed, "boundary").map { Array(String(cString: $0).utf8) }
        boundary = Self.rawBoundary(value) ?? boundary
        if boundary?.isEmpty == true { boundary = nil }
    }

    /// True for an event.
    var isCalendar: Bool { subtype == "calendar" && type == "text" || subtype == "ics" && type == "application" }

    /// The charset of raw names that are not UTF-8.
    static let charsetOfNames = "windows-1252"

    /// A file name as GMime decodes it: in one line, at most 255 characters.
    static func fileName(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(HeaderText.singleLine(String(cString: $0)).prefix(255)) } ?? ""
    }

    private static func lowercased(_ text: UnsafePointer<CChar>?) -> String? {
        text.map { HeaderText.singleLine(String(cString: $0).lowercased()) }
    }

    /// The boundary as its bytes are: a decoded one would not match where it is 8-bit or the field is broken.
    private static func rawBoundary(_ value: Bytes) -> [UInt8]? {
        guard let name = (0..<value.count).first(where: { value.hasIgnoringCase("boundary", at: $0) }) else {
            return nil
        }
        var start = value.trimmed(name + 8..<value.count).lowerBound
        guard start < value.count, value[start] == UInt8(ascii: "=") else { return nil }
        start = value.trimmed(start + 1..<value.count).lowerBound
        guard start < value.count else { return nil }
        if value[start] == UInt8(ascii: "\"") {
            let end = value.firstIndex(of: UInt8(ascii: "\""), from: start + 1) ?? value.count
            let quoted = value.slice(value.trimmed(start + 1..<end))
            return quoted.contains(UInt8(ascii: "\\")) ? nil : Array(quoted)
        }
        let end = value[start...].firstIndex { $0.isASCIISpace || $0 == UInt8(ascii: ";") } ?? value.count
        return Array(value[start..<end])
    }
}

/// One part of a message (RFC 2046), as a range of its bytes.
struct MIMEPart {
    /// The fields of its header.
    var header: HeaderBlock
    /// The media type of the body, from the header.
    var contentType: MIMEContentType
    /// True if Content-Disposition is `attachment`.
    var isAttachment = false
    /// The transfer encoding of the body.
    var encoding = GMIME_CONTENT_ENCODING_DEFAULT
    /// The body, still encoded.
    var body: Range<Int>
    /// The parts in it, or the message it holds.
    var children: [Int] = []
    /// The nesting depth.
    var depth: Int
    /// True if its own boundary was found.
    var hasBoundary = false

    /// The part whose header is `header`. Inside a multipart/digest a part without a type is a message.
    init(_ header: HeaderBlock, _ bytes: Bytes, depth: Int, isInDigest: Bool) {
        self.header = header
        self.depth = depth
        body = header.bodyStart..<bytes.count
        contentType = header.first(.contentType, bytes).map { MIMEContentType(bytes.slice($0)) } ?? MIMEContentType()
        if isInDigest, header.first(.contentType, bytes) == nil {
            (contentType.type, contentType.subtype) = ("message", "rfc822")
        }
        if let value = header.first(.contentDisposition, bytes) { readDisposition(bytes.slice(value)) }
        if let value = header.first(.contentTransferEncoding, bytes) {
            encoding = TransferEncoding.named(bytes.slice(value))
        }
    }

    /// True if it contains a message that can be parsed in place.
    var isReadableMessage: Bool {
        guard contentType.type == "message" else { return false }
        // Of a message/partial only the first part begins with a header (RFC 2046, 5.2.2).
        let isMessage =
            contentType.subtype == "rfc822" || contentType.subtype == "global" || contentType.subtype == "news"
            || contentType.subtype == "partial" && contentType.number == "1"
        // RFC 2046, 5.2.1 forbids these encodings here: an encoded message cannot be parsed in place.
        return isMessage
            && encoding != GMIME_CONTENT_ENCODING_BASE64 && encoding != GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE
    }

    /// True for a file that has the name of a mail, and no type that says otherwise.
    var isMailFile: Bool {
        contentType.type == "application" && contentType.name.lowercased().hasSuffix(".eml")
    }

    private mutating func readDisposition(_ value: Bytes) {
        let value = value.slice((0..<value.count).prefixRange(HeaderText.longestText))
        let parsed = HeaderText.withText(value, charset: MIMEContentType.charsetOfNames) { value in
            GMimeLibrary.withCString(value) { g_mime_content_disposition_parse(GMimeLibrary.options, $0) }
        }
        guard let parsed else { return }
        defer { g_object_unref(parsed) }
        isAttachment = value.hasIgnoringCase("attachment", at: 0)
        // GMime joins and decodes the pieces of RFC 2231 (`filename*0*=utf-8''…`).
        let name = MIMEContentType.fileName(g_mime_content_disposition_get_parameter(parsed, "filename"))
        if !name.isEmpty { contentType.name = name }
    }
}
