import RecallCore
import RecallImport
import RecallWire

/// Detects the formats of paths before they are imported.
enum PathRecognition {
    /// The number of a folder's files to inspect.
    private static let sampleSize = 300

    /// The formats at `path`, or the reason why it cannot be imported.
    static func recognise(_ path: String) -> RecognisedPathPayload {
        do throws(ImportFailure) {
            let summary = try SourceDetector().detect(path).summary
            return RecognisedPathPayload(path: path, summary: summary, formats: formats(path))
        } catch {
            return RecognisedPathPayload(path: path, error: error.report)
        }
    }

    private static func formats(_ path: String) -> [RecognisedPathPayload.Format] {
        var counts: [SourceFormat: Int] = [:]
        for case .unit(let unit) in SourceWalker(path: path).prefix(sampleSize) {
            counts[unit.format, default: 0] += 1
        }
        return ImportFormats.all.formats.compactMap { format in
            counts[format].map { RecognisedPathPayload.Format(format: format.identifier, files: $0) }
        }
    }
}
