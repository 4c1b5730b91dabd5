import RecallText

/// The extensions that note apps add to Markdown: `#tags`, `[[links]]` and comments. Code is skipped.
struct NoteMarks {
    /// Tags without `#`, in their order.
    private(set) var tags: [String] = []
    /// The targets of `[[Target#section|name]]`, as written but without section and name.
    private(set) var links: [String] = []
    /// The same for `[[links]]` to files that are no notes, embedded or not.
    private(set) var files: [String] = []
    /// The byte ranges of comments: `<!-- … -->` and `%% … %%`.
    private(set) var comments: [Range<Int>] = []

    /// Opening marks of comments that are never closed, so that each is searched for only once.
    private var unclosed: Set<String> = []

    /// The most tags and links of one note that are kept.
    private static let most = 10_000

    /// Looks through `text` outside of `code`, ascending ranges of bytes.
    init(_ text: String, code: [Range<Int>]) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for range in code {
                unclosed = []
                scan(bytes, start..<max(start, range.lowerBound))
                start = max(start, range.upperBound)
            }
            unclosed = []
            scan(bytes, start..<bytes.count)
        }
    }

    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        var i = range.lowerBound
        while i < range.upperBound {
            let rest = bytes[i..<range.upperBound]
            switch bytes[i] {
            case UInt8(ascii: "`"): i = Self.endOfInlineCode(rest)
            case UInt8(ascii: "["): i = takeLink(rest)
            case UInt8(ascii: "<"): i = takeComment(rest, "<!--", "-->")
            case UInt8(ascii: "%"): i = takeComment(rest, "%%", "%%")
            case UInt8(ascii: "#") where i == 0 || bytes[i - 1] <= 0x20:
                i = rest.starts(with: "#[[".utf8) ? takeLongTag(rest) : takeTag(rest)
            default: i += 1
            }
        }
    }

    /// After a run of backticks and, if it is closed in the same paragraph, the code.
    private static func endOfInlineCode(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let ticks = rest.prefix { $0 == UInt8(ascii: "`") }.count
        let start = rest.startIndex + ticks
        var i = start
        while i < rest.endIndex, i - start < 10_000 {
            if rest[i] == 0x0A, i + 1 < rest.endIndex, rest[i + 1] == 0x0A { break }
            let run = rest[i...].prefix { $0 == UInt8(ascii: "`") }.count
            if run == ticks { return i + run }
            i += max(run, 1)
        }
        return start
    }

    private mutating func takeLink(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let start = rest.startIndex + 2
        guard rest.starts(with: "[[".utf8) else { return rest.startIndex + 1 }
        let inside = rest[start...].prefix(1000).prefix {
            $0 != UInt8(ascii: "]") && $0 != 0x0A && $0 != UInt8(ascii: "[")
        }
        guard rest[inside.endIndex...].starts(with: "]]".utf8) else { return start }
        let target = inside.prefix { $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "^") }
        var name = String(decoding: target, as: UTF8.self)
        // In tables the bar is escaped.
        if name.hasSuffix("\\") { name.removeLast() }
        addLink(CleanText.line(name))
        return inside.endIndex + 2
    }

    private mutating func addLink(_ target: String) {
        guard !target.isEmpty, links.count + files.count < Self.most else { return }
        if MediaType.named(target).isEmpty { links.append(target) } else { files.append(target) }
    }

    private mutating func takeComment(_ rest: Slice<UnsafeBufferPointer<UInt8>>, _ open: String, _ close: String) -> Int
    {
        guard let first = close.utf8.first, rest.starts(with: open.utf8), !unclosed.contains(open) else {
            return rest.startIndex + 1
        }
        var i = rest.startIndex + open.utf8.count
        while let found = rest[i...].firstIndex(of: first) {
            if rest[found...].starts(with: close.utf8) {
                comments.append(rest.startIndex..<found + close.utf8.count)
                return found + close.utf8.count
            }
            i = found + 1
        }
        // It is text.
        unclosed.insert(open)
        return rest.startIndex + open.utf8.count
    }

    /// A tag of several words, as Logseq and Roam write it: `#[[two words]]`, which is a link too.
    private mutating func takeLongTag(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let name = rest.dropFirst(3).prefix(200).prefix {
            $0 != UInt8(ascii: "]") && $0 != 0x0A && $0 != UInt8(ascii: "[")
        }
        if !name.isEmpty, rest[name.endIndex...].starts(with: "]]".utf8), tags.count < Self.most {
            tags.append(CleanText.line(String(decoding: name, as: UTF8.self)))
        }
        return takeLink(rest.dropFirst())
    }

    private mutating func takeTag(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let tag = rest.dropFirst().prefix(200).prefix(while: Self.isTagByte)
        let name = String(decoding: tag, as: UTF8.self)
        guard !tag.isEmpty, name.unicodeScalars.contains(where: { !("0"..."9").contains($0) }) else {
            return rest.startIndex + 1
        }
        let visible = String(name.unicodeScalars.prefix { $0.value < 0x80 || Self.isTagScalar($0) })
        let trimmed = String(visible.reversed().drop { $0 == "/" }.reversed())
        if !trimmed.isEmpty, tags.count < Self.most { tags.append(trimmed) }
        return tag.endIndex
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte.mayBeOfWord || "_-/".utf8.contains(byte)
    }

    /// Letters, digits and pictures of any script, not its punctuation.
    private static func isTagScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .dashPunctuation,
            .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
            false
        default: true
        }
    }
}
