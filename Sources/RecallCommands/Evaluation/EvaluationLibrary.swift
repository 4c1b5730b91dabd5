import Foundation
import RecallCore
import RecallEvaluation
import RecallKit

/// The library that a labelled set is measured in: one that is kept between runs, or a temporary one.
struct EvaluationLibrary {
    let library: RecallLibrary
    /// A folder for files of this run.
    let temporary: String

    /// Opens the library at `path`, or a temporary one.
    init(at path: String?, precision: EncoderPrecision? = nil) throws {
        temporary = FileManager.default.temporaryDirectory.appending(path: "recall-eval-\(UUID().uuidString)").path
        library = try RecallLibrary(
            at: LibraryLocation(path: path ?? temporary), for: .write, model: .installed(in: precision))
    }

    /// Imports and embeds a file of items. One that the library has is not read again.
    func importItems(_ path: String, showingProgress: Bool) async throws {
        let progress = ProgressLine(isQuiet: !showingProgress)
        progress.beginImporting()
        _ = try await library.importAndEmbed(
            at: [URL(fileURLWithPath: path).standardizedFileURL.path], as: .importable("jsonl"),
            progress: { progress.show($0) }, embeddingProgress: { progress.show($0) })
        progress.finish()
    }

    /// Removes what this run alone needed.
    func removeTemporary() {
        try? FileManager.default.removeItem(atPath: temporary)
    }
}
