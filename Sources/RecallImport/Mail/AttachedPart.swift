import RecallCore

/// A part of a message that is listed as an attachment, with as much of its bytes as is wanted.
struct AttachedPart {
    /// The attachments whose decoded bytes are kept.
    enum Wanted {
        /// Attachments whose text is extracted.
        case documents
        /// The attachment of that number in the list, from 0.
        case attachment(Int)
        /// Pictures with a Content-ID, as far as they can be shown.
        case pictures
        /// None.
        case names

        /// The same for a part whose text belongs elsewhere: to an attached mail, or to another form of the same.
        func within(_ isElsewhere: Bool) -> Wanted {
            if isElsewhere, case .documents = self { return .names }
            return self
        }
    }

    var attachment: Attachment
    /// The number of the part, from 0 for the message itself.
    let index: Int
    /// The format for extracting its text, and its decoded bytes; `nil` if it has no text.
    private(set) var document: (format: SourceFormat, data: [UInt8])?
    /// Its decoded bytes, if it is an archive whose documents are wanted.
    private(set) var archive: [UInt8]?
    /// Its decoded bytes, if they are wanted.
    private(set) var data: [UInt8]?
    /// Its Content-ID, if its bytes are wanted for that.
    private(set) var contentID: String?

    /// Lists `part` of the message in `bytes` as attachment `number`.
    init(_ part: MIMEPart, _ bytes: Bytes, index: Int, number: Int, wanted: Wanted) {
        let body = bytes.slice(part.body)
        self.index = index
        attachment = Attachment(name: part.contentType.name, mediaType: part.contentType.mediaType)
        switch wanted {
        case .documents:
            document = Self.document(part, body)
            if document == nil { archive = Self.archive(part, body) }
        case .attachment(number): data = TransferEncoding.decode(body, part.encoding)
        case .attachment, .names: break
        case .pictures: keepPicture(part, bytes)
        }
        attachment.byteCount =
            document?.data.count ?? archive?.count ?? data?.count ?? TransferEncoding.decodedSize(body, part.encoding)
    }

    /// The format for extracting an attachment's text, and its bytes; `nil` if it has no text.
    private static func document(
        _ part: MIMEPart, _ body: Bytes
    ) -> (format: SourceFormat, data: [UInt8])? {
        guard !part.body.isEmpty else { return nil }
        let head = TransferEncoding.decode(body.slice((0..<body.count).prefixRange(16 << 10)), part.encoding)
        let format = DocumentTextExtractor.format(
            mediaType: part.contentType.mediaType, name: part.contentType.name, head: head)
        return format.map { ($0, TransferEncoding.decode(body, part.encoding)) }
    }

    /// The bytes of an archive; `nil` of any other attachment.
    private static func archive(_ part: MIMEPart, _ body: Bytes) -> [UInt8]? {
        guard AttachedArchive.mayBe(named: part.contentType.name), !part.body.isEmpty else { return nil }
        let data = TransferEncoding.decode(body, part.encoding)
        return ArchiveKind(head: Array(data.prefix(512))) == nil ? nil : data
    }

    private mutating func keepPicture(_ part: MIMEPart, _ bytes: Bytes) {
        guard part.contentType.type == "image" || part.contentType.type == "application",
            let value = part.header.first(.contentID, bytes), let id = MessageIDs.first(bytes.slice(value)),
            part.body.count <= 2 * ImportLimits.inlinePictureBytes
        else { return }
        contentID = id
        data = TransferEncoding.decode(bytes.slice(part.body), part.encoding)
    }
}
