import RecallCore
import RecallKit
import RecallWire

/// A path as it was recognised before an import, as sent.
extension RecognisedPathPayload {
    /// The formats at `path`, or the reason why it cannot be imported.
    init(recognising path: String) {
        do throws(ImportFailure) {
            let found = try PathRecognition(path)
            let formats = SourceFormat.importable.compactMap { format in
                found.formats[format].map { Format(format: format.identifier, files: $0) }
            }
            self.init(path: path, summary: found.summary, formats: formats)
        } catch {
            self.init(path: path, error: error.report)
        }
    }
}
