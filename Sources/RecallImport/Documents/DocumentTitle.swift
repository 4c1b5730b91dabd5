/// Tells titles from what programs write in their place.
enum DocumentTitle {
    /// The title in a document's properties; `nil` if it is a file's name or a program's placeholder.
    static func title(_ text: String) -> String? {
        var title = text.split { $0.isWhitespace }.joined(separator: " ")
        for prefix in programs where title.lowercased().hasPrefix(prefix) {
            title = String(title.dropFirst(prefix.count))
        }
        let folded = title.lowercased()
        guard title.contains(where: \.isLetter), !isFileName(folded), !isPlaceholder(folded) else { return nil }
        return title
    }

    /// Words that these programs write before the name of a file.
    private static let programs = ["microsoft word - ", "microsoft powerpoint - ", "microsoft excel - "]

    private static let extensions: Set<Substring> = [
        "doc", "docx", "dot", "dotx", "docm", "rtf", "odt", "txt", "pdf", "ppt", "pptx", "odp", "xls", "xlsx", "ods",
        "pub", "indd",
        "qxd", "qxp", "ai", "eps", "ps", "dvi", "tex", "html", "htm", "jpg", "jpeg", "png", "tif", "tiff", "wpd",
        "pages", "key",
        "dwg", "vsd", "cdr", "p65", "fm", "tmp", "exe", "dll", "bin", "dat", "prn", "xps", "wps",
    ]

    private static func isFileName(_ title: String) -> Bool {
        guard let dot = title.lastIndex(of: ".") else { return title.contains("/") && !title.contains(" ") }
        return extensions.contains(title[title.index(after: dot)...])
    }

    private static let placeholders: Set<String> = [
        "untitled", "untitled document", "unbenannt", "unbenanntes dokument", "sans titre", "sin título",
        "senza titolo", "title",
        "titel", "document", "dokument", "powerpoint presentation", "powerpoint-präsentation", "presentation", "slide",
        "layout",
        "blank", "new document", "neues dokument", "page", "print", "scan", "scanned document", "no title",
        "(anonymous)", "anonymous",
        "bericht", "report title", "microsoft word", "word document", "worksheet", "workbook", "none", "null",
        "template", "normal",
    ]

    /// A word that programs put there, with a number or without: `Document1`, `Layout 1`.
    private static func isPlaceholder(_ title: String) -> Bool {
        var words = title[...]
        while let last = words.last, last.isNumber || last == " " || last == "-" || last == "_" {
            words = words.dropLast()
        }
        return words.count < 2 || placeholders.contains(String(words)) || placeholders.contains(title)
    }
}
