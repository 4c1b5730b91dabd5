import Foundation
import RecallCore

/// Reads a file of Office before 2007, in the parsing process: whatever its streams say it is.
package enum OfficeBinary {
    /// The reply to the file that is open as `descriptor`.
    static func read(descriptor: Int32) -> ParserReply {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        let data = try? file.read(upToCount: ImportLimits.archiveEntryBytes + 1)
        guard let data, data.count <= ImportLimits.archiveEntryBytes else {
            return .failure(.overLimit, reason: "The file has more than \(ImportLimits.archiveEntryBytes >> 20) MB.")
        }
        return reply(to: Array(data))
    }

    /// The reply to a file with these bytes.
    package static func reply(to file: [UInt8]) -> ParserReply {
        do throws(ImportFailure) {
            guard let root = CompoundStorage(file: file) else { return try withoutStreams(file) }
            // PowerPoint 97 wrote itself beside PowerPoint 95.
            return try reply(to: root.storage("PP97_DUALSTORAGE") ?? root)
        } catch {
            return .failure(error.code, reason: error.reason)
        }
    }

    private static func withoutStreams(_ file: [UInt8]) throws(ImportFailure) -> ParserReply {
        if ExcelBinary.begins(file) { return try ExcelBinary.read(file, OfficeBinaryProperties(nil)) }
        if CompoundStorage.begins(file) {
            throw failure(
                .malformed, "The file is cut off or damaged: the list of its parts cannot be read. Get it again.")
        }
        throw failure(
            .wrongFormat,
            "The file is no document of Word, Excel or PowerPoint. Save it in a current format and import again.")
    }

    private static func reply(to storage: CompoundStorage) throws(ImportFailure) -> ParserReply {
        let names = Set(storage.names)
        guard !names.contains("EncryptedPackage") else { throw encrypted }
        let properties = OfficeBinaryProperties(storage.stream("\u{5}SummaryInformation", atMost: 1 << 20))
        for stream in ["Workbook", "WORKBOOK", "Book", "BOOK"] where names.contains(stream) {
            return try ExcelBinary.read(storage.stream(stream) ?? [], properties)
        }
        if let file = storage.stream("PowerPoint Document") {
            return try PowerPointBinary.read(file, user: storage.stream("Current User"), properties)
        }
        if let file = storage.stream("WordDocument") {
            return try WordBinary.read(file, table: { storage.stream($0) }, properties)
        }
        throw failure(
            .wrongFormat,
            "The file holds no document of Word, Excel or PowerPoint. Save it in a current format and import again.")
    }

    /// The format whose main stream is named in a directory among the first bytes of a file; `nil` if there is none.
    static func mainStream(namedIn head: [UInt8]) -> SourceFormat? {
        let names: [(StaticString, SourceFormat)] = [
            ("W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0", .doc), ("W\0o\0r\0k\0b\0o\0o\0k\0\0", .xls),
            ("P\0o\0w\0e\0r\0P\0o\0i\0n\0t\0 \0", .ppt),
        ]
        return names.first { head.firstOccurrence(of: $0.0) != nil }?.1
    }

    static let encrypted = failure(.encrypted, "The document needs a password; remove it and import again.")

    static func failure(_ code: ImportFailure.Code, _ reason: String) -> ImportFailure {
        ImportFailure(code, path: "", reason: reason)
    }

    /// The UTF-8 of bytes in a Windows code page.
    static func text(_ bytes: some Sequence<UInt8>, codePage: Int, _ defects: inout Set<Defect>) -> [UInt8] {
        let name =
            switch codePage {
            case 0, 1_252, 32_769: "windows-1252"
            case 1_200: "utf-16le"
            case 10_000, 32_768: "macintosh"
            case 65_001: "utf-8"
            default: "cp\(codePage)"
            }
        return CharsetDecoder.utf8(Array(bytes), charset: name, &defects)
    }
}

/// The title and dates of a document: its stream of summary information ([MS-OLEPS], 2.21 and 3.1).
struct OfficeBinaryProperties {
    private(set) var title = ""
    private(set) var created: Date?, modified: Date?
    private(set) var pageCount: Int?

    private enum Identifier {
        static let codePage = 1, title = 2, created = 12, saved = 13, pages = 14
    }

    init(_ stream: [UInt8]?) {
        guard let stream, stream.number(at: 0, width: 2) == 0xFFFE, let start = stream.number(at: 44, width: 4),
            start <= stream.count, let count = stream.number(at: start + 4, width: 4)
        else { return }
        let set = stream[start...]
        var offsets: [Int: Int] = [:]
        for entry in 0..<min(count, 100) {
            guard let id = set.number(at: 8 + 8 * entry, width: 4) else { break }
            offsets[id] = set.number(at: 12 + 8 * entry, width: 4)
        }
        let codePage = offsets[Identifier.codePage].flatMap { set.number(at: $0 + 4, width: 2) } ?? 1_252
        title = offsets[Identifier.title].map { Self.text(set, at: $0, codePage) } ?? ""
        created = offsets[Identifier.created].flatMap { Self.date(set, at: $0) }
        modified = offsets[Identifier.saved].flatMap { Self.date(set, at: $0) }
        let pages = offsets[Identifier.pages].flatMap { set.number(at: $0 + 4, width: 4) } ?? 0
        pageCount = (1...100_000).contains(pages) ? pages : nil
    }

    private static func text(_ set: ArraySlice<UInt8>, at offset: Int, _ codePage: Int) -> String {
        guard let type = set.number(at: offset, width: 4), let size = set.number(at: offset + 4, width: 4) else {
            return ""
        }
        let rest = set.dropFirst(offset + 8)
        var defects: Set<Defect> = []
        let text: [UInt8] =
            switch type {
            case 0x1F: Array(rest.prefix(2 * min(size, 2_048)).utf16Text.utf8)
            case 0x1E where codePage == 1_200: Array(rest.prefix(min(size, 4_096)).utf16Text.utf8)
            case 0x1E: OfficeBinary.text(rest.prefix(min(size, 4_096)).prefix { $0 != 0 }, codePage: codePage, &defects)
            default: []
            }
        return String(decoding: text, as: UTF8.self).split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
    }

    /// The instant of a FILETIME; `nil` if a clock without battery gave it.
    private static func date(_ set: ArraySlice<UInt8>, at offset: Int) -> Date? {
        guard set.number(at: offset, width: 2) == 0x40, let ticks = set.bits(at: offset + 4) else { return nil }
        let date = Date(timeIntervalSince1970: Double(ticks) / 1e7 - 11_644_473_600)
        return DocumentDate.believable.contains(date) ? date : nil
    }
}
