import RecallText

/// The properties that Logseq writes into Markdown, `key:: value` in a line of its own or of a block, and its logbooks.
struct OutlineProperties {
    /// Properties of the page, which are in its first lines.
    private(set) var title: String?
    private(set) var tags: [String] = []
    private(set) var aliases: [String] = []
    /// The byte ranges of what the program keeps for itself: ids of blocks, what is folded, when tasks were begun.
    private(set) var noise: [Range<Int>] = []

    private static let longestKey = 60
    private static let longestValue = 4_096
    private static let own: Set<String> = [
        "id", "collapsed", "heading", "background-color", "created-at", "updated-at", "file", "file-path", "public",
        "exclude-from-graph-view", "icon", "ls-type", "hl-page", "hl-color", "hl-stamp", "hl-type",
    ]

    /// Looks through `text` outside of `code`, ascending ranges of bytes.
    init(_ text: String, code: [Range<Int>]) {
        guard text.contains("::") || text.contains(":LOGBOOK:") else { return }
        var text = text
        text.withUTF8 { scan($0, code) }
    }

    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ code: [Range<Int>]) {
        var (start, isHead, logbook, code) = (0, true, Int?.none, code[...])
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            while let first = code.first, first.upperBound <= start { code.removeFirst() }
            if code.first?.contains(start) != true {
                let line = bytes[start..<end]
                let words = Self.words(line)
                if words.elementsEqual(":LOGBOOK:".utf8) { logbook = words.startIndex }
                if let first = logbook, words.elementsEqual(":END:".utf8) {
                    noise.append(first..<end)
                    logbook = nil
                } else if let property = Self.property(words) {
                    take(property, line: words.startIndex..<end, isHead: isHead)
                } else {
                    isHead = false
                }
            }
            start = end + 1
        }
    }

    /// A line without its indentation and the mark of a block.
    private static func words(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
        var words = line.drop { $0 == 0x20 || $0 == 0x09 }
        if words.starts(with: "- ".utf8) { words = words.dropFirst(2) }
        while let last = words.last, last <= 0x20 { words = words.dropLast() }
        return words
    }

    private static func property(_ words: Slice<UnsafeBufferPointer<UInt8>>) -> (key: String, value: String)? {
        let key = words.prefix(longestKey).prefix { $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) }
        let rest = words[key.endIndex...]
        guard !key.isEmpty, rest.starts(with: "::".utf8), rest.count == 2 || rest[key.endIndex + 2] == 0x20 else {
            return nil
        }
        let value = String(decoding: rest.dropFirst(2).prefix(longestValue), as: UTF8.self)
        return (String(decoding: key, as: UTF8.self).lowercased(), CleanText.line(value))
    }

    private mutating func take(_ property: (key: String, value: String), line: Range<Int>, isHead: Bool) {
        if Self.own.contains(property.key) || property.key.hasPrefix("logseq.") { noise.append(line) }
        guard isHead else { return }
        switch property.key {
        case "title": title = property.value.isEmpty ? nil : property.value
        case "tags", "tag": tags += Self.names(property.value)
        case "alias", "aliases": aliases += Self.names(property.value)
        default: break
        }
    }

    /// Names between commas, with or without the marks of links and tags.
    private static func names(_ value: String) -> [String] {
        value.split(separator: ",").map { name in
            CleanText.line(String(name.drop { " #[".contains($0) })).replacing("]]", with: "")
        }.filter { !$0.isEmpty }
    }
}
