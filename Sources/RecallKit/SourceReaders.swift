import RecallImport

/// The reader of each format.
struct SourceReaders: Sendable {
    let extractor: DocumentTextExtractor

    func reader(for format: SourceFormat) -> any SourceReader {
        switch format {
        case .mbox: MboxReader(extractor: extractor)
        case .mail: MailFileReader(extractor: extractor)
        case .whatsapp, .whatsappZip:
            WhatsAppReader { [executable = extractor.parserExecutable] path in
                try await WhatsAppArchive.chatText(zipAt: path, parserExecutable: executable)
            }
        case .markdown: MarkdownReader()
        case .text: TextFileReader()
        case .pdf, .docx, .html: DocumentFileReader(extractor: extractor)
        case .jsonl: JSONLinesReader()
        }
    }
}
