import Foundation
public import RecallCore
import RecallImport

extension TextRecognition {
    /// Text recognition by the OCR engine that is installed, tesseract.
    ///
    /// - Parameter languages: the languages by tesseract's names, joined by `+`: `deu+eng`. Without them those that are
    ///   installed; of more than four, English and those of this person.
    /// - Throws: `TextRecognitionError`; `ImportFailure` if no parsing process can be started.
    public static func installed(languages: String? = nil) async throws -> TextRecognition {
        guard let engine = try await Tesseract.installed() else { throw TextRecognitionError.notInstalled }
        guard let languages else {
            return TextRecognition(languages: engine.usualLanguages(ofPerson: Locale.preferred))
        }
        let wanted = languages.split(separator: "+").map(String.init)
        if wanted.isEmpty { throw TextRecognitionError.noLanguage(languages, installed: engine.languages) }
        for language in wanted where !engine.languages.contains(language) {
            throw TextRecognitionError.noLanguage(language, installed: engine.languages)
        }
        return TextRecognition(languages: wanted)
    }
}

/// The reason why no text can be recognised.
public enum TextRecognitionError: ReportedError, Hashable, CustomStringConvertible {
    /// There is no OCR engine.
    case notInstalled
    /// The engine has no model of a language.
    case noLanguage(String, installed: [String])

    /// The reason, and what to do.
    public var description: String {
        switch self {
        case .notInstalled: "No text can be recognised: \(Tesseract.advice)"
        case .noLanguage(let language, let installed):
            "tesseract has no language called \(language). It has: \(installed.joined(separator: ", ")). Install its "
                + "package, such as tesseract-ocr-deu, or name another with --ocr-languages."
        }
    }

    /// The error for programs.
    public var report: ErrorReport { ErrorReport(code: "no-text-recognition", message: description) }
}

extension Locale {
    /// The languages that this person prefers, the first one first, as tesseract names most: `deu`, ISO 639-2.
    fileprivate static var preferred: [String] {
        let environment = ProcessInfo.processInfo.environment
        let named = ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"].compactMap { environment[$0] }
            .flatMap { $0.split(separator: ":") }.map { String($0.prefix { $0.isLetter }) }
        return (named + preferredLanguages).compactMap {
            Locale(identifier: $0).language.languageCode?.identifier(.alpha3)
        }
    }
}
