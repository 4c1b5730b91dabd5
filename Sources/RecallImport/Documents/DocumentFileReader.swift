import Foundation
package import RecallCore
import RecallText

/// Reads a file of a document format as one document.
public struct DocumentFileReader: SourceReader {
    private let extractor: DocumentTextExtractor

    /// A reader that gets the text from `extractor`.
    public init(extractor: DocumentTextExtractor) {
        self.extractor = extractor
    }

    /// The version of what is made of documents. Files that an earlier one read are read again when they are imported again:
    /// 2 reads their own dates, and joins the lines of PDF files.
    static let revision = 2

    /// Hands over one record, the document or why it cannot be read, with the cursor after it, from which on there is nothing.
    public func read(
        _ unit: SourceUnit, from cursor: SourceCursor,
        emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        // Text recognition that was cut off, and is not asked for any more, begins anew without it.
        guard cursor == .start || DocumentCursor(cursor.text).pages != nil else { return }
        let revision = ImportFormats.all[unit.format.identifier]?.revision ?? Self.revision
        try await emit(try await record(unit), .end(of: unit, revision: revision))
    }

    private func record(_ unit: SourceUnit) async throws -> ImportRecord {
        do {
            let text = try await extractor.extract(unit)
            return .item(ImportedItem(Self.item(text, unit)))
        } catch let failure as ImportFailure {
            return .failure(failure)
        }
    }

    /// The item of a file with that text.
    static func item(_ text: ExtractedText, _ unit: SourceUnit) -> Item {
        let parts = unit.path.split(separator: "/").map(String.init)
        // The text of TextEdit's documents with pictures is in a package of their name.
        let isPackaged = parts.last == "TXT.rtf" && parts.count > 1 && parts[parts.count - 2].hasSuffix(".rtfd")
        let name = (isPackaged ? parts.dropLast() : parts[...]).last ?? unit.path
        let stem =
            name.split(separator: ".").count > 1 ? name[..<(name.lastIndex(of: ".") ?? name.endIndex)] : name[...]
        let dates = DocumentDates(text, unit.format, fileName: String(stem))
        let details = DocumentDetails(
            format: unit.format.identifier, path: unit.path, pageCount: text.pageCount, created: dates.created,
            modified: dates.modified, fileModified: unit.modificationDate, pageStarts: text.pageStarts)
        return Item(
            id: unit.fileIdentity, details: .document(details),
            title: DocumentTitle.title(text.title) ?? NotionPage.title(fileName: String(stem)), date: dates.date,
            text: text.text,
            authoredRanges: text.visibleRanges, defects: text.defects)
    }
}

extension ExtractedText {
    /// The UTF-8 byte ranges of `text` that are not hidden, ascending.
    public var visibleRanges: [Range<Int>] {
        [0..<text.utf8.count].subtracting(hiddenRanges)
    }
}
