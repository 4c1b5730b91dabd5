import RecallCore
import RecallFiles
import RecallImport

/// A document's or note's file, read again from where it was imported from: the file itself, or the attachment of an e-mail.
public struct OriginalDocument: Sendable {
    /// The file's name, safe to save it under.
    public let fileName: String
    private let item: Item
    private let place: Place

    private enum Place {
        case file(String)
        case attachment(OriginalItem, Int)
    }

    /// The file of an item; `nil` if it was not read from a file of its own, nor from an attachment.
    init?(_ item: Item, sources: [ItemSource], parent: OriginalItem?) {
        self.item = item
        let path = item.details.filePath ?? ""
        fileName = AttachmentFileName.safe(path, index: 0)
        if let parent, let index = parent.attachments.firstIndex(where: { $0.item == item.id }) {
            place = .attachment(parent, index)
        } else if let path = Self.path(among: sources.map(\.path), imported: path) {
            place = .file(path)
        } else {
            return nil
        }
    }

    /// The path of the file: where it was imported, or if nothing is there any more, where one of its name was found since; `nil`
    /// if it was not read from a file of its own.
    private static func path(among sources: [String], imported path: String) -> String? {
        let moved = sources.filter { $0 != path && $0.pathParts().last == path.pathParts().last }
        guard sources.contains(path) else { return moved.first }
        return Folder.isTaken(path) ? path : moved.first(where: Folder.isTaken) ?? path
    }

    /// The bytes of the file.
    ///
    /// - Throws: `OriginalError`, `ImportFailure`, `CancellationError`.
    public func bytes() async throws -> [UInt8] {
        switch place {
        case .attachment(let mail, let index): return try await mail.attachment(index)
        case .file(let path):
            let path = try Self.plain(path)
            do {
                return try await DocumentFile.bytes(at: path)
            } catch let failure as ImportFailure {
                throw OriginalError(failure.code == .overLimit ? .tooLarge : .sourceMissing, path: path)
            }
        }
    }

    /// The path, if no link was put there since: it could lead anywhere.
    private static func plain(_ path: String) throws -> String {
        guard !Folder.isLink(path) else { throw OriginalError(.sourceChanged, path: path) }
        return path
    }

    /// A page of a PDF document as a picture (PNG), rendered in a process of its own.
    ///
    /// - Parameter number: from 1.
    /// - Throws: `OriginalError` with the code `noPage` if there is no such page, and as `bytes()`.
    public func page(_ number: Int) async throws -> [UInt8] {
        guard case .document(let details) = item.details, details.format == SourceFormat.pdf.identifier else {
            throw OriginalError(.noPage)
        }
        let pages = PDFPages()
        let picture =
            switch place {
            case .file(let path): try await pages.picture(ofPage: number, fileAt: Self.plain(path))
            case .attachment: try await pages.picture(ofPage: number, data: try await bytes())
            }
        guard let picture else { throw OriginalError(.noPage) }
        return picture
    }
}

extension ItemDetails {
    /// The path of a document's or note's file, or an attachment's name.
    fileprivate var filePath: String? {
        switch self {
        case .document(let document): document.path
        case .note(let note): note.path
        case .email, .message: nil
        }
    }
}
