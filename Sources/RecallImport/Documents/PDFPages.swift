import RecallConfinement
import RecallCore

/// Renders pages of PDF documents as pictures, each in a process of its own (poppler's pdftoppm).
public struct PDFPages: Sendable {
    private let parserExecutable: String?

    /// A renderer that starts `parserExecutable`, as for `DocumentTextExtractor`.
    public init(parserExecutable: String? = nil) {
        self.parserExecutable = parserExecutable
    }

    /// The page as PNG; `nil` if there is no such page, or it cannot be rendered within the limits.
    ///
    /// - Throws: `ImportFailure` if the file cannot be read; `CancellationError`.
    public func picture(ofPage number: Int, fileAt path: String) async throws -> [UInt8]? {
        try await picture(number, ArchiveMember.input(at: path, parserExecutable: parserExecutable), path)
    }

    /// The page of a document in memory.
    public func picture(ofPage number: Int, data: [UInt8]) async throws -> [UInt8]? {
        try await picture(number, DocumentInput(data: data, path: "", place: nil), "")
    }

    private func picture(_ number: Int, _ input: DocumentInput, _ path: String) async throws -> [UInt8]? {
        guard Self.numbers.contains(number) else { return nil }
        let launcher = ParserLauncher(executable: parserExecutable, path: path, place: nil, confinement: .page)
        let output = try await launcher.run(
            ParserProcess.pdfPage, input, [String(number)], atMost: ImportLimits.notePictureBytes)
        guard output.ending == .exited(0), !output.isCut else { return nil }
        return output.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? output.bytes : nil
    }

    private static let numbers = 1...100_000

    /// The program that renders a page, and its arguments; `nil` if `argument` is no page's number. The longer side has a fixed
    /// length: a page may claim to be kilometres wide.
    static func command(_ argument: String?) -> [String]? {
        guard let number = argument.flatMap({ Int($0) }), numbers.contains(number) else { return nil }
        return [
            "pdftoppm", "-q", "-png", "-scale-to", "1700", "-f", "\(number)", "-l", "\(number)", "-singlefile", "-",
        ]
    }

    /// As `command`, for text recognition: in shades of grey, an A4 page with 300 dots an inch, and no page with more pixels.
    static func scanCommand(_ argument: String?) -> [String]? {
        guard let number = argument.flatMap({ Int($0) }), numbers.contains(number) else { return nil }
        return [
            "pdftoppm", "-q", "-gray", "-scale-to", "3508", "-f", "\(number)", "-l", "\(number)", "-singlefile", "-",
        ]
    }
}
