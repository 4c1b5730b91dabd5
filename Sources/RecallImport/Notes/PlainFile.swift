import Foundation
import RecallCore

/// A file of plain text, decoded and cleaned.
struct PlainFile {
    /// The text.
    let text: String
    /// The defects that were repaired.
    let defects: Set<Defect>

    /// Reads the file of `unit`.
    ///
    /// - Throws: `ImportFailure` if it is empty, is no text or cannot be read.
    init(_ unit: SourceUnit) throws(ImportFailure) {
        let file = try RegularFile(path: unit.location, named: unit.path)
        // One more byte than can be kept, so that it shows that there is more.
        let bytes = try file.bytes(limit: ImportLimits.textBytes + 4)
        guard !bytes.isEmpty else {
            throw ImportFailure(
                .empty, path: unit.path,
                reason: "The file is empty: there is nothing to import. Copy or export it again if it should not be.")
        }
        guard !TextCharset.isBinary(Array(bytes.prefix(SniffedFile.headBytes))) else {
            throw ImportFailure(
                .wrongFormat, path: unit.path,
                reason: "The file is not text, whatever its name says. Name its type, or leave it out.")
        }
        let isCut = file.byteCount > bytes.count
        let decoded = TextCharset.decode(bytes, isCut: isCut)
        let clean = CleanText(decoded.text)
        text = clean.text
        defects = decoded.defects.union(clean.defects).union(isCut ? [.truncatedText] : [])
    }

    /// The name of the file at `path`, without its extension and the id that Notion gives its pages.
    static func title(path: String) -> String {
        let name = AbsolutePath.name(path)
        let fileExtension = AbsolutePath.fileExtension(path)
        let title = CleanText.line(fileExtension.isEmpty ? name : String(name.dropLast(fileExtension.count + 1)))
        return fileExtension == "md" ? NotionPage.title(fileName: title) : title
    }
}

extension SourceUnit {
    /// The identity of a file that is one item.
    var fileIdentity: ItemID { ItemID(file: path) }

    /// The time of last change, or `nil` if it is not known.
    var modificationDate: Date? {
        modified == 0 ? nil : Date(timeIntervalSince1970: Double(modified / 1_000_000_000))
    }
}
