import RecallCore

/// A file that is named like an export and does not begin or end like one: cut off, or not what its name says.
///
/// Looked at only if no format recognises the file, so that it is a failure with a reason, and not left out as a type of file
/// that nothing reads.
struct DamagedExport {
    private let file: SniffedFile

    init(_ file: SniffedFile) {
        self.file = file
    }

    /// The failure of the file; `nil` if it may well be something else.
    var failure: ImportFailure? { unbegun ?? unmarked ?? unended }

    /// The failure of a binary file without the mark that its format begins with, since nothing else has its name.
    private var unmarked: ImportFailure? {
        guard file.isBinary, let noun = Self.marked[file.fileExtension] else { return nil }
        return ImportFailure(
            .malformed, path: file.path, place: "byte 0",
            reason:
                "The file has the name of \(noun), but does not begin like one: it is damaged. Export or save it again."
        )
    }

    private static let marked = [
        "pst": "a store of Outlook", "ost": "a store of Outlook", "msg": "a message of Outlook",
        "tnef": "a winmail.dat", "jex": "a Joplin export", "pages": "a document of Pages",
        "numbers": "a spreadsheet of Numbers",
    ]

    /// The failure of a calendar or a file of contacts that does not begin as such.
    private var unbegun: ImportFailure? {
        guard let kind = Self.begins.first(where: { $0.extensions.contains(file.fileExtension) }) else { return nil }
        let reason =
            file.isBinary
            ? "The file has the name of \(kind.noun), but is no text in UTF-8. Export it again."
            : "The file has the name of \(kind.noun), but no \(kind.line) at its beginning. Export it again."
        return ImportFailure(.malformed, path: file.path, place: "byte 0", reason: reason)
    }

    private static let begins: [(extensions: Set<String>, noun: String, line: String)] = [
        (CalendarFormat().extensions, "a calendar", "BEGIN:VCALENDAR"),
        (ContactsFormat().extensions, "a file of contacts", "BEGIN:VCARD"),
    ]

    /// The failure of an export in JSON that ends before its first object or list does.
    private var unended: ImportFailure? {
        guard file.fileExtension == "json", ArchiveContent.exportNames.contains(file.name), !file.isBinary,
            file.isCutOff
        else { return nil }
        return ImportFailure(
            .malformed, path: file.path, place: "byte \(file.byteCount)",
            reason: "The file has the name of an export, but ends in the middle of it: export it again.")
    }

}

extension SniffedFile {
    /// True for JSON that ends before its first object or list does.
    var isCutOff: Bool {
        guard let first = head.first(where: { !Self.isBlank($0) }), let closing = Self.closing[first],
            let last = tail?.last(where: { !Self.isBlank($0) })
        else { return false }
        return last != closing
    }

    private static let closing = [UInt8(ascii: "{"): UInt8(ascii: "}"), UInt8(ascii: "["): UInt8(ascii: "]")]

    /// True for blanks of JSON, and for bytes of the byte order mark.
    private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 || [0xEF, 0xBB, 0xBF].contains(byte) }
}
