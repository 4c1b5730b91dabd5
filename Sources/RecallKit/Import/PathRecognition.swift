public import RecallCore
import RecallImport

/// A path as an import would read it, looked at before.
public struct PathRecognition: Hashable, Sendable {
    /// The number of files of a folder that are looked at.
    private static let sampleSize = 300

    /// A description for people to read, without a full stop: "a Maildir with about 11,111 messages".
    public let summary: String
    /// The formats of its first files, and how many are of each.
    public let formats: [SourceFormat: Int]

    /// Looks at a file or folder, and at the first files in it.
    public init(_ path: String) throws(ImportFailure) {
        summary = try Self.summary(of: path)
        var formats: [SourceFormat: Int] = [:]
        for entry in SourceWalker(path: path).prefix(Self.sampleSize) {
            switch entry {
            case .unit(let unit), .archive(let unit): formats[unit.format, default: 0] += 1
            case .failure, .skipped, .possibleExport: continue
            }
        }
        self.formats = formats
    }

    /// A description of a file or folder, or of what it is said to be with `format`.
    ///
    /// - Parameter readsImages: true if the text in images is recognised.
    /// - Throws: `ImportFailure` if there is nothing at `path`, if it cannot be read, or if Recall does not read its type.
    public static func summary(
        of path: String, as format: SourceFormat? = nil, readsImages: Bool = false
    ) throws(ImportFailure) -> String {
        try SourceDetector(readsImages: readsImages).detect(path, as: format).summary
    }
}
