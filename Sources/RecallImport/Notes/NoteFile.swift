import Foundation
import RecallCore

/// A file that belongs to a note and lies beside it.
struct NoteFile {
    /// Its name for people to read.
    var name: String
    var mediaType = ""
    /// The path in the items, and the one it is read from.
    var path: String
    var location: String

    /// The file as it is listed; its size is known if it is there.
    var attachment: Attachment {
        Attachment(
            chatFile: name, mediaType: mediaType,
            byteCount: FileStatus(path: location).flatMap { $0.type == .file ? $0.byteCount : nil })
    }
}

/// Reads the documents among the files of notes, such as PDF files, as items of their own.
struct NoteFiles {
    let extractor: DocumentTextExtractor

    /// Files of one note that are looked at.
    static let most = ImportLimits.noteLinks

    /// The note with its files: all are listed, and those that have a text are items.
    ///
    /// - Throws: `CancellationError` only.
    func imported(_ item: Item, with files: [NoteFile], of unit: SourceUnit) async throws -> ImportedItem {
        var imported = ImportedItem(item)
        imported.item.attachments = files.map(\.attachment)
        for (number, file) in files.enumerated() {
            do {
                guard let document = try await document(file, in: item, unit) else { continue }
                imported.item.attachments[number].item = document.id
                imported.attachmentItems.append(document)
            } catch let failure as ImportFailure {
                imported.attachmentFailures.append(failure)
            }
        }
        return imported
    }

    private func document(_ file: NoteFile, in note: Item, _ unit: SourceUnit) async throws -> Item? {
        guard let status = FileStatus(path: file.location), status.type == .file, status.byteCount > 0 else {
            return nil
        }
        let head = try RegularFile(path: file.location, named: file.path).bytes(limit: SniffedFile.headBytes)
        guard let format = DocumentTextExtractor.format(mediaType: file.mediaType, name: file.name, head: head) else {
            return nil
        }
        let text = try await extractor.extract(
            SourceUnit(
                path: file.path, location: file.location, root: unit.root, format: format,
                byteCount: status.byteCount, modified: status.modified))
        let name = CleanText.line(file.name)
        let dates = DocumentDates(text, format, fileName: name)
        return Item(
            id: ItemID(identifying: ["attachment", note.id.description, file.name]),
            details: .document(
                DocumentDetails(
                    format: format.identifier, path: file.path, pageCount: text.pageCount, created: dates.created,
                    modified: dates.modified, pageStarts: text.pageStarts)),
            title: DocumentTitle.title(text.title) ?? name, date: dates.date ?? note.date, text: text.text,
            authoredRanges: text.visibleRanges, parent: note.id, defects: text.defects)
    }
}
