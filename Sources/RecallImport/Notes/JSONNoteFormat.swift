import RecallCore
import RecallText

/// A format of notes as JSON, each a value of its own in one file.
protocol JSONNoteFormat: ImportFormat {
    /// Things that notes need of values before or after them; its size must not grow with the file.
    associatedtype Context

    /// The path of a value that is a note, and of an object or array above notes.
    func isNote(_ path: JSONWalk.Path) -> Bool
    func holdsNotes(_ path: JSONWalk.Path) -> Bool
    /// The file of a unit.
    func file(of unit: SourceUnit) throws(ImportFailure) -> RegularFile
    /// The context of the notes in a file. What is before damage counts; reading the notes tells where that is.
    func context(of file: RegularFile) -> Context
    /// The note that a value is, or why it cannot be read; `nil` if it is none.
    ///
    /// - Throws: `ImportFailure` for what concerns the whole file.
    func record(_ value: JSONValue, _ context: Context, _ unit: SourceUnit) throws(ImportFailure) -> ImportRecord?
}

extension JSONNoteFormat {
    var extensions: Set<String> { [] }

    func file(of unit: SourceUnit) throws(ImportFailure) -> RegularFile { try RegularFile(of: unit) }
    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { JSONNoteReader(format: self) }

    /// A walk through the notes of a file.
    func walk(_ file: RegularFile) -> JSONWalk { JSONWalk(file) { holdsNotes($0) } }

    /// Calls `body` with each note of a file that can be read, up to damage.
    func eachNote(in file: RegularFile, _ body: (JSONWalk.Value) -> Void) {
        var walk = walk(file)
        while let event = try? walk.next() {
            if case .value(let path, let value) = event, isNote(path) { body(value) }
        }
    }
}

extension JSONNoteFormat where Context == Void {
    func context(of file: RegularFile) {}
}

extension SniffedFile {
    /// True for JSON that begins with `first` and has all of one row of words in its first bytes.
    func isJSON(from first: Unicode.Scalar, _ marks: [[String]]) -> Bool {
        guard !isBinary, head.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: first) else { return false }
        let head = String(decoding: head, as: UTF8.self)
        return marks.contains { $0.allSatisfy(head.contains) }
    }
}

/// Reads notes one by one. A cursor is the byte offset after a note.
struct JSONNoteReader<Format: JSONNoteFormat>: SourceReader {
    let format: Format

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try format.file(of: unit)
        let context = format.context(of: file)
        var walk = format.walk(file)
        while let event = try walk.next() {
            guard case .value(let path, let value) = event, format.isNote(path),
                value.range.upperBound > cursor.number, let record = try record(value, context, unit)
            else { continue }
            try await emit(record, SourceCursor(byteOffset: value.range.upperBound))
        }
    }

    private func record(
        _ value: JSONWalk.Value, _ context: Format.Context, _ unit: SourceUnit
    ) throws(ImportFailure) -> ImportRecord? {
        func failure(_ code: ImportFailure.Code, _ reason: String) -> ImportRecord {
            .failure(ImportFailure(code, path: unit.path, place: "byte \(value.range.lowerBound)", reason: reason))
        }
        guard value.bytes != nil else { return failure(.overLimit, "The note is too long to be read.") }
        guard let parsed = value.parsed, parsed.members != nil else {
            return failure(.malformed, "The note cannot be read, or is nested too deep. Export the notes again.")
        }
        return try format.record(parsed, context, unit)
    }
}

/// Titles of notes that have none of their own.
enum NoteTitle {
    private static let longest = 200

    /// The first line with words, without marks of a heading; empty if there is none.
    static func firstLine(of text: String) -> String {
        let lines = text.prefix(10_000).split(separator: "\n").lazy.map { line in
            CleanText.line(String(line.drop { "#*-> \t☐☑".contains($0) }.prefix(longest)))
        }
        return lines.first { !$0.isEmpty } ?? ""
    }
}
