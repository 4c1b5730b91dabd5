import RecallConfinement
import RecallCore
import RecallFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A document as an open file that a parsing process gets as its standard input.
struct DocumentInput: Sendable {
    let file: OpenFile

    /// The file at `path`.
    ///
    /// - Throws: `ImportFailure`: `.notFound`, `.unreadable`, `.notAFile` or `.empty`.
    init(path: String) throws(ImportFailure) {
        do {
            file = try OpenFile(path)
        } catch {
            throw ImportFailure(error)
        }
        guard file.byteCount > 0 else { throw ImportFailure(.empty, path: path, reason: "The file is empty.") }
    }

    /// The file of a unit.
    ///
    /// - Throws: as `init(path:)`, with the path of the unit.
    init(of unit: SourceUnit) throws(ImportFailure) {
        do {
            try self.init(path: unit.location)
        } catch {
            throw ImportFailure(error.code, path: unit.path, place: error.place, reason: error.reason)
        }
    }

    /// A file in memory (macOS: one without a name) with `data`.
    init(data: [UInt8], path: String, place: String?) throws(ImportFailure) {
        guard !data.isEmpty else {
            throw ImportFailure(.empty, path: path, place: place, reason: "The document is empty.")
        }
        do {
            file = try MemoryFile.holding(data)
        } catch {
            throw ImportFailure(
                .parserFailed, path: path, place: place,
                reason: "No memory for handing the document to its parser: \(error.summary).")
        }
    }

    /// Goes back to the start, where the process before may have left off: the position belongs to the open file.
    func rewind() {
        _ = lseek(file.descriptor, 0, SEEK_SET)
    }

    /// The first `count` bytes; fewer if they cannot be read.
    func bytes(upTo count: Int) -> [UInt8] {
        (try? file.bytes(limit: count)) ?? []
    }

    /// True if `text` occurs in it.
    func contains(_ text: StaticString) -> Bool {
        bytes(upTo: file.byteCount).firstOccurrence(of: text) != nil
    }
}
