import RecallCore

/// Links between the notes of an export. They say a note's id, which the export leaves out, and mostly its title as their text.
struct EvernoteLinks {
    private static let mark: StaticString = "evernote:///view/"
    private static let longest = 4_096, mostTitleBytes = 16 << 20

    /// The number of notes of each title.
    private var titles: [String: Int] = [:]

    /// Reads the titles of a file, if it has such links.
    init(in file: RegularFile) throws(ImportFailure) {
        guard try Self.hasLinks(file) else { return }
        var (tokens, path, title, room) = (XMLTokens(file), [String](), [UInt8](), Self.mostTitleBytes)
        while room > 0, let token = try tokens.next() {
            switch token {
            case .start(let name, _): if path.count < 4 { path.append(name) }
            case .text(let text):
                if path == ["en-export", "note", "title"], title.count < Self.longest { title += text }
            case .end(let name):
                guard path.last == name else { continue }
                path.removeLast()
                guard name == "title", !title.isEmpty else { continue }
                room -= title.count
                titles[EvernoteNote.line(title), default: 0] += 1
                title = []
            }
        }
    }

    private static func hasLinks(_ file: RegularFile) throws(ImportFailure) -> Bool {
        let block = 1 << 20
        for start in stride(from: 0, to: file.byteCount, by: block) {
            let bytes = try file.bytes(from: start, limit: block + mark.utf8CodeUnitCount)
            let isFound = bytes.withUnsafeBufferPointer { $0.firstIndex(of: mark, from: 0) != nil }
            if isFound { return true }
        }
        return false
    }

    /// The content of a note with `[[links]]` to notes of which there is one with the link's text as title, and these titles.
    /// Other links are left as they are: text.
    func resolved(in content: [UInt8]) -> (content: [UInt8], titles: [String]) {
        guard !titles.isEmpty else { return (content, []) }
        var (result, found, rest) = ([UInt8](), [String](), content[...])
        while let start = rest.firstOccurrence(of: "<a ") {
            let tag = rest[start...].prefix(Self.longest).prefix { $0 != UInt8(ascii: ">") }
            let inside = rest[tag.endIndex...].dropFirst().prefix(Self.longest)
            result += rest[..<inside.startIndex]
            rest = rest[inside.startIndex...]
            guard tag.firstOccurrence(of: Self.mark) != nil, let end = inside.firstOccurrence(of: "</a") else {
                continue
            }
            let title = CleanText.line(HTMLText.extract(Array(inside[..<end]), charset: "utf-8").text)
            if isTarget(title) {
                found.append(title)
                result += Array("[[".utf8) + inside[..<end] + Array("]]".utf8)
            } else {
                result += inside[..<end]
            }
            rest = rest[end...]
        }
        return (result + rest, found)
    }

    /// True for the title of one note that means the same between brackets.
    private func isTarget(_ title: String) -> Bool {
        titles[title] == 1 && title.utf8.count <= 500 && !title.utf8.contains { "[]|#^".utf8.contains($0) }
    }
}
