extension DocumentTextExtractor.Format {
    /// The format that the first bytes of a file tell; `nil` if they tell none.
    init?(magic head: [UInt8]) {
        let start = head.prefix(1_024)
        if start.firstOccurrence(of: "%PDF-") != nil {
            self = .pdf
        } else if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            guard head.firstOccurrence(of: "word/") != nil else { return nil }
            self = .docx
        } else if Self.isHTML(start) {
            self = .html
        } else {
            return nil
        }
    }

    /// The format of a media type without parameters, in lower case.
    init?(mediaType: String) {
        switch mediaType {
        case "application/pdf", "application/x-pdf": self = .pdf
        case "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "application/vnd.ms-word.document.macroenabled.12":
            self = .docx
        case "text/html", "application/xhtml+xml": self = .html
        case "text/plain", "text/markdown", "text/x-markdown", "text/csv", "text/x-log", "text/x-diff", "text/x-patch":
            self = .text
        default: return nil
        }
    }

    /// The format of a file name's extension, in lower case.
    init?(extension: String) {
        switch `extension` {
        case "pdf": self = .pdf
        case "docx", "docm": self = .docx
        case "html", "htm", "xhtml": self = .html
        case "txt", "text", "md", "markdown", "csv", "log", "diff", "patch": self = .text
        default: return nil
        }
    }

    private static func isHTML(_ start: ArraySlice<UInt8>) -> Bool {
        let text = start.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        let word = String(decoding: text.prefix(15).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<body"].contains { word.hasPrefix($0) }
    }
}

extension Collection<UInt8> {
    /// The index at which `text` first occurs.
    func firstOccurrence(of text: StaticString) -> Index? {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        var rest = self[...]
        while let at = rest.firstIndex(of: wanted[0]) {
            rest = rest[at...]
            if rest.starts(with: wanted) { return at }
            rest = rest.dropFirst()
        }
        return nil
    }
}
