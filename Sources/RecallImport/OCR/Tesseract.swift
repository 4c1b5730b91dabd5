import RecallConfinement
import RecallCore

/// The OCR engine tesseract as it is installed. It runs in confined processes: https://tesseract-ocr.github.io/tessdoc
package struct Tesseract: Hashable, Sendable {
    /// The version, as it prints it: `5.3.0`.
    package let version: String
    /// The path of the program.
    package let path: String
    /// The languages that it has models for, by its names.
    package let languages: [String]

    package init(version: String, path: String, languages: [String]) {
        (self.version, self.path, self.languages) = (version, path, languages)
    }

    /// The reason why there is no text recognition, and what to do.
    package static let advice =
        "tesseract is not installed, or others than the administrator can replace it: install tesseract-ocr and the "
        + "packages of your languages, such as tesseract-ocr-deu (macOS: brew install tesseract tesseract-lang)."

    /// The installed engine; `nil` if there is none.
    ///
    /// - Throws: `ImportFailure` if the parsing process could not be started or confined; `CancellationError`.
    package static func installed(parserExecutable: String? = nil) async throws -> Tesseract? {
        guard let list = try await output(ParserProcess.ocrLanguages, parserExecutable),
            let version = try await output(ParserProcess.ocrVersion, parserExecutable)
        else { return nil }
        let names = list.dropFirst().filter { !$0.isEmpty && $0.allSatisfy(isPlain) }
        guard !names.isEmpty else { return nil }
        return Tesseract(
            version: version.first.map { String($0.drop { !$0.isNumber }) } ?? "",
            path: SystemProgram("tesseract")?.path ?? "", languages: names)
    }

    /// The lines that a process of that mode prints; `nil` if the program is missing.
    private static func output(_ mode: String, _ parserExecutable: String?) async throws -> [String]? {
        let launcher = ParserLauncher(executable: parserExecutable, path: "", place: nil, confinement: .page)
        let input = try DocumentInput(data: [0], path: "", place: nil)
        let output = try await launcher.run(mode, input, atMost: 64 << 10)
        if output.ending == .exited(Confinement.missingProgram) { return nil }
        guard output.ending == .exited(0) else { throw launcher.failed(output) }
        return String(decoding: output.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// The program that a process of an OCR mode becomes, and its arguments; `nil` if they make no sense.
    ///
    /// - Parameter arguments: of a page: the languages, joined by `+`, and the number of the page in the file, from 0.
    static func command(_ mode: String, _ arguments: [String]) -> [String]? {
        switch mode {
        case ParserProcess.ocrLanguages: return ["tesseract", "--list-langs"]
        case ParserProcess.ocrVersion: return ["tesseract", "--version"]
        default:
            guard let languages = arguments.first, !languages.isEmpty, !languages.hasPrefix("-"),
                languages.allSatisfy({ isPlain($0) || $0 == "+" }),
                let page = arguments.dropFirst().first.flatMap({ Int($0) }),
                (0...ImportLimits.recognisedPages).contains(page)
            else { return nil }
            return [
                "tesseract", "stdin", "stdout", "-l", languages, "--psm", "1", "-c", "tessedit_page_number=\(page)",
                "tsv",
            ]
        }
    }

    /// True for what names of languages consist of: `chi_sim`, `script/Latin`.
    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "_" || character == "/")
    }
}
