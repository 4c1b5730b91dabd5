import RecallCore

/// Reads a plain text file as one document.
public struct TextFileReader: SourceReader {
    /// A reader.
    public init() {}

    /// Hands over the document. See `SourceReader`.
    public func read(
        _ unit: SourceUnit, from position: ReadPosition,
        emit: (ImportRecord, ReadPosition) async throws -> Void
    ) async throws {
        guard position == 0 else { return }
        let file = try PlainFile(unit)
        let item = Item(
            id: unit.fileIdentity, details: .document(DocumentDetails(format: "txt", path: unit.path)),
            title: PlainFile.title(path: unit.path), date: unit.modificationDate, text: file.text,
            authoredRanges: AuthoredRanges.all(of: file.text), defects: file.defects)
        try await emit(.item(ImportedItem(item)), 1)
    }
}
