import RecallCore

/// Reads a PDF document, and recognises the text of those of its pages that are pictures.
///
/// The document is handed over again after every few of these pages, each time with more of its text, so that hours of work are
/// not lost when the import is stopped.
package struct ScannedPDFReader: SourceReader {
    private let extractor: DocumentTextExtractor
    private let recognition: PageRecognition
    private let mostPages: Int

    /// A reader that recognises at most `mostPages` scanned pages of a document.
    package init(
        extractor: DocumentTextExtractor, recognition: PageRecognition, mostPages: Int = ImportLimits.recognisedPages
    ) {
        (self.extractor, self.recognition, self.mostPages) = (extractor, recognition, mostPages)
    }

    package func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let cursor = DocumentCursor(cursor.text)
        guard !cursor.isRecognised || cursor.pages != nil else { return }
        do {
            var document = ScannedDocument(try await extractor.extract(unit), of: unit, mostPages: mostPages)
            if let done = cursor.pages { document.resume(after: done, from: try recognition.stored(unit.fileIdentity)) }
            try await read(&document, emit)
        } catch let failure as ImportFailure {
            try await emit(.failure(failure), DocumentCursor(revision: PDFFormat.currentRevision).cursor(of: unit))
        }
    }

    private func read(
        _ document: inout ScannedDocument, _ emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let recogniser = PageRecogniser(
            recognition: recognition.recognition, parserExecutable: extractor.parserExecutable)
        repeat {
            let isContinuation = document.isBegun
            let pages = document.nextPages
            let failures = document.take(try await recogniser.recognise(pages, of: document.unit))
            var imported = ImportedItem(document.item)
            (imported.recognisedPages, imported.isContinuation) = (pages.count, isContinuation)
            try await emit(.item(imported), document.cursor)
            for failure in failures { try await emit(.failure(failure), document.cursor) }
        } while !document.isDone
        if let failure = document.rest { try await emit(.failure(failure), document.cursor) }
    }
}
