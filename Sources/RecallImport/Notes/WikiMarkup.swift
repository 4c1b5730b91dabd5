import RecallCore
import RecallText

/// The markup that Zim and TiddlyWiki have in common: doubled signs around words, and links in double brackets.
struct WikiMarkup {
    /// The text without marks and addresses.
    private(set) var text = ""
    /// The targets of links to other pages.
    private(set) var links: [String] = []
    /// The files beside it.
    private(set) var files = EmbeddedFiles()
    private var seen: Set<String> = []
    private static let most = 10_000
    /// Longer lines are no prose.
    private static let longestLine = 64 << 10

    /// The signs that stand doubled around words that are bold, underlined and so on.
    private let marks: [UInt8]
    /// True if the target of a link comes before its words.
    private let isTargetFirst: Bool

    init(marks: String, isTargetFirst: Bool) {
        (self.marks, self.isTargetFirst) = (Array(marks.utf8), isTargetFirst)
    }

    /// Adds a line as it is: code.
    mutating func add(code line: some StringProtocol) {
        text += line
        text += "\n"
    }

    /// Adds a line.
    mutating func add(_ line: Substring) {
        guard line.utf8.count <= Self.longestLine else { return add(code: line) }
        var bytes = Array(line.utf8)
        for mark in marks { Self.removePairs(of: mark, in: &bytes) }
        text += String(decoding: resolved(bytes), as: UTF8.self)
        text += "\n"
    }

    /// Removes the marks in pairs. Those of an address, and one alone, stay.
    private static func removePairs(of mark: UInt8, in line: inout [UInt8]) {
        var places: [Int] = []
        var at = 0
        while let found = line[at...].firstIndex(of: mark), found + 1 < line.count {
            guard line[found + 1] == mark else {
                at = found + 1
                continue
            }
            if found > 0, line[found - 1] == UInt8(ascii: ":") {
                at = line[found...].firstIndex { $0 <= 0x20 } ?? line.count
                continue
            }
            places.append(found)
            at = found + 2
        }
        guard !places.isEmpty, places.count.isMultiple(of: 2) else { return }
        var kept: [UInt8] = []
        at = 0
        for place in places {
            kept += line[at..<place]
            at = place + 2
        }
        line = kept + line[at...]
    }

    // MARK: Links and pictures

    /// A line with the words of links in place of these, without pictures.
    private mutating func resolved(_ line: [UInt8]) -> [UInt8] {
        let brackets: [(open: String, close: UInt8)] = [
            ("[img", UInt8(ascii: "]")), ("[[", UInt8(ascii: "]")), ("{{", UInt8(ascii: "}")),
        ]
        var (result, at) = ([UInt8](), 0)
        // Where each bracket is closed next, so that it is looked for once.
        var ends: [UInt8: Int] = [:]
        while at < line.count {
            guard line[at] == UInt8(ascii: "[") || line[at] == UInt8(ascii: "{"),
                let bracket = brackets.first(where: { line[at...].starts(with: $0.open.utf8) })
            else {
                result.append(line[at])
                at += 1
                continue
            }
            let start = at + bracket.open.utf8.count
            if ends[bracket.close, default: -1] < start { ends[bracket.close] = Self.end(bracket.close, line, start) }
            let end = ends[bracket.close] ?? line.count
            guard end < line.count else {
                result.append(line[at])
                at += 1
                continue
            }
            let words = String(decoding: line[start..<end], as: UTF8.self)
            result += Array((bracket.open == "[[" ? link(words) : picture(words)).utf8)
            at = end + 2
        }
        return result
    }

    /// The place of two closing brackets from `start` on; the line's end if there are none.
    private static func end(_ close: UInt8, _ line: [UInt8], _ start: Int) -> Int {
        var at = start
        while at + 1 < line.count {
            if line[at] == close, line[at + 1] == close { return at }
            at += 1
        }
        return line.count
    }

    private mutating func link(_ inside: String) -> String {
        let parts = inside.split(separator: "|", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last else { return "" }
        let (target, words) = isTargetFirst ? (first, last) : (last, first)
        if target.contains("://") || target.hasPrefix("mailto:") {
            return words == target ? String(target) : "\(words) (\(target))"
        }
        let name = CleanText.line(String(target))
        if !MediaType.named(name).isEmpty {
            files.add(path: name)
        } else if !name.isEmpty, links.count < Self.most, seen.insert(name).inserted {
            links.append(name)
        }
        return String(words)
    }

    /// Nothing in place of a picture, `pixel.png?width=200` of Zim and ` width=50 [Caption|pixel.png` of TiddlyWiki; of what is
    /// transcluded its name.
    private mutating func picture(_ inside: String) -> String {
        let named = inside.split(separator: "[").last ?? inside[...]
        let target = (named.split(separator: "|").last ?? named).prefix { $0 != "?" }
        let path = CleanText.line(String(target))
        guard !MediaType.named(path).isEmpty else { return inside }
        files.add(path: path)
        return ""
    }
}
