public import RecallCore

/// Reads an e-mail again, in a separate process, from the file it was imported from: its page, or an attachment.
///
/// The e-mail is identified by the item's id, so it is found even if its position in the file has changed.
public struct OriginalMail: Sendable {
    /// The place where the e-mail was found.
    public struct Source: Sendable {
        /// The absolute path.
        public var path: String
        /// `.mail`, `.emlx`, `.mbox`, `.outlookMessage` or `.tnef`.
        public var format: SourceFormat
        /// The position of its record, in the reader's notation; `nil` to search from the start of the file.
        public var cursor: SourceCursor?

        /// A file; `nil` if one of that format holds no e-mails as they were sent.
        public init?(path: String, format: SourceFormat?, cursor: SourceCursor?) {
            guard let format, Self.formats.contains(format) else { return nil }
            (self.path, self.format, self.cursor) = (path, format, cursor)
        }

        private static let formats: Set<SourceFormat> = [.mail, .emlx, .mbox, .outlookMessage, .tnef]
    }

    private let id: ItemID
    private let messageID: String?
    let parserExecutable: String?

    /// The e-mail `id`.
    ///
    /// - Parameters:
    ///   - messageID: its Message-ID, if it has one.
    ///   - parserExecutable: as for `DocumentTextExtractor`.
    public init(id: ItemID, messageID: String?, parserExecutable: String? = nil) {
        self.id = id
        self.messageID = messageID
        self.parserExecutable = parserExecutable
    }

    /// The e-mail's HTML, sanitized, for the body of a page: no script, no address, no frame, no form.
    ///
    /// - Throws: `ImportFailure`: `.notFound` if the file is gone, `.noSuchMail` if it no longer contains the e-mail,
    ///   `.noHTML`, `.overLimit`, `.parserFailed`, …; `CancellationError`.
    public func page(in source: Source) async throws -> String {
        let limit = ImportLimits.shownHTMLBytes + 2 * ImportLimits.inlinePictureBytes
        let bytes = try await read(source, ["page"], atMost: limit)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The decoded bytes of its attachment number `index` of `Item.attachments`.
    ///
    /// - Throws: as `page(in:)`.
    public func attachment(_ index: Int, in source: Source) async throws -> [UInt8] {
        try await read(source, ["attachment", "\(index)"], atMost: ImportLimits.originalBytes)
    }

    /// All bytes of the e-mail as it was sent: RFC 5322, without the marks that an mbox file adds.
    ///
    /// - Throws: as `page(in:)`.
    public func whole(in source: Source) async throws -> [UInt8] {
        try await read(source, ["whole"], atMost: ImportLimits.originalBytes)
    }

    /// The same, read in this process, as an import reads it: for many e-mails, one after the other.
    ///
    /// - Throws: `ImportFailure` as `page(in:)`.
    public func wholeInProcess(in source: Source) throws(ImportFailure) -> [UInt8] {
        let search = MailSearch(
            id: id, messageID: messageID.map(MailSearch.digest), format: source.format,
            position: source.cursor.map(\.number).flatMap { $0 > 0 ? $0 : nil })
        let path = MaildirName.presentPath(source.path)
        let partial = try Self.partial(path)
        let file = if let partial { RegularFile(partial.file) } else { try RegularFile(path: path) }
        if let mail = try search.whole(in: file) { return mail }
        throw ImportFailure(.noSuchMail, path: source.path, reason: "The e-mail is not in that file any more.")
    }

    private func read(_ source: Source, _ wanted: [String], atMost limit: Int) async throws -> [UInt8] {
        let path = MaildirName.presentPath(source.path)
        let launcher = ParserLauncher(executable: parserExecutable, path: source.path, place: nil)
        let digest = messageID.map(MailSearch.digest) ?? ""
        let position = source.cursor?.number ?? 0
        let isOnDisk = ArchiveMember.archive(holding: path) == nil
        let partial = try Self.partial(path)
        let input =
            if let partial { partial } else {
                try await ArchiveMember.input(at: path, from: position, parserExecutable: parserExecutable)
            }
        let arguments =
            [source.format.identifier, "\(isOnDisk ? position : 0)", id.description, digest] + wanted
        // A kind and a length come on top.
        let output = try await launcher.run(ParserProcess.original, input, arguments, atMost: limit + 64)
        guard case .bytes(let bytes) = try launcher.reply(output) else { throw launcher.crashed }
        return bytes
    }
}

extension OriginalMail {
    /// A mail of Apple Mail with the attachments that lie beside it; `nil` for any other file.
    fileprivate static func partial(_ path: String) throws(ImportFailure) -> DocumentInput? {
        guard let partial = PartialMail(path) else { return nil }
        let file = try RegularFile(path: path)
        let place = try AppleMailFormat.message(in: file)
        let message = try file.bytes(from: place.lowerBound, limit: min(place.count, ImportLimits.originalBytes))
        return try DocumentInput(data: partial.whole(message), path: path, place: nil)
    }
}

extension ImportFailure.Code {
    /// The file does not hold the e-mail any more.
    public static let noSuchMail = Self(rawValue: "no-such-mail")
    /// The e-mail has no HTML: all there is to see is its text.
    public static let noHTML = Self(rawValue: "no-html")
}
