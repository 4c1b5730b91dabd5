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
        let item = Item(
            id: unit.fileIdentity, details: .document(DocumentDetails(format: "txt", path: unit.path)),
            title: PlainFile.title(path: unit.path), date: unit.modificationDate, text: file.text,
            authoredRanges: AuthoredRanges.all(of: file.text), defects: file.defects)
        try await emit(.item(ImportedItem(item)), .end(of: unit))
    }
}
