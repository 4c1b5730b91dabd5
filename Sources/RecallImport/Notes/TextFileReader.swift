import RecallCore

/// Reads a plain text file as one document.
public struct TextFileReader: SourceReader {
    /// A reader.
    public init() {}

    /// Hands over the document. See `SourceReader`.
    public func read(
        _ unit: SourceUnit, from cursor: SourceCursor,
        emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        let file = try PlainFile(unit)
        let title = PlainFile.title(path: unit.path)
        let details = DocumentDetails(format: "txt", path: unit.path, fileModified: unit.modificationDate)
        var dates = DocumentDate()
        let item = Item(
            id: unit.fileIdentity, details: .document(details), title: title, date: dates.fileName(title),
            text: file.text,
            authoredRanges: AuthoredRanges.all(of: file.text), defects: file.defects)
        try await emit(.item(ImportedItem(item)), .end(of: unit, revision: DocumentFileReader.revision))
    }
}
