import Foundation
import RecallCore
import RecallText

/// The dates that documents give themselves: in their properties, and in their files' names.
struct DocumentDate {
    private var dates: NoteDate

    /// Dates without a zone are those of `zone`.
    init(zone: TimeZone = .current) {
        dates = NoteDate(zone: zone)
    }

    /// The instant of a property such as `2023-04-15T09:30:00+02`; `nil` if it is none, or one that a clock without battery gave.
    mutating func property(_ text: String) -> Date? {
        let zoned =
            text.count > 3 && ["+", "-"].contains(text.dropLast(2).last) && text.contains("T") ? text + ":00" : text
        guard let date = dates.date(zoned), date > Self.earliest else { return nil }
        return date
    }

    /// The first day in a file's name, wherever it stands: `Letter 2024-11-25`, `scan_20240317_2`.
    mutating func fileName(_ name: String) -> Date? {
        let bytes = Array(name.utf8)
        for start in bytes.indices where bytes[start].isASCIIDigit && (start == 0 || !bytes[start - 1].isASCIIDigit) {
            if let date = dates.date(fileName: String(decoding: bytes[start...], as: UTF8.self)) { return date }
        }
        return nil
    }

    /// The start of 1980, at which clocks without a battery begin, as zip files do. Documents are younger.
    private static let earliest = Date(timeIntervalSince1970: 315_705_600)

    /// Instants at which documents were made, up to the year 2200.
    static let believable = earliest..<Date(timeIntervalSince1970: 7_258_118_400)
}

/// The dates of a document, by where they are from.
struct DocumentDates {
    /// The properties in the document.
    var created, modified: Date?
    /// The day in the file's name.
    var named: Date?

    /// The date of the document. Never a file's time: copying a folder changes those.
    let date: Date?

    /// The dates of a text that was read from a file of that name. An Office file was made when it was last saved, since its
    /// creation may be that of its template; other files when they were created.
    init(_ text: ExtractedText, _ format: SourceFormat, fileName: String) {
        var dates = DocumentDate()
        (created, modified) = (text.created, text.modified)
        named = dates.fileName(fileName)
        let isOffice = [.docx, .pptx, .xlsx, .doc, .ppt, .xls].contains(format)
        let stated = isOffice ? modified ?? created : created ?? modified
        date = stated ?? named
    }
}
