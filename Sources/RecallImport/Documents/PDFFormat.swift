import RecallConfinement
public import RecallCore

extension SourceFormat {
    /// A PDF document.
    public static let pdf = SourceFormat("pdf", singular: "PDF document", plural: "PDF documents")
}

struct PDFFormat: DocumentFormat {
    let format = SourceFormat.pdf
    let extensions: Set = ["pdf"]
    let revision: Int? = DocumentFileReader.revision
    let mediaTypes: Set = ["application/pdf", "application/x-pdf"]
    let parser = ParserMode.program(["pdftotext", "-q", "-enc", "UTF-8", "-eol", "unix", "-htmlmeta", "-", "-"])

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
        case _ where output.isCut, .exited(0): return PDFText.parse(output.bytes, isCut: output.isCut)
        case .exited(1) where input.contains("/Encrypt"), .exited(3): throw launcher.encrypted
        case .exited(1), .exited(99):
            throw launcher.failure(
                .malformed, "The PDF is damaged. Open it in a viewer, save it again and import that.")
        default: throw launcher.failed(output)
        }
    }
}
