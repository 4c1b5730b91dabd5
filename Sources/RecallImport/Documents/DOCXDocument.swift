import RecallCore

/// Reads the text of a DOCX file (ECMA-376): body, footnotes and endnotes, without headers and footers.
enum DOCXDocument {
    /// The reply of the parsing process to the file that is open as `descriptor`.
    static func read(descriptor: Int32) -> ParserReply {
        DocumentPackage.reply(descriptor: descriptor, where: isNeeded, text)
    }

    private static func isNeeded(_ path: String) -> Bool {
        guard path.hasSuffix(".xml") else { return path == "_rels/.rels" }
        return path.hasPrefix("word/document") || ["word/footnotes.xml", "word/endnotes.xml"].contains(path)
            || [OfficeProperties.core, OfficeProperties.app].contains(path)
    }

    private static func text(of package: DocumentPackage) throws -> ParserReply {
        guard let body = mainPart(of: package) else {
            return .failure(.wrongFormat, reason: "The file is no Word document: it has no main part.")
        }
        var text = PackagedText()
        for part in [body, package["word/footnotes.xml"], package["word/endnotes.xml"]].compactMap(\.self) {
            try text.add { layout in
                let markup = WordMarkup(layout)
                markup.read(part)
                return (markup.layout, markup.end)
            }
        }
        let properties = OfficeProperties(package)
        return text.reply(
            title: properties.title, pageCount: properties.pageCount, created: properties.created,
            modified: properties.modified, program: "Word")
    }

    /// The part that the package's relationships name as the document, or the one with the usual name.
    private static func mainPart(of package: DocumentPackage) -> [UInt8]? {
        let main = package.relationships(of: "").values.first { $0.kind == "officeDocument" }
        return main.flatMap { package[$0.path] } ?? package["word/document.xml"]
    }
}

/// The properties of an Office Open XML package (ECMA-376, part 2, 11).
struct OfficeProperties {
    static let core = "docProps/core.xml", app = "docProps/app.xml"

    let title, created, modified: String
    let pageCount: Int?

    init(_ package: DocumentPackage) {
        title = package.property("title", in: Self.core)
        created = package.property("created", in: Self.core)
        modified = package.property("modified", in: Self.core)
        pageCount = Int(package.property("Pages", in: Self.app))
    }
}
