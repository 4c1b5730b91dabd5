import RecallConfinement
public import RecallCore

extension SourceFormat {
    /// A PDF document.
    public static let pdf = SourceFormat("pdf", singular: "PDF document", plural: "PDF documents")
}

struct PDFFormat: DocumentFormat {
    let format = SourceFormat.pdf
    let extensions: Set = ["pdf"]
    let revision: Int? = Self.currentRevision
    let hasScans = true
    /// 3 has columns in reading order, 4 the rows of tables.
    static let currentRevision = 4
    let mediaTypes: Set = ["application/pdf", "application/x-pdf"]
    let parser = ParserMode.program(Self.command(["-htmlmeta"]))

    /// The program that writes a document's text.
    static func command(_ options: [String]) -> [String] {
        ["pdftotext", "-q", "-enc", "UTF-8", "-eol", "unix"] + options + ["-", "-"]
    }

    func evidence(in file: SniffedFile) -> Evidence? {
        if file.head.starts(with: Array("%PDF-".utf8)) { return .signature }
        return file.isText(named: extensions) ? .name : nil
    }

    func begins(_ head: [UInt8]) -> Bool {
        head.prefix(1_024).firstOccurrence(of: "%PDF-") != nil
    }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText {
        let output = try await launcher.run(format.identifier, input, atMost: ImportLimits.textBytes)
        switch output.ending {
        case _ where output.isCut: return PDFText.parse(output.bytes, isCut: true)
        case .exited(0):
            let isOrdered = output.bytes.count < Self.fewestBytes && !PDFRows.mayBe(in: output.bytes)
            let drawn = isOrdered ? [] : try await drawn(input, launcher)
            return PDFText.parse(output.bytes, isCut: false, drawn: drawn)
        case .exited(1) where input.contains("/Encrypt"), .exited(3): throw launcher.encrypted
        case .exited(1), .exited(99):
            throw launcher.failure(
                .malformed, "The PDF is damaged. Open it in a viewer, save it again and import that.")
        default: throw launcher.failed(output)
        }
    }

    /// A text with fewer has no columns.
    private static let fewestBytes = 1_500

    /// The text in the order in which it was drawn; empty if there is none.
    private func drawn(_ input: DocumentInput, _ launcher: ParserLauncher) async throws -> [UInt8] {
        let output = try await launcher.run(ParserProcess.pdfDrawn, input, atMost: ImportLimits.textBytes)
        return output.ending == .exited(0) && !output.isCut ? output.bytes : []
    }

    package func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        guard let recognition = extractor.recognition else { return DocumentFileReader(extractor: extractor) }
        return ScannedPDFReader(extractor: extractor, recognition: recognition)
    }
}
