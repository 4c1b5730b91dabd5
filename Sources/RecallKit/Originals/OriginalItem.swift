public import RecallCore
import RecallImport

/// An e-mail whose file is read again, in a process of its own, for its page and its attachments. The file is only read.
public struct OriginalItem: Sendable {
    /// The attachments as the library knows them.
    public let attachments: [Attachment]
    /// The name of a file with the e-mail, safe to save it under.
    public let fileName: String
    private let isMail: Bool
    private let mail: OriginalMail
    private let sources: [ItemSource]

    init(_ item: Item, sources: [ItemSource]) {
        attachments = item.attachments
        fileName = AttachmentFileName.safe(
            (item.title.isEmpty ? "mail" : item.title.replacing("/", with: "-")) + ".eml", index: 0)
        isMail = Self.isOffered(item, in: sources)
        mail = OriginalMail(id: item.id, messageID: item.externalID)
        self.sources = sources
    }

    /// True if an item is an e-mail that was found in a file which holds e-mails as they were sent. It may still be plain text, and
    /// the file may be gone.
    static func isOffered(_ item: Item, in sources: [ItemSource]) -> Bool {
        item.kind == .email && sources.contains { OriginalMail.Source($0) != nil }
    }

    /// True if such an e-mail has a page to show: it was sent as HTML, or nobody looked when it was imported.
    static func offersPage(_ item: Item, in sources: [ItemSource]) -> Bool {
        guard case .email(let details) = item.details else { return false }
        return details.hasHTML != false && isOffered(item, in: sources)
    }

    /// The HTML of the e-mail, sanitized, for the body of a page: no script, no frame, no form, and no addresses
    /// except those of pictures in the page itself.
    ///
    /// - Throws: `OriginalError`; `ImportFailure` if the e-mail cannot be parsed; `CancellationError`.
    public func page() async throws -> String {
        try await read { try await mail.page(in: $0) }
    }

    /// The bytes of attachment number `index`.
    ///
    /// - Throws: as `page()`.
    public func attachment(_ index: Int) async throws -> [UInt8] {
        guard attachments.indices.contains(index) else { throw OriginalError(.noAttachment) }
        guard let place = attachments[index].archive else {
            return try await read { try await mail.attachment(index, in: $0) }
        }
        guard attachments.indices.contains(place), attachments[place].archive == nil else {
            throw OriginalError(.noAttachment)
        }
        let archive = attachments[place].name
        let member = String(attachments[index].name.dropFirst(archive.count + 1))
        let data = try await read { try await mail.attachment(place, in: $0) }
        return try await mail.member(member, of: (archive, data))
    }

    /// All bytes of the e-mail as it was sent (RFC 5322), without the marks that an mbox file adds.
    ///
    /// - Throws: as `page()`.
    public func whole() async throws -> [UInt8] {
        try await read { try await mail.whole(in: $0) }
    }

    /// The same, read in this process; `nil` if no file holds it any more.
    func wholeInProcess() -> [UInt8]? {
        guard isMail else { return nil }
        return sources.lazy.compactMap(OriginalMail.Source.init).compactMap { try? mail.wholeInProcess(in: $0) }.first
    }

    /// Reads the first of its files that still holds it.
    private func read<Value>(_ body: (OriginalMail.Source) async throws -> Value) async throws -> Value {
        guard isMail else { throw OriginalError(.noOriginal) }
        var error = OriginalError(.noOriginal)
        for source in sources.compactMap(OriginalMail.Source.init) {
            do {
                return try await body(source)
            } catch let failure as ImportFailure {
                guard let reason = OriginalError(failure, path: source.path) else { throw failure }
                error = reason
            }
        }
        throw error
    }
}

extension OriginalMail.Source {
    fileprivate init?(_ source: ItemSource) {
        self.init(
            path: source.path, format: ImportFormats.all.format(source.format),
            cursor: source.cursor.map { SourceCursor($0, bytesRead: 0) })
    }
}

/// The reason why an original, or a part of it, is not there.
public struct OriginalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error: a stable name for programs.
    public enum Code: String, Sendable {
        /// The item was not imported from an e-mail's file.
        case noOriginal = "no-original"
        /// The e-mail is plain text.
        case noHTML = "no-html"
        /// There is no attachment of that number.
        case noAttachment = "no-attachment"
        /// There is no page of that number to show.
        case noPage = "no-page"
        /// The file is too large to be sent.
        case tooLarge = "too-large-to-send"
        /// The file is gone, or cannot be read.
        case sourceMissing = "source-missing"
        /// The file has changed and does not hold the e-mail any more.
        case sourceChanged = "source-changed"
    }

    /// The kind of error.
    public let code: Code
    /// A sentence with the cause and a remedy.
    public let description: String

    init(_ code: Code, path: String = "") {
        self.code = code
        description =
            switch code {
            case .noOriginal:
                "Only e-mails of mbox, Maildir and .eml files, documents and notes have an original to read again; this item has its text alone."
            case .noHTML: "This e-mail is plain text. All of it is shown as text."
            case .noAttachment: "This e-mail has no attachment of that number."
            case .noPage:
                "There is no page of that number that can be shown as a picture. All of the text is shown as text."
            case .tooLarge: "The file is too large to be sent. It is here: \(path)"
            case .sourceMissing:
                "The file with this item cannot be read any more: \(path). Put it back, or import it from where it is now: "
                    + "recall import PATH"
            case .sourceChanged:
                "The file has changed and does not hold this e-mail any more: \(path). Import the file that holds it now: "
                    + "recall import PATH"
            }
    }

    /// The error that a failure to read the file at `path` is; `nil` if it is one of the e-mail's content.
    init?(_ failure: ImportFailure, path: String) {
        switch failure.code {
        case .noHTML: self.init(.noHTML)
        case .noSuchMail: self.init(.sourceChanged, path: path)
        case .notFound, .unreadable, .notAFile: self.init(.sourceMissing, path: path)
        case .empty: self.init(.sourceChanged, path: path)
        default: return nil
        }
    }
}
