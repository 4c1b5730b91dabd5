public import RecallCore

extension SourceFormat {
    /// A PowerPoint presentation (ECMA-376).
    public static let pptx = SourceFormat(
        "pptx", singular: "PowerPoint presentation", plural: "PowerPoint presentations")
}

struct PPTXFormat: PackagedDocumentFormat {
    let format = SourceFormat.pptx
    let extensions: Set = ["pptx", "pptm", "ppsx", "ppsm", "potx", "potm"]
    let mediaTypes: Set = [
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
        "application/vnd.openxmlformats-officedocument.presentationml.template",
        "application/vnd.ms-powerpoint.presentation.macroenabled.12",
        "application/vnd.ms-powerpoint.slideshow.macroenabled.12",
        "application/vnd.ms-powerpoint.template.macroenabled.12",
    ]
    let mainMember = "ppt/presentation.xml"
    let parser = ParserMode.confined { PPTXDocument.read(descriptor: $0) }

    func begins(_ head: [UInt8]) -> Bool {
        OfficePackage.begins(head, withPartsIn: "ppt/")
    }
}

/// Reads the text of a PPTX file (ECMA-376, part 1, 19), in the parsing process: each slide's shapes, tables and diagrams in
/// the order of the file, then its notes. Slides are pages.
private enum PPTXDocument {
    private static let presentation = "ppt/presentation.xml"

    static func read(descriptor: Int32) -> ParserReply {
        DocumentPackage.reply(descriptor: descriptor, where: isNeeded, text)
    }

    private static func isNeeded(_ path: String) -> Bool {
        guard path.hasPrefix("ppt/") else { return path == OfficeProperties.core }
        return [
            "ppt/slides/", "ppt/notesSlides/", "ppt/diagrams/data", "ppt/_rels/presentation.xml.rels", presentation,
        ]
        .contains { path.hasPrefix($0) } && (path.hasSuffix(".xml") || path.hasSuffix(".rels"))
    }

    private static func text(of package: DocumentPackage) throws -> ParserReply {
        guard let main = package[presentation] else {
            return .failure(.wrongFormat, reason: "The file is no PowerPoint presentation: it has no main part.")
        }
        let known = package.relationships(of: presentation)
        var slides: [String] = []
        _ = XMLEvents.parse(
            main,
            start: { element in
                guard element.name == "sldId", let slide = element.prefixed("id").flatMap({ known[$0] })
                else { return }
                slides.append(slide.path)
            }, end: { _ in }, text: { _ in })
        var text = PackagedText()
        for path in slides {
            text.beginPage()
            guard let slide = package[path] else {
                text.add(.badStructure)
                continue
            }
            let further = package.relationships(of: path).values.sorted { $0.path < $1.path }
            let parts = ["diagramData", "notesSlide"].flatMap { kind in
                further.filter { $0.kind == kind }.compactMap { package[$0.path] }
            }
            for part in [slide] + parts { try text.add { SlideMarkup.read(part, after: $0) } }
        }
        let properties = OfficeProperties(package)
        return text.reply(
            title: properties.title, pageCount: slides.count, created: properties.created,
            modified: properties.modified, program: "PowerPoint")
    }
}

/// Reads the text of one DrawingML part (ECMA-376, part 1, 21.1.2): shapes apart, their paragraphs a line each.
private final class SlideMarkup {
    private var layout: TextLayout
    private var inText = false
    /// Above 0 in what is there twice.
    private var dropped = 0
    /// True in a shape with the slide's number, date or footer, which is on every slide.
    private var isFurniture = false
    private var cells = 0

    private init(_ layout: TextLayout) {
        self.layout = layout
    }

    static func read(_ part: [UInt8], after layout: TextLayout) -> (TextLayout, XMLEvents.End) {
        let markup = SlideMarkup(layout)
        markup.layout.requireBreak(2)
        let end = XMLEvents.parse(
            part, start: { markup.start($0) }, end: { markup.end($0) },
            text: { if markup.inText, !markup.isFurniture, markup.dropped == 0 { markup.layout.write($0) } })
        return (markup.layout, end)
    }

    private func start(_ element: XMLEvents.Element) {
        guard dropped == 0, element.name != "Fallback" else {
            dropped += 1
            return
        }
        switch element.name {
        case "sp", "graphicFrame":
            isFurniture = false
            layout.requireBreak(2)
        case "ph": isFurniture = ["sldNum", "dt", "ftr", "hdr", "sldImg"].contains(element["type"] ?? "")
        case "tr": layout.beginRow()
        case "tc":
            layout.beginCell()
            cells += 1
        case "p": layout.requireBreak(1)
        case "br": layout.addBreak()
        case "t": inText = true
        default: break
        }
    }

    private func end(_ name: String) {
        guard dropped == 0 else {
            dropped -= 1
            return
        }
        switch name {
        case "sp": isFurniture = false
        case "tr": layout.endRow()
        case "tc": cells -= 1
        case "p": layout.requireBreak(1)
        case "t": inText = false
        default: break
        }
    }
}
