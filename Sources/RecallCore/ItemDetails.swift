public import Foundation

/// The four kinds of item.
public enum ItemKind: String, Hashable, Sendable, Codable, CaseIterable {
    case email, message, document, note

    /// True for mails and messages, which are sent at their date; documents and notes are files.
    public var isSent: Bool { self == .email || self == .message }

    /// The kind that people call so, in any case: "mail" and "notes" are kinds too; `nil` for any other word.
    public init?(called name: String) {
        switch name.lowercased() {
        case "email", "emails", "mail", "mails", "e-mail", "e-mails": self = .email
        case "message", "messages", "chat", "chats": self = .message
        case "document", "documents", "doc", "docs", "file", "files": self = .document
        case "note", "notes": self = .note
        default: return nil
        }
    }
}

/// The properties that only one kind of item has.
public enum ItemDetails: Hashable, Sendable {
    case email(EmailDetails)
    case message(MessageDetails)
    case document(DocumentDetails)
    case note(NoteDetails)

    /// The kind these details belong to.
    public var kind: ItemKind {
        switch self {
        case .email: .email
        case .message: .message
        case .document: .document
        case .note: .note
        }
    }

    /// The path of the file that it is, or the name of the attachment; `nil` for mails and messages.
    public var path: String? {
        switch self {
        case .document(let document): document.path
        case .note(let note): note.path
        case .email, .message: nil
        }
    }

    /// The details without the time of the file's last change and the version of an event.
    public var withoutVersion: ItemDetails {
        switch self {
        case .document(var document):
            (document.fileModified, document.event) = (nil, nil)
            return .document(document)
        case .note(var note):
            note.fileModified = nil
            return .note(note)
        case .email, .message: return self
        }
    }

    /// The same of a file at another path.
    public func moved(to path: String) -> ItemDetails {
        switch self {
        case .document(var document):
            document.path = path
            return .document(document)
        case .note(var note):
            note.path = path
            return .note(note)
        case .email, .message: return self
        }
    }

    /// True unless they are those of notes with other tags, aliases or properties.
    public func saysTheSame(as other: ItemDetails) -> Bool {
        guard case .note(let note) = self, case .note(let other) = other else { return kind == other.kind }
        return (note.tags, note.aliases) == (other.tags, other.aliases) && note.properties == other.properties
    }

    /// The version of the event of a calendar that it is, if it is one.
    public var event: EventVersion? {
        if case .document(let document) = self { document.event } else { nil }
    }

    /// True for a mail among the junk or in the trash.
    public var isJunk: Bool {
        if case .email(let mail) = self { mail.isJunk } else { false }
    }

    /// The message that a message answers, which need not be in the library.
    public var answered: ItemID? {
        if case .message(let message) = self { message.answers } else { nil }
    }

    /// The time of the last change of the file that it is, when it was imported.
    public var fileModified: Date? {
        switch self {
        case .document(let document): document.fileModified
        case .note(let note): note.fileModified
        case .email, .message: nil
        }
    }
}

/// The properties of an e-mail (RFC 5322, 3.6.4). Ids are without angle brackets.
public struct EmailDetails: Hashable, Sendable, Encodable {
    /// The Message-ID, or `nil` if the mail has none.
    public var messageID: String?
    /// The ids in In-Reply-To.
    public var inReplyTo: [String]
    /// The ids in References, oldest first, at most `ImportLimits.references`.
    public var references: [String]
    /// The mailing list's id (RFC 2919), if any.
    public var listID: String?
    /// True if it was also sent as HTML; `nil` if unknown, as in libraries of earlier versions.
    public var hasHTML: Bool?
    /// The labels that the mail program gave it (Gmail's), without those that every mail has.
    public var labels: [String] = []
    /// True if a server delivered it, or it came within another mail: whoever it says to be from may be forged. False for what lies
    /// among sent mails or has no trace of a server, and in libraries of earlier versions.
    public var wasReceived = false
    /// The labels that an export of Gmail gave it, which are among `labels`, too.
    public var exportedLabels: ExportedLabels?
    /// True if all files that are no export of Gmail have it among the junk or in the trash; `nil` if there are none, and in
    /// libraries of earlier versions.
    public var isInJunkFolder: Bool?

    /// True if it lies among the junk or in the trash wherever it is: found, but no answer.
    public var isJunk: Bool {
        guard exportedLabels != nil || isInJunkFolder != nil else { return false }
        return exportedLabels?.areJunk != false && isInJunkFolder != false
    }

    /// The label of mails that nobody has sent yet.
    public static let draftLabel = "Drafts"

    /// True if it is a draft wherever it lies: its author has not sent it.
    public var isDraft: Bool { labels.contains(Self.draftLabel) }

    /// The details of an e-mail.
    public init(messageID: String? = nil, inReplyTo: [String] = [], references: [String] = [], listID: String? = nil) {
        self.messageID = messageID
        self.inReplyTo = inReplyTo
        self.references = references
        self.listID = listID
    }
}

/// The labels of a mail in an export. A later export has those that it has now.
public struct ExportedLabels: Hashable, Sendable, Encodable {
    /// The labels.
    public var names: [String]
    /// True if one of them says that the mail is junk or in the trash.
    public var areJunk: Bool
    /// The time of last change of the export's file, in nanoseconds since 1970; 0 until it is stored.
    public var exported: Int64

    /// Labels of an export.
    public init(_ names: [String], areJunk: Bool, exported: Int64 = 0) {
        (self.names, self.areJunk, self.exported) = (names, areJunk, exported)
    }

    /// The later one of two; of one time that which is no junk, as a copy among the junk may be forged; then in the order of
    /// their names.
    public func latest(_ other: ExportedLabels?) -> ExportedLabels {
        guard let other else { return self }
        guard exported == other.exported else { return exported > other.exported ? self : other }
        guard areJunk == other.areJunk else { return areJunk ? other : self }
        return names.lexicographicallyPrecedes(other.names) ? self : other
    }
}

extension EmailDetails {
    /// The labels of two copies together: of Gmail's those of its later export, of all others both. They are the same in whatever
    /// order the copies come.
    public mutating func mergeLabels(with other: EmailDetails) {
        // What was sent may be among the drafts still.
        let areDrafts = isDraft && other.isDraft
        let exported = exportedLabels?.latest(other.exportedLabels) ?? other.exportedLabels
        let others = ownLabels.union(other.ownLabels)
        labels = others.union(exported?.names ?? []).sorted()
        exportedLabels = exported
        if !areDrafts {
            labels.removeAll { $0 == Self.draftLabel }
            exportedLabels?.names.removeAll { $0 == Self.draftLabel }
        }
        isInJunkFolder = [isInJunkFolder, other.isInJunkFolder].compactMap(\.self).reduce(nil) { ($0 ?? true) && $1 }
    }

    /// Takes over where another mail lies, with which this one came: what is private or junk there is so with all that is in it.
    public mutating func takePlace(of outer: EmailDetails) {
        (labels, exportedLabels, isInJunkFolder) = (outer.labels, outer.exportedLabels, outer.isInJunkFolder)
        labels.removeAll { $0 == Self.draftLabel }
        exportedLabels?.names.removeAll { $0 == Self.draftLabel }
    }

    private var ownLabels: Set<String> { Set(labels).subtracting(exportedLabels?.names ?? []) }
}

/// The properties of a chat message.
public struct MessageDetails: Hashable, Sendable, Encodable {
    /// The chat platform: `whatsapp`, `signal`, …
    public var platform: String
    /// True if the platform wrote it ("… joined the group"). Shown, never embedded.
    public var isSystemNotice: Bool
    /// The message that it answers, if its source says so. It need not be in the library.
    public var answers: ItemID?
    /// The time of the edit that it has its text from, where its source tells edits one by one.
    public var edited: Date?
    /// Its texts of before edits, as far as imported files had them, in the order of their characters: nothing always says which
    /// was first. Kept since anybody can write an export in which a message is marked as edited.
    public var earlierTexts: [String] = []
    /// The most earlier texts of a message, more than anybody makes, and the bytes of all.
    public static let (mostEarlierTexts, mostEarlierBytes) = (20, 64 << 10)

    /// The details of a message.
    public init(platform: String, isSystemNotice: Bool = false, answers: ItemID? = nil, edited: Date? = nil) {
        self.platform = platform
        self.isSystemNotice = isSystemNotice
        self.answers = answers
        self.edited = edited
    }
}

/// The properties of a document.
public struct DocumentDetails: Hashable, Sendable, Encodable {
    /// The file's format as an extension without a dot: `pdf`, `docx`, `html`, `txt`, …
    public var format: String
    /// The path it was read from, or the attachment's file name.
    public var path: String
    /// The number of pages, if the document declares it.
    public var pageCount: Int?

    /// The dates of creation and of the last change that the document itself states.
    public var created: Date?, modified: Date?
    /// The time of the file's last change when it was imported: not a date of the document, since copying a file may change it.
    public var fileModified: Date?
    /// The UTF-8 offsets in the text at which its pages begin; empty if that is not known.
    public var pageStarts: [Int]
    /// The version of the event of a calendar that it is; `nil` of anything else, and in libraries of earlier versions.
    public var event: EventVersion?
    /// The nicknames of the contact that it is; none of anything else, and in libraries of earlier versions.
    public var nicknames: [String] = []

    /// True if it is a contact of a file, whose recipients are the person's own addresses.
    public var isContact: Bool { format == "vcf" }

    /// The details of a document.
    public init(
        format: String, path: String, pageCount: Int? = nil, created: Date? = nil, modified: Date? = nil,
        fileModified: Date? = nil, pageStarts: [Int] = []
    ) {
        self.format = format
        self.path = path
        self.pageCount = pageCount
        self.created = created
        self.modified = modified
        self.fileModified = fileModified
        self.pageStarts = pageStarts
    }
}

/// The properties of a note.
public struct NoteDetails: Hashable, Sendable, Encodable {
    /// The path it was read from.
    public var path: String
    /// The notebook or folder, relative to the imported folder; empty at its top.
    public var notebook: String
    /// Tags, from front matter and `#tags`, without `#`.
    public var tags: [String]
    /// The targets of links to other notes, as written.
    public var links: [String]
    /// Other names from front matter.
    public var aliases: [String]
    /// All else that front matter says, in its order.
    public var properties: [Property]
    /// The time of the file's last change when it was imported: not a date of the note.
    public var fileModified: Date?

    /// The details of a note.
    public init(
        path: String, notebook: String = "", tags: [String] = [], links: [String] = [], aliases: [String] = [],
        properties: [Property] = [], fileModified: Date? = nil
    ) {
        self.path = path
        self.notebook = notebook
        self.tags = tags
        self.links = links
        self.aliases = aliases
        self.properties = properties
        self.fileModified = fileModified
    }

    /// A property of a note, such as its author: a name and what it says, each one line.
    public struct Property: Hashable, Sendable, Encodable {
        /// The name, as written.
        public var name: String
        /// The value; those of a list are joined by commas.
        public var value: String

        /// A property.
        public init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }
}
