public import RecallCore

extension SourceFormat {
    /// An Excel workbook (ECMA-376).
    public static let xlsx = SourceFormat("xlsx", singular: "Excel workbook", plural: "Excel workbooks")
}

struct XLSXFormat: PackagedDocumentFormat {
    let format = SourceFormat.xlsx
    let extensions: Set = ["xlsx", "xlsm", "xltx", "xltm", "xlsb"]
    let mediaTypes: Set = [
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
        "application/vnd.ms-excel.sheet.macroenabled.12", "application/vnd.ms-excel.template.macroenabled.12",
        "application/vnd.ms-excel.sheet.binary.macroenabled.12",
    ]
    let mainMember = "xl/workbook.xml"
    let parser = ParserMode.confined { XLSXDocument.read(descriptor: $0) }

    func begins(_ head: [UInt8]) -> Bool {
        OfficePackage.begins(head, withPartsIn: "xl/")
    }
}

/// Reads the cells of an XLSX file (ECMA-376, part 1, 18), in the parsing process: a line for each row, values as they were last
/// calculated.
private enum XLSXDocument {
    private static let workbook = "xl/workbook.xml", strings = "xl/sharedStrings.xml", styles = "xl/styles.xml"

    static func read(descriptor: Int32) -> ParserReply {
        DocumentPackage.reply(descriptor: descriptor, where: isNeeded, text)
    }

    private static func isNeeded(_ path: String) -> Bool {
        [workbook, strings, styles, "xl/_rels/workbook.xml.rels", OfficeProperties.core].contains(path)
            || path.hasPrefix("xl/worksheets/") && path.hasSuffix(".xml") || BinaryWorkbook.isNeeded(path)
    }

    private static func text(of package: DocumentPackage) throws -> ParserReply {
        guard let book = package[workbook] else {
            if package[BinaryWorkbook.workbook] != nil { return try BinaryWorkbook.text(of: package) }
            return .failure(.wrongFormat, reason: "The file is no Excel workbook: it has no main part.")
        }
        let known = package.relationships(of: workbook)
        var (sheets, startsIn1904): ([(name: String, path: String)], Bool) = ([], false)
        var isWhole = true
        let end = XMLEvents.parse(
            book,
            start: { element in
                switch element.name {
                case "sheet":
                    guard let sheet = element.prefixed("id").flatMap({ known[$0] }) else {
                        isWhole = false
                        return
                    }
                    sheets.append((element["name"] ?? "", sheet.path))
                case "workbookPr": startsIn1904 = ["1", "true"].contains(element["date1904"] ?? "")
                default: break
                }
            }, end: { _ in }, text: { _ in })
        let shared = SharedStrings(package[strings])
        let values = CellValues(
            strings: shared, styles: CellStyles(package[styles] ?? []),
            startsIn1904: startsIn1904)
        var text = PackagedText()
        if !isWhole || end != .complete || !shared.isWhole { text.add(.badStructure) }
        for sheet in sheets {
            // A chart sheet has no cells.
            guard let part = package[sheet.path] else {
                if sheet.path.hasPrefix("xl/worksheets/") { text.add(.badStructure) }
                continue
            }
            text.addParagraph(sheet.name)
            try text.add { SheetMarkup.read(part, values, after: $0) }
        }
        let properties = OfficeProperties(package)
        return text.reply(
            title: properties.title, pageCount: nil, created: properties.created, modified: properties.modified,
            program: "Excel")
    }
}

/// The strings that cells share (18.4), without phonetic hints.
private struct SharedStrings {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// True if there are none, or if they could be read to their end.
    let isWhole: Bool

    init(_ part: [UInt8]?) {
        var (all, ends, inText, phonetic): ([UInt8], [Int], Bool, Int) = ([], [], false, 0)
        let end = XMLEvents.parse(
            part ?? [],
            start: { element in
                switch element.name {
                case "t": inText = phonetic == 0
                case "rPh": phonetic += 1
                default: break
                }
            },
            end: { name in
                switch name {
                case "t": inText = false
                case "rPh": phonetic -= 1
                case "si": ends.append(all.count)
                default: break
                }
            },
            text: { if inText { all += $0 } })
        (bytes, self.ends, isWhole) = (all, ends, part == nil || end == .complete)
    }

    subscript(index: Int) -> ArraySlice<UInt8>? {
        guard ends.indices.contains(index) else { return nil }
        return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }
}

/// The kinds of numbers that cells' styles make (18.8).
private struct CellStyles {
    private var kinds: [CellFormat] = []

    init(_ part: [UInt8]) {
        var (codes, kinds, inCells): ([Int: String], [CellFormat], Bool) = ([:], [], false)
        _ = XMLEvents.parse(
            part,
            start: { element in
                switch element.name {
                case "numFmt":
                    guard let id = element["numFmtId"].flatMap({ Int($0) }) else { return }
                    codes[id] = element["formatCode"]
                case "cellXfs": inCells = true
                case "xf" where inCells:
                    let id = element["numFmtId"].flatMap { Int($0) } ?? 0
                    kinds.append(CellFormat(id, codes[id]))
                default: break
                }
            }, end: { if $0 == "cellXfs" { inCells = false } }, text: { _ in })
        self.kinds = kinds
    }

    subscript(index: Int) -> CellFormat { kinds.indices.contains(index) ? kinds[index] : .number }
}

/// The values of cells as text (18.3.1.4).
private struct CellValues {
    let strings: SharedStrings
    let styles: CellStyles
    /// True if days are counted from 1904, as on early Macintoshes.
    let startsIn1904: Bool

    func text(_ value: [UInt8], type: String, style: Int) -> [UInt8] {
        switch type {
        case "s": Int(String(decoding: value, as: UTF8.self)).flatMap { strings[$0] }.map(Array.init) ?? []
        case "b": Array((value == [0x31] ? "TRUE" : "FALSE").utf8)
        case "e": []
        case "", "n": number(value, styles[style])
        default: value
        }
    }

    private func number(_ value: [UInt8], _ format: CellFormat) -> [UInt8] {
        guard let number = Double(String(decoding: value, as: UTF8.self)), number.isFinite else { return value }
        return Array(format.text(number, startsIn1904: startsIn1904).utf8)
    }
}

/// Reads the rows of one sheet.
private final class SheetMarkup {
    private var layout: TextLayout
    private let values: CellValues
    private var (type, style) = ("", 0)
    private var value: [UInt8] = []
    private var inValue = false
    private var phonetic = 0

    private init(_ layout: TextLayout, _ values: CellValues) {
        (self.layout, self.values) = (layout, values)
    }

    static func read(
        _ part: [UInt8], _ values: CellValues, after layout: TextLayout
    ) -> (TextLayout, XMLEvents.End) {
        let markup = SheetMarkup(layout, values)
        let end = XMLEvents.parse(
            part, start: { markup.start($0) }, end: { markup.end($0) },
            text: { if markup.inValue, markup.phonetic == 0 { markup.value += $0 } })
        return (markup.layout, end)
    }

    private func start(_ element: XMLEvents.Element) {
        switch element.name {
        case "row": layout.beginRow()
        case "c": (type, style, value) = (element["t"] ?? "", element["s"].flatMap { Int($0) } ?? 0, [])
        case "v", "t": inValue = true
        case "rPh": phonetic += 1
        default: break
        }
    }

    private func end(_ name: String) {
        switch name {
        case "v", "t": inValue = false
        case "rPh": phonetic -= 1
        case "c":
            guard !layout.isTruncated else { return }
            let text = values.text(value, type: type, style: style)
            guard !text.isEmpty else { return }
            layout.beginCell()
            text.withUnsafeBufferPointer { layout.write($0) }
        case "row": layout.endRow()
        default: break
        }
    }
}
