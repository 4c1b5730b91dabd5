public import RecallCore
import RecallFiles

/// The file that a document was read from: on the disk, or in an archive.
public enum DocumentFile {
    /// The bytes of the file at `path`, at most `ImportLimits.originalBytes`.
    ///
    /// - Parameter parserExecutable: as for `DocumentTextExtractor`.
    /// - Throws: `ImportFailure`: `.notFound`, `.overLimit`, …; `CancellationError`.
    public static func bytes(at path: String, parserExecutable: String? = nil) async throws -> [UInt8] {
        let input = try await ArchiveMember.input(at: path, parserExecutable: parserExecutable)
        guard input.file.byteCount <= ImportLimits.originalBytes else {
            throw ImportFailure(
                .overLimit, path: path,
                reason: "The file has more than \(ImportLimits.originalBytes >> 20) MB. Open it where it is.")
        }
        return input.bytes(upTo: input.file.byteCount)
    }
}
