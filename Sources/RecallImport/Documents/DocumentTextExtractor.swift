import RecallConfinement
public import RecallCore

/// Reads the text out of documents, each in a process of its own with limits on time, memory and output.
public struct DocumentTextExtractor: Sendable {
    /// The `recall` executable that is started, with a hidden argument, as the parsing process.
    public let parserExecutable: String?
    /// The text recognition for scanned pages and images in files; `nil` if these are not read.
    public let recognition: PageRecognition?

    /// An extractor that runs `parserExecutable`, or the executable it finds itself.
    public init(parserExecutable: String? = nil, recognition: PageRecognition? = nil) {
        (self.parserExecutable, self.recognition) = (parserExecutable, recognition)
    }

    /// Detects the format of a document by its first bytes, then its media type, then its name's extension; `nil` if
    /// its text cannot be extracted.
    ///
    /// - Parameters:
    ///   - mediaType: the declared media type, with or without parameters; may be empty.
    ///   - name: the file name; may be empty.
    ///   - head: the first bytes, preferably several kilobytes: DOCX differs from other zip files only in its
    ///   entries' names.
    public static func format(mediaType: String, name: String, head: [UInt8]) -> SourceFormat? {
        let type = mediaType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        let fileExtension = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
        return ImportFormats.document(mediaType: type, fileExtension: fileExtension?.lowercased() ?? "", head: head)?
            .format
    }

    /// The text of the document in `data`.
    ///
    /// HTML and plain text are parsed in this process, others in one of their own.
    ///
    /// - Throws: `ImportFailure` with `path` and `place` as given: `.encrypted`, `.malformed`, `.overLimit`, `.parserFailed`,
    ///   `.wrongFormat` if `format` is none of documents, …; `CancellationError`.
    public func extract(
        _ data: [UInt8], format: SourceFormat, path: String, place: String?
    ) async throws -> ExtractedText {
        if !data.isEmpty, let text = ImportFormats.document(format)?.text(in: data) { return text }
        let input = try DocumentInput(data: data, path: path, place: place)
        return try await extract(input, format: format, path: path, place: place)
    }

    /// The text of the document in the file of a unit. What another process parses is not loaded into this one.
    ///
    /// - Throws: as `extract(_:format:path:place:)`, and `.notFound`, `.unreadable`, `.notAFile` or `.empty`.
    public func extract(_ unit: SourceUnit) async throws -> ExtractedText {
        try await extract(try DocumentInput(of: unit), format: unit.format, path: unit.path, place: nil)
    }

    private func extract(
        _ input: DocumentInput, format: SourceFormat, path: String, place: String?
    ) async throws -> ExtractedText {
        guard let document = ImportFormats.document(format) else {
            throw ImportFailure(.wrongFormat, path: path, place: place, reason: "This format is none of documents.")
        }
        let launcher = ParserLauncher(executable: parserExecutable, path: path, place: place)
        return try await document.text(of: input, launcher)
    }
}
