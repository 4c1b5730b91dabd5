public import RecallCore
import RecallText

extension SourceFormat {
    /// One mail of Apple Mail (`.emlx`).
    public static let emlx = SourceFormat("emlx", singular: "Apple Mail message", plural: "Apple Mail messages")
}

/// Files of Apple Mail: the number of the mail's bytes on the first line, the mail as it was sent, a property list with its
/// flags. The attachments of a `.partial.emlx` lie beside it.
struct AppleMailFormat: ImportFormat {
    let format = SourceFormat.emlx
    let extensions: Set = ["emlx"]

    func companions(of path: String) -> [String] { PartialMail(path)?.files.map(\.path) ?? [] }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { MailFileReader(extractor: extractor) }

    /// The place of the mail in such a file; all of a file without a number.
    static func message(in file: RegularFile) throws(ImportFailure) -> Range<Int> {
        let head = try file.bytes(limit: 32)
        let digits = head.prefix { $0.isASCIIDigit }
        let rest = head[digits.endIndex...].drop { $0 == 0x20 || $0 == 0x0D }
        guard let count = Int(String(decoding: digits, as: UTF8.self)), rest.first == 0x0A else {
            return 0..<file.byteCount
        }
        let start = rest.startIndex + 1
        return start..<start + min(count, max(0, file.byteCount - start))
    }

    /// True if the flags in the property list behind a mail have the bit of a draft.
    static func isDraft(_ file: RegularFile, after end: Int) throws(ImportFailure) -> Bool {
        let list = String(decoding: try file.bytes(from: end, limit: 64 << 10), as: UTF8.self)
        guard let key = list.firstRange(of: "<key>flags</key>"),
            let value = list[key.upperBound...].firstRange(of: "<integer>")
        else { return false }
        let flags = Int(list[value.upperBound...].prefix { $0.isASCII && $0.isNumber })
        return flags.map { $0 & draftBit != 0 } ?? false
    }

    private static let draftBit = 1 << 6

    /// The mailbox that a file lies in, with those around it: `Archive/Boats` of `Archive.mbox/Boats.mbox/…/1.emlx`; `nil` if it
    /// lies in none.
    static func mailbox(of path: String) -> String? {
        let folders = path.pathParts().dropLast().filter { AbsolutePath.fileExtension($0) == "mbox" }
        let names = folders.map { CleanText.line(String($0.dropLast(5))) }
        return names.isEmpty ? nil : names.joined(separator: "/")
    }
}
