public import RecallCore

extension SourceFormat {
    /// A document of Pages, Numbers or Keynote.
    public static let iWork = SourceFormat("iwork", singular: "iWork document", plural: "iWork documents")
}

/// A zip file, or a folder with the same in it (a package).
struct IWorkFormat: DocumentFormat {
    let format = SourceFormat.iWork
    /// Without `key`, which keys have too.
    let extensions: Set = ["pages", "numbers"]
    let attachmentExtensions: Set = ["pages", "numbers", "key"]
    let mediaTypes: Set = [
        "application/vnd.apple.pages", "application/vnd.apple.numbers", "application/vnd.apple.keynote",
        "application/x-iwork-pages-sffpages", "application/x-iwork-numbers-sffnumbers",
        "application/x-iwork-keynote-sffkey",
    ]
    let parser = ParserMode.confined { IWorkDocument.read(descriptor: $0) }
    let revision: Int? = DocumentFileReader.revision

    func evidence(in file: SniffedFile) throws(ImportFailure) -> Evidence? {
        if file.isZip, extensions.contains(file.fileExtension) { return .signature }
        if file.isZip, file.fileExtension == "key" { return Self.hasIndex(file) ? .signature : nil }
        return try file.archiveMembers().contains("Index/Document.iwa") ? .signature : nil
    }

    /// True if the names of a presentation's parts are at the start of a zip file, or at its end.
    private static func hasIndex(_ file: SniffedFile) -> Bool {
        let marks: [StaticString] = ["Index/", "Index.zip", "index.apxl"]
        return [file.head, file.tail ?? []].contains { bytes in
            marks.contains { bytes.firstOccurrence(of: $0) != nil }
        }
    }

    func mayBegin(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B]) }

    func isUnit(folderOf names: [String]) -> Bool {
        let names = Set(names)
        return names.contains("Index.zip") && names.contains("Metadata")
            || !names.isDisjoint(with: ["index.apxl", "index.apxl.gz"])
            || names.contains("QuickLook") && !names.isDisjoint(with: ["index.xml", "index.xml.gz"])
    }

    func isPart(_ path: String) -> Bool {
        let parts = path.pathParts()
        if parts.count > 1 { return ["Metadata", "Data", "QuickLook", "Contents", "thumbs"].contains(parts[0]) }
        return path == "Index.zip" || ["index.", "preview", "buildVersionHistory"].contains(where: path.hasPrefix)
    }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText {
        let output = try await launcher.run(format.identifier, input, atMost: 2 * ImportLimits.textBytes)
        switch try launcher.reply(output) {
        case .text(let text): return text
        case .bytes(let preview):
            let input = try DocumentInput(data: preview, path: launcher.path, place: launcher.place)
            return try await PDFFormat().text(of: input, launcher)
        default: throw launcher.crashed
        }
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { IWorkReader(extractor: extractor) }
}

/// Reads one document. Of a package it reads the first file with text in it.
struct IWorkReader: SourceReader {
    let extractor: DocumentTextExtractor

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard !unit.furtherFiles.isEmpty else {
            return try await DocumentFileReader(extractor: extractor).read(unit, from: cursor, emit: emit)
        }
        guard cursor == .start else { return }
        try await emit(
            try await record(ofPackage: unit), .end(of: unit, revision: DocumentFileReader.revision))
    }

    private func record(ofPackage unit: SourceUnit) async throws -> ImportRecord {
        var found: ImportRecord?
        for name in IWorkDocument.main + [IWorkDocument.preview] {
            guard let location = unit.furtherFiles.first(where: { $0 == unit.location + "/" + name }) else { continue }
            var part = unit
            part.location = location
            part.format = name == IWorkDocument.preview ? .pdf : unit.format
            do {
                let text = try await extractor.extract(part)
                let record = ImportRecord.item(ImportedItem(DocumentFileReader.item(text, unit)))
                if !text.text.isEmpty { return record }
                found = found ?? record
            } catch let failure as ImportFailure {
                found = found ?? .failure(failure)
            }
        }
        return found
            ?? .failure(
                ImportFailure(.malformed, path: unit.path, reason: "The document has no text. Export it as PDF."))
    }
}

/// The texts of a document, in the parsing process.
enum IWorkDocument {
    /// The files with the text: an archive of archives, or XML.
    static let main = ["Index.zip", "index.apxl.gz", "index.apxl", "index.xml.gz", "index.xml"]
    /// The first pages, or all, as a PDF document.
    static let preview = "QuickLook/Preview.pdf"
    /// A file that only documents with a password have.
    private static let passwordCheck = ".iwpv2"

    static func read(descriptor: Int32) -> ParserReply {
        do {
            let file = try RegularFile(descriptor: descriptor)
            let head = try file.bytes(limit: 2)
            guard head == [0x50, 0x4B] else {
                let bytes = try file.bytes(limit: ImportLimits.archiveEntryBytes)
                return try reply([head == [0x1F, 0x8B] ? "index.xml.gz" : "index.xml": bytes])
            }
            return try reply(try ArchiveReader(descriptor: descriptor).contents(where: isNeeded))
        } catch let failure as ImportFailure {
            return .failure(failure.code, reason: failure.reason)
        } catch {
            return .failure(.malformed, reason: "The document cannot be read.")
        }
    }

    private static func isNeeded(_ path: String) -> Bool {
        path.hasSuffix(".iwa") || main.contains(path) || path == preview || path == passwordCheck
    }

    /// The reply to the parts of a document.
    static func reply(_ parts: [String: [UInt8]]) throws -> ParserReply {
        guard parts[passwordCheck] == nil else {
            return .failure(.encrypted, reason: "The document needs a password; remove it and import again.")
        }
        var text = PackagedText()
        var archives = parts.filter { $0.key.hasSuffix(".iwa") }
        if let index = parts["Index.zip"] {
            archives.merge(try ArchiveReader(bytes: index).contents { $0.hasSuffix(".iwa") }) { first, _ in first }
        }
        let texts = IWorkTexts(archives)
        texts.defects.forEach { text.add($0) }
        for part in texts.texts { text.write { Self.write(part, to: &$0) } }
        for part in texts.tables {
            switch part {
            case .heading(let heading): text.addParagraph(heading)
            case .table(let table): text.write { Self.write(table, to: &$0) }
            }
        }
        for name in main.dropFirst() {
            guard let part = parts[name] else { continue }
            let xml = name.hasSuffix(".gz") ? try GzippedData.unpacked(part) : part
            try text.add { IWorkMarkup.read(xml, after: $0) }
        }
        if text.layout.bytes.isEmpty, let preview = parts[preview], preview.count < ImportLimits.textBytes {
            return .bytes(preview)
        }
        guard !text.layout.bytes.isEmpty || !texts.defects.contains(.overLimit) else {
            return .failure(
                .overLimit,
                reason: "The document's archives unpack to more than \(ImportLimits.archiveEntryBytes >> 20) MB, "
                    + "which is the limit. Save it without its largest parts, or export it as PDF.")
        }
        return text.reply(title: "", pageCount: nil, created: "", modified: "", program: "Pages, Numbers or Keynote")
    }

    /// Writes a text, whose paragraphs, lines, pages and sections are ended by characters. A picture in it is one too.
    private static func write(_ text: String, to layout: inout TextLayout) {
        layout.requireBreak(2)
        for line in text.unicodeScalars.split(whereSeparator: { ends.contains($0) }) {
            var line = String(String.UnicodeScalarView(line.filter { $0 != "\u{FFFC}" }))
            layout.requireBreak(1)
            line.withUTF8 { layout.write($0) }
        }
        layout.requireBreak(2)
    }

    /// Writes a table: a line for each row.
    private static func write(_ table: IWorkTable, to layout: inout TextLayout) {
        layout.requireBreak(2)
        table.forEachRow { cells in
            layout.beginRow()
            for cell in cells {
                layout.beginCell()
                var cell = String(String.UnicodeScalarView(cell.unicodeScalars.filter { $0 != "\u{FFFC}" }))
                cell.withUTF8 { layout.write($0) }
            }
            layout.endRow()
            return !layout.isTruncated
        }
        layout.requireBreak(2)
    }

    private static let ends: Set<Unicode.Scalar> = [
        "\n", "\r", "\u{4}", "\u{5}", "\u{B}", "\u{C}", "\u{2028}", "\u{2029}",
    ]
}
