/// A file or folder that was not imported.
public struct LeftOutFile: Hashable, Sendable {
    /// The absolute path, in an archive below that of the archive.
    public let path: String
    /// The reason.
    public let reason: SkipReason

    /// A file at `path`.
    public init(_ path: String, _ reason: SkipReason) {
        self.path = path
        self.reason = reason
    }
}

/// The reason why a file or folder is not imported.
public enum SkipReason: Hashable, Sendable, CustomStringConvertible {
    /// An unsupported type. The extension is in lower case, without a dot; empty if there is none.
    case otherType(fileExtension: String)
    /// An archive that nobody named and that is no certain export. The extension as for `otherType`.
    case archive(fileExtension: String)
    /// An archive that needs a password, and that nobody named. The extension as for `otherType`.
    case encryptedArchive(fileExtension: String)
    /// A file of an export that only shows what is in its data, as a web page does.
    case repeatsExport
    /// An empty file.
    case empty
    /// A hidden file, or a hidden folder as a whole.
    case hidden
    /// A link whose target does not exist.
    case brokenLink
    /// A link to a folder or out of the imported folder, or one whose target is imported itself.
    case link
    /// A pipe, socket or device; these are never opened.
    case notAFile
    /// A mail program's own file in a Maildir.
    case mailProgramFile
    /// A file that somebody sent in a chat, and that tells who wrote what, as a chat or a contact does.
    case sentInChat
    /// An image in which no text was recognised.
    case imageWithoutText

    /// The reason, for people to read.
    public var description: String {
        switch self {
        case .otherType(""): "a file without extension that is no mail and no mailbox"
        case .otherType(let fileExtension): "a .\(fileExtension) file, which Recall does not read"
        case .archive(let fileExtension):
            "a .\(fileExtension) archive, which may be anything; to import it, name it: recall import PATH"
        case .encryptedArchive(let fileExtension):
            "a .\(fileExtension) archive that needs a password; unpack it to import what is in it"
        case .repeatsExport: "a file that repeats what is in the data of its export, which is imported"
        case .empty: "an empty file"
        case .hidden: "hidden, as what programs keep for themselves is; name it to import it"
        case .brokenLink: "a link to a file that is not there"
        case .link: "a link; what it leads to is imported where it is, if it is in this folder"
        case .notAFile: "a pipe, socket or device"
        case .mailProgramFile: "a file that the mail program keeps for itself"
        case .sentInChat:
            "a file that somebody sent in a chat; as a source of its own it could put words in anyone's mouth: name it to import it"
        case .imageWithoutText: "an image in which no text was recognised"
        }
    }
}
