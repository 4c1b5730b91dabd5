import Foundation
import RecallCore

/// A format whose files are zip archives of XML parts: Office Open XML (ECMA-376), OpenDocument (ISO/IEC 26300).
protocol PackagedDocumentFormat: DocumentFormat {
    /// A member that only archives of this format have.
    var mainMember: String { get }
}

extension PackagedDocumentFormat {
    var revision: Int? { DocumentFileReader.revision }

    func evidence(in file: SniffedFile) throws(ImportFailure) -> Evidence? {
        if extensions.contains(file.fileExtension) { return .name }
        return try file.archiveMembers().contains(mainMember) ? .signature : nil
    }

    func mayBegin(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B]) || CompoundStorage.begins(head)
    }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText {
        // What web sites call a table or a document is often a page.
        let page = HTMLFormat()
        if page.begins(input.bytes(upTo: 1_024)) { return try await page.text(of: input, launcher) }
        // One with a password, or a document of Office before 2007 under a new name.
        if CompoundStorage.begins(input.bytes(upTo: 8)) {
            return try await OfficeBinaryFormat.text(of: input, launcher)
        }
        let output = try await launcher.run(format.identifier, input, atMost: 2 * ImportLimits.textBytes)
        guard case .text(let text) = try launcher.reply(output) else { throw launcher.crashed }
        return text
    }
}

/// Office Open XML, told by the first bytes.
enum OfficePackage {
    /// True for a zip archive whose first member is one of a package (ECMA-376, part 2, 10), and that names a part in `folder`.
    /// An archive of documents has the names of their parts in it, too.
    static func begins(_ head: [UInt8], withPartsIn folder: StaticString) -> Bool {
        guard head.starts(with: [0x50, 0x4B, 0x03, 0x04]), head.count > 30 else { return false }
        let name = String(decoding: head[30...].prefix(Int(head[26]) | Int(head[27]) << 8), as: UTF8.self)
        let isPart = name.hasSuffix(".xml") || name.hasSuffix(".rels")
        let folders = ["_rels/", "docProps/", "customXml/", "word/", "xl/", "ppt/"]
        return isPart && (name == "[Content_Types].xml" || folders.contains(where: name.hasPrefix))
            && head.firstOccurrence(of: folder) != nil
    }
}

/// The parts of a packaged document, in the parsing process.
struct DocumentPackage {
    let parts: [String: [UInt8]]

    /// The reply to the archive that is open as `descriptor`: what `body` makes of the parts that it needs.
    static func reply(
        descriptor: Int32, where isNeeded: (String) -> Bool, _ body: (DocumentPackage) throws -> ParserReply
    ) -> ParserReply {
        do {
            return DocumentPackage(parts: try ArchiveReader(descriptor: descriptor).contents(where: isNeeded)).reply(
                body)
        } catch let failure as ImportFailure {
            return .failure(failure.code, reason: failure.reason)
        } catch {
            return .failure(.malformed, reason: "The document cannot be read.")
        }
    }

    /// The reply that `body` makes of the parts.
    func reply(_ body: (DocumentPackage) throws -> ParserReply) -> ParserReply {
        do {
            return try body(self)
        } catch let failure as ImportFailure {
            return .failure(failure.code, reason: failure.reason)
        } catch {
            return .failure(.malformed, reason: "The document cannot be read.")
        }
    }

    subscript(path: String) -> [UInt8]? { parts[path] }

    /// A part that another one refers to.
    struct Relationship {
        /// The last component of its type: `slide`, `notesSlide`.
        let kind: String
        /// The path of the part.
        let path: String
    }

    /// The relationships of the part at `path`, by id (ECMA-376, part 2, 9.3); the package's own for an empty path.
    func relationships(of path: String) -> [String: Relationship] {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let part = parts[path[..<slash] + "_rels/" + path[slash...] + ".rels"]
        var found: [String: Relationship] = [:]
        _ = XMLEvents.parse(
            part ?? [],
            start: { element in
                guard element.name == "Relationship", element["TargetMode"] != "External",
                    let kind = element["Type"]?.split(separator: "/").last, let target = element["Target"],
                    let member = ArchivePath.resolve(
                        String(target.drop { $0 == "/" }), from: target.hasPrefix("/") ? "" : path)
                else { return }
                found[element["Id"] ?? member] = Relationship(kind: String(kind), path: member)
            }, end: { _ in }, text: { _ in })
        return found
    }

    /// The text of the first element of that name in a part with properties.
    func property(_ wanted: String, in path: String) -> String {
        var text: [UInt8] = []
        var (isInside, isDone) = (false, false)
        _ = XMLEvents.parse(
            parts[path] ?? [], start: { isInside = $0.name == wanted && !isDone },
            end: { name in
                if isInside, name == wanted { isDone = true }
                isInside = false
            },
            text: { if isInside, text.count < 4_096 { text += $0.prefix(4_096) } })
        return String(decoding: text, as: UTF8.self).split { $0.isWhitespace }.joined(separator: " ")
    }
}

/// The text of a document of several parts as these are read one after the other.
struct PackagedText {
    private(set) var layout = TextLayout(limit: ImportLimits.textBytes)
    private(set) var defects: Set<Defect> = []
    /// The lengths of the text before each page.
    var pageStarts: [Int] = []

    /// Reads a part with `read`, which returns the layout after it and how the part ended.
    ///
    /// - Throws: `ImportFailure` for a DOCTYPE.
    mutating func add(_ read: (TextLayout) -> (TextLayout, XMLEvents.End)) throws {
        // A part may be named any number of times.
        guard !layout.isTruncated else { return }
        let end: XMLEvents.End
        (layout, end) = read(layout)
        switch end {
        case .complete: break
        case .doctype:
            throw ImportFailure(
                .malformed, path: "", reason: "The document has a DOCTYPE, which is refused for safety.")
        case .malformed: defects.insert(.badStructure)
        case .tooDeep: defects.insert(.overLimit)
        }
    }

    mutating func add(_ defect: Defect) { defects.insert(defect) }

    /// Writes with `body`.
    mutating func write(_ body: (inout TextLayout) -> Void) { body(&layout) }

    /// Begins a page: a slide.
    mutating func beginPage() {
        layout.requireBreak(2)
        pageStarts.append(layout.bytes.count)
    }

    /// Writes a line of its own.
    mutating func addParagraph(_ text: String) {
        layout.requireBreak(2)
        var text = text
        text.withUTF8 { layout.write($0) }
        layout.requireBreak(2)
    }

    /// The reply with the text and the document's properties.
    ///
    /// - Parameter program: the program to open and save it with, where nothing can be read.
    func reply(title: String, pageCount: Int?, created: String, modified: String, program: String) -> ParserReply {
        var dates = DocumentDate(zone: .gmt)
        return reply(
            title: title, pageCount: pageCount, created: dates.property(created), modified: dates.property(modified),
            program: program)
    }

    /// As above, of a document whose dates are no texts.
    func reply(title: String, pageCount: Int?, created: Date?, modified: Date?, program: String) -> ParserReply {
        var defects = defects
        guard !layout.bytes.isEmpty || defects.isEmpty else {
            let code: ImportFailure.Code = defects.contains(.overLimit) ? .overLimit : .malformed
            return .failure(
                code, reason: "The document's main part cannot be read. Open it in \(program) and save it again.")
        }
        if layout.isTruncated { defects.insert(.truncatedText) }
        if !layout.hiddenRanges.isEmpty { defects.insert(.hiddenText) }
        if layout.bytes.isEmpty { defects.insert(.noText) }
        let count = layout.bytes.count
        return .text(
            ExtractedText(
                text: String(decoding: layout.bytes, as: UTF8.self), title: title, pageCount: pageCount,
                created: created, modified: modified,
                pageStarts: pageStarts.map { min($0 == 0 ? 0 : $0 + 2, count) }, hiddenRanges: layout.hiddenRanges,
                defects: defects))
    }
}
