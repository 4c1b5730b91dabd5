import ArgumentParser
import RecallCore
import RecallKit
import RecallWire

/// `recall recognise`, which a server starts: looking into somebody else's files is no work for the process that answers.
struct RecogniseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recognise", abstract: "Says, as JSON, what is at paths and can be imported.", shouldDisplay: false
    )

    @Argument(help: "Files and folders.")
    var paths: [String]

    func run() throws {
        let found = RecognisedPathsPayload(paths.map(RecognisedPathPayload.init(recognising:)))
        print(String(decoding: try PayloadEncoding.line(found), as: UTF8.self))
    }
}

/// A path as it was recognised before an import, as sent.
extension RecognisedPathPayload {
    /// The formats at `path`, or the reason why it cannot be imported.
    fileprivate init(recognising path: String) {
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
