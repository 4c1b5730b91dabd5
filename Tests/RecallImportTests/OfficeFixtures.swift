/// An OpenDocument file of a kind (text, presentation, spreadsheet) with the given content of its body.
func openDocument(_ kind: String, _ body: String, parts: [String: String] = [:]) -> [UInt8] {
    var zip = ZipWriter()
    zip.add("mimetype", Array("application/vnd.oasis.opendocument.\(kind)".utf8))
    let names = ["office", "text", "table", "draw", "presentation", "meta", "dc"].map { "xmlns:\($0)=\"urn:\($0)\"" }
    let open = "<office:document-content \(names.joined(separator: " "))><office:body><office:\(kind)>"
    let close = "</office:\(kind)></office:body></office:document-content>"
    zip.add("content.xml", Array((open + body + close).utf8))
    for (name, content) in parts.sorted(by: { $0.key < $1.key }) { zip.add(name, Array(content.utf8)) }
    return zip.finished()
}

/// A PowerPoint presentation whose slides have one shape each, listed in the reverse order of their files' names.
func pptx(slides: [String], parts: [String: String] = [:]) -> [UInt8] {
    var zip = ZipWriter()
    let number = { (index: Int) in slides.count - index }
    let list = slides.indices.map { "<p:sldId id=\"\(256 + $0)\" r:id=\"r\(number($0))\"/>" }.joined()
    let relations = slides.indices.map {
        "<Relationship Id=\"r\(number($0))\" Type=\"x/slide\" Target=\"slides/slide\(number($0)).xml\"/>"
    }.joined()
    zip.add("[Content_Types].xml", Array("<Types/>".utf8))
    zip.add(
        "ppt/presentation.xml", Array("<p:presentation xmlns:p=\"p\" xmlns:r=\"r\">\(list)</p:presentation>".utf8))
    zip.add("ppt/_rels/presentation.xml.rels", Array("<Relationships>\(relations)</Relationships>".utf8))
    for (index, text) in slides.enumerated() {
        zip.add("ppt/slides/slide\(number(index)).xml", Array(slidePart(shape(text)).utf8))
    }
    for (name, content) in parts.sorted(by: { $0.key < $1.key }) { zip.add(name, Array(content.utf8)) }
    return zip.finished()
}

func slidePart(_ shapes: String) -> String {
    "<p:sld xmlns:p=\"p\" xmlns:a=\"a\" xmlns:r=\"r\"><p:cSld><p:spTree>\(shapes)</p:spTree></p:cSld></p:sld>"
}

/// A shape of one paragraph, of the type of a placeholder.
func shape(_ text: String, placeholder: String = "body") -> String {
    """
    <p:sp><p:nvSpPr><p:nvPr><p:ph type="\(placeholder)"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>\(text)</a:t></a:r></a:p>\
    </p:txBody></p:sp>
    """
}

/// An Excel workbook with one sheet called "Costs".
func xlsx(rows: String, parts: [String: String] = [:], workbook: String = "") -> [UInt8] {
    var zip = ZipWriter()
    zip.add("[Content_Types].xml", Array("<Types/>".utf8))
    let sheets = "<sheets><sheet name=\"Costs\" sheetId=\"1\" r:id=\"r1\"/></sheets>"
    zip.add("xl/workbook.xml", Array("<workbook xmlns:r=\"r\">\(workbook)\(sheets)</workbook>".utf8))
    zip.add(
        "xl/_rels/workbook.xml.rels",
        Array("<R><Relationship Id=\"r1\" Type=\"x/worksheet\" Target=\"/xl/worksheets/sheet1.xml\"/></R>".utf8))
    zip.add(
        "xl/worksheets/sheet1.xml", Array("<worksheet><sheetData>\(rows)</sheetData></worksheet>".utf8))
    for (name, content) in parts.sorted(by: { $0.key < $1.key }) { zip.add(name, Array(content.utf8)) }
    return zip.finished()
}
