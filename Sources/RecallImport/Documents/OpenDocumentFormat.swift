import Foundation
public import RecallCore

extension SourceFormat {
    /// An OpenDocument text (ISO/IEC 26300).
    public static let odt = SourceFormat("odt", singular: "OpenDocument text", plural: "OpenDocument texts")
    /// An OpenDocument presentation.
    public static let odp = SourceFormat(
        "odp", singular: "OpenDocument presentation", plural: "OpenDocument presentations")
    /// An OpenDocument spreadsheet.
    public static let ods = SourceFormat(
        "ods", singular: "OpenDocument spreadsheet", plural: "OpenDocument spreadsheets")
    /// An OpenDocument drawing.
    public static let odg = SourceFormat("odg", singular: "OpenDocument drawing", plural: "OpenDocument drawings")
}

/// OpenDocument files: texts, presentations, spreadsheets, drawings. Four formats of one make, each also as a template and as
/// one file of XML (part 3, 3.1.2).
struct OpenDocumentFormat: PackagedDocumentFormat {
    let format: SourceFormat
    let extensions: Set<String>
    let mediaTypes: Set<String>
    let mainMember = OpenDocument.content
    let parser = ParserMode.confined { OpenDocument.read(descriptor: $0) }

    static let text = OpenDocumentFormat(.odt, ["odt", "ott", "odm", "fodt"], "text")
    static let presentation = OpenDocumentFormat(.odp, ["odp", "otp", "fodp"], "presentation")
    static let spreadsheet = OpenDocumentFormat(.ods, ["ods", "ots", "fods"], "spreadsheet")
    static let drawing = OpenDocumentFormat(.odg, ["odg", "otg", "fodg"], "graphics")

    private init(_ format: SourceFormat, _ extensions: Set<String>, _ kind: String) {
        (self.format, self.extensions) = (format, extensions)
        let type = "application/vnd.oasis.opendocument." + kind
        mediaTypes = [type, type + "-template", type + "-master", type + "-flat-xml"]
    }

    /// The first member of the archive is its media type (part 2, 3.3).
    func begins(_ head: [UInt8]) -> Bool {
        // Its name follows the 30 bytes of its header; further on it is that of a document in an archive.
        guard head.starts(with: [0x50, 0x4B, 3, 4]), head.dropFirst(30).starts(with: "mimetypeapplication/".utf8)
        else { return false }
        let type = String(decoding: head.dropFirst(38).prefix(64).prefix { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
        // What follows the type is the next member's signature, "PK".
        return mediaTypes.contains { type == $0 || type.hasPrefix($0 + "PK") }
    }

    func mayBegin(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B]) || CompoundStorage.begins(head) || head.first == UInt8(ascii: "<")
            || head.starts(with: [0xEF, 0xBB, 0xBF, 0x3C])
    }

    func evidence(in file: SniffedFile) -> Evidence? {
        extensions.contains(file.fileExtension) ? .name : begins(file.head) ? .signature : nil
    }
}

/// Reads an OpenDocument file in the parsing process: the body, then its notes.
private enum OpenDocument {
    static let content = "content.xml"
    private static let meta = "meta.xml", manifest = "META-INF/manifest.xml"

    static func read(descriptor: Int32) -> ParserReply {
        guard let flat = flatDocument(descriptor) else {
            return DocumentPackage.reply(descriptor: descriptor, where: [content, meta, manifest].contains, text)
        }
        // The one file has what others have in several.
        return DocumentPackage(parts: [content: flat, meta: flat]).reply(text)
    }

    /// The XML of a document that is no archive; `nil` if it is one.
    private static func flatDocument(_ descriptor: Int32) -> [UInt8]? {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        defer { try? file.seek(toOffset: 0) }
        guard let head = try? file.read(upToCount: 4),
            head.first == 0x3C || head.starts(with: [0xEF, 0xBB, 0xBF, 0x3C])
        else { return nil }
        let rest = try? file.read(upToCount: ImportLimits.archiveEntryBytes)
        return Array(head) + (rest.map(Array.init) ?? [])
    }

    private static func text(of package: DocumentPackage) throws -> ParserReply {
        guard let body = package[content] else {
            return .failure(.wrongFormat, reason: "The file is no OpenDocument file: it has no content.")
        }
        guard package[manifest]?.firstOccurrence(of: "encryption-data") == nil else {
            return .failure(.encrypted, reason: "The document needs a password; remove it and import again.")
        }
        var text = PackagedText()
        var slides: [Int] = []
        try text.add { layout in
            let markup = OpenDocumentMarkup(layout, .body)
            let end = markup.read(body)
            slides = markup.slideStarts
            return (markup.layout, end)
        }
        text.pageStarts = slides
        if body.firstOccurrence(of: "note-body") != nil {
            try text.add { layout in
                let markup = OpenDocumentMarkup(layout, .notes)
                let end = markup.read(body)
                return (markup.layout, end)
            }
        }
        return text.reply(
            title: package.property("title", in: meta), pageCount: slides.isEmpty ? nil : slides.count,
            created: package.property("creation-date", in: meta), modified: package.property("date", in: meta),
            program: "LibreOffice")
    }
}
