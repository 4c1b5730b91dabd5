import Foundation
import RecallCore

/// Reads the text of a DOCX file (ECMA-376): body, footnotes and endnotes, without headers and footers.
enum DOCXDocument {
    /// The reply of the parsing process to the file that is open as `descriptor`.
    static func read(descriptor: Int32) -> ParserReply {
        do {
            let parts = try ArchiveReader(descriptor: descriptor).contents(where: isNeeded)
            return text(of: parts)
        } catch let failure as ImportFailure {
            return .failure(failure.code, reason: failure.reason)
        } catch {
            return .failure(.malformed, reason: "The document cannot be read.")
        }
    }

    private static func isNeeded(_ path: String) -> Bool {
        guard path.hasSuffix(".xml") else { return path == "_rels/.rels" }
        return path.hasPrefix("word/document") || ["word/footnotes.xml", "word/endnotes.xml"].contains(path)
            || ["docProps/core.xml", "docProps/app.xml"].contains(path)
    }

    private static func text(of parts: [String: [UInt8]]) -> ParserReply {
        guard let body = mainPart(of: parts) else {
            return .failure(.wrongFormat, reason: "The file is no Word document: it has no main part.")
        }
        let markup = WordMarkup(TextLayout(limit: ImportLimits.textBytes))
        var defects: Set<Defect> = []
        for part in [body, parts["word/footnotes.xml"], parts["word/endnotes.xml"]].compactMap(\.self) {
            markup.read(part)
            switch markup.end {
            case .complete: break
            case .doctype:
                return .failure(.malformed, reason: "The document has a DOCTYPE, which is refused for safety.")
            case .malformed: defects.insert(.badStructure)
            case .tooDeep: defects.insert(.overLimit)
            }
        }
        let layout = markup.layout
        guard !layout.bytes.isEmpty || defects.isEmpty else {
            let code: ImportFailure.Code = defects.contains(.overLimit) ? .overLimit : .malformed
            return .failure(code, reason: "The document's main part cannot be read. Open it in Word and save it again.")
        }
        if layout.isTruncated { defects.insert(.truncatedText) }
        if !layout.hiddenRanges.isEmpty { defects.insert(.hiddenText) }
        if layout.bytes.isEmpty { defects.insert(.noText) }
        var dates = DocumentDate(zone: .gmt)
        return .text(
            ExtractedText(
                text: String(decoding: layout.bytes, as: UTF8.self),
                title: element("title", in: parts["docProps/core.xml"]),
                pageCount: Int(element("Pages", in: parts["docProps/app.xml"])),
                created: dates.property(element("created", in: parts["docProps/core.xml"])),
                modified: dates.property(element("modified", in: parts["docProps/core.xml"])),
                hiddenRanges: layout.hiddenRanges, defects: defects))
    }

    /// The part that the package's relationships name as the document, or the one with the usual name.
    private static func mainPart(of parts: [String: [UInt8]]) -> [UInt8]? {
        var target: String?
        if let relationships = parts["_rels/.rels"] {
            _ = XMLEvents.parse(
                relationships,
                start: { if $0["Type"]?.hasSuffix("/officeDocument") ?? false { target = $0["Target"] } },
                end: { _ in }, text: { _ in })
        }
        return target.flatMap { parts[$0.hasPrefix("/") ? String($0.dropFirst()) : $0] } ?? parts["word/document.xml"]
    }

    /// The text of the first element of that name in a part with properties.
    private static func element(_ wanted: String, in part: [UInt8]?) -> String {
        var text: [UInt8] = []
        var isInside = false
        _ = XMLEvents.parse(
            part ?? [], start: { isInside = $0.name == wanted }, end: { _ in isInside = false },
            text: { if isInside, text.count < 4_096 { text += $0.prefix(4_096) } })
        return String(decoding: text, as: UTF8.self).split { $0.isWhitespace }.joined(separator: " ")
    }
}
