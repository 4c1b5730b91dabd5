import RecallCore

/// A format whose text is read as a whole, from files and from the attachments of mails.
protocol DocumentFormat: ImportFormat {
    /// The media types of such attachments, in lower case, without parameters.
    var mediaTypes: Set<String> { get }
    /// The extensions of such attachments, in lower case.
    var attachmentExtensions: Set<String> { get }

    /// True if bytes that begin so are of this format, whatever they are called.
    func begins(_ head: [UInt8]) -> Bool
    /// True if bytes that begin so may be of this format if they are called so.
    func mayBegin(_ head: [UInt8]) -> Bool
    /// The text of a document, read in this process; `nil` if the format is read in another one.
    func text(in bytes: [UInt8]) -> ExtractedText?
    /// The text of a document.
    ///
    /// - Throws: `ImportFailure`, `CancellationError`.
    func text(of input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText
}

extension DocumentFormat {
    var attachmentExtensions: Set<String> { extensions }
    func begins(_ head: [UInt8]) -> Bool { false }
    func mayBegin(_ head: [UInt8]) -> Bool { true }
    func text(in bytes: [UInt8]) -> ExtractedText? { nil }

    package func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        DocumentFileReader(extractor: extractor)
    }
}

extension DocumentInput {
    /// The bytes of a file whose text is read, of which one more than is read tells that it goes on.
    ///
    /// - Throws: `ImportFailure`: `.wrongFormat`, if it is no text.
    func bytesOfText(_ launcher: ParserLauncher) throws -> [UInt8] {
        let bytes = bytes(upTo: ImportLimits.textBytes + 1)
        guard bytes.mayBeText else {
            throw launcher.failure(.wrongFormat, "The file is no text, whatever its name says.")
        }
        return bytes
    }
}

extension ImportFormats {
    /// The formats whose text is read as a whole.
    private static let documents = all.table.compactMap { $0 as? any DocumentFormat }

    /// The document format with the name; `nil` if there is none.
    static func document(_ format: SourceFormat) -> (any DocumentFormat)? {
        documents.first { $0.format == format }
    }

    /// Detects the format of an attachment by its first bytes, then its media type, then its name's extension.
    static func document(mediaType: String, fileExtension: String, head: [UInt8]) -> (any DocumentFormat)? {
        if let format = documents.first(where: { $0.begins(head) }) { return format }
        let possible = documents.filter { $0.mayBegin(head) }
        // Browsers send tables as text under the type of Excel.
        return possible.first { $0.mediaTypes.contains(mediaType) }
            ?? possible.first { $0.attachmentExtensions.contains(fileExtension) }
    }
}

extension Collection<UInt8> {
    /// True unless these bytes have a NUL and are no UTF-16.
    var mayBeText: Bool {
        !contains(0) || starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF])
    }

    /// The index at which `text` first occurs.
    func firstOccurrence(of text: StaticString) -> Index? {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        var rest = self[...]
        while let at = rest.firstIndex(of: wanted[0]) {
            rest = rest[at...]
            if rest.starts(with: wanted) { return at }
            rest = rest.dropFirst()
        }
        return nil
    }
}
