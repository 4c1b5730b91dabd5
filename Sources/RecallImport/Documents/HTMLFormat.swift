public import RecallCore

extension SourceFormat {
    /// An HTML page.
    public static let html = SourceFormat("html", singular: "web page", plural: "web pages")
}

struct HTMLFormat: DocumentFormat {
    let format = SourceFormat.html
    let extensions: Set = ["html", "htm", "xhtml"]
    /// One more than that of documents: which text is seen is decided in another way (decision 0073).
    let revision: Int? = DocumentFileReader.revision + 1
    let mediaTypes: Set = ["text/html", "application/xhtml+xml"]

    func evidence(in file: SniffedFile) -> Evidence? {
        if file.isText(named: extensions) { return .name }
        guard file.isNamed, !file.isBinary else { return nil }
        let start = String(decoding: file.head.prefix(1000), as: UTF8.self).lowercased()
        return start.contains("<html") || start.contains("<!doctype html") ? .content : nil
    }

    func begins(_ head: [UInt8]) -> Bool {
        let text = head.prefix(1_024).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        let word = String(decoding: text.prefix(15).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<body"].contains { word.hasPrefix($0) }
    }

    func mayBegin(_ head: [UInt8]) -> Bool { head.mayBeText }

    func text(in bytes: [UInt8]) -> ExtractedText? { Self.text(bytes) }

    func text(of input: DocumentInput, _ launcher: ParserLauncher) -> ExtractedText {
        Self.text(input.bytes(upTo: HTMLText.byteLimit + 1))
    }

    private static func text(_ bytes: [UInt8]) -> ExtractedText {
        // Of bookmarks that a browser or Pocket exported, the addresses are what matters.
        let head = bytes.prefix(1_024)
        let marks: [StaticString] = ["NETSCAPE-Bookmark-file", "netscape-bookmark-file", "<title>Pocket Export"]
        let isBookmarks = marks.contains { head.firstOccurrence(of: $0) != nil }
        var text = HTMLText.extract(bytes, charset: nil, writesAddresses: isBookmarks)
        let dates = HTMLDates(bytes)
        (text.created, text.modified) = (dates.created, dates.modified)
        return text
    }
}
