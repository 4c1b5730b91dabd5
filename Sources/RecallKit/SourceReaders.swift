import RecallImport

/// The reader of each format.
struct SourceReaders: Sendable {
    let extractor: DocumentTextExtractor

    func reader(for format: SourceFormat) -> any SourceReader {
        JSONLinesReader()
    }
}
