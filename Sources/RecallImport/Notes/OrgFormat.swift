import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A file of Org mode, as Emacs, org-roam and Logseq keep notes.
    public static let org = SourceFormat("org", singular: "Org file", plural: "Org files")
}

struct OrgFormat: ImportFormat {
    let format = SourceFormat.org
    let extensions: Set = ["org"]
    let revision: Int? = OrgReader.revision

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { OrgReader() }
}

/// Reads a file as one note. Its text is the file's, unchanged.
struct OrgReader: SourceReader {
    /// 2: the files beside a note are its attachments.
    static let revision = 2

    var zone: TimeZone = .current

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        guard cursor == .start else { return }
        let file = try PlainFile(unit)
        try await emit(.item(ImportedItem(note(file, unit))), .end(of: unit, revision: Self.revision))
    }

    private func note(_ file: PlainFile, _ unit: SourceUnit) -> Item {
        let org = OrgText(file.text)
        let name = PlainFile.title(path: unit.path)
        let details = NoteDetails(
            path: unit.path, notebook: MarkdownReader.notebook(of: unit), tags: org.tags, links: org.links,
            aliases: org.aliases, fileModified: unit.modificationDate)
        return Item(
            id: unit.fileIdentity, details: .note(details),
            title: org.title ?? Self.title(fileName: name), date: date(org, name), text: file.text,
            authoredRanges: AuthoredRanges.all(of: file.text, without: org.noise), attachments: org.files.attachments,
            defects: file.defects)
    }

    /// org-roam puts the time before a name: `20240317093000-the_quay`.
    private static func title(fileName: String) -> String {
        let digits = fileName.prefix(while: \.isNumber)
        guard digits.count == 14, fileName.dropFirst(14).first == "-", fileName.count > 15 else { return fileName }
        return String(fileName.dropFirst(15)).replacing("_", with: " ")
    }

    private func date(_ org: OrgText, _ fileName: String) -> Date? {
        var dates = NoteDate(zone: zone)
        for text in org.dates {
            if let date = dates.date(text) { return date }
        }
        let digits = Array(fileName.utf8.prefix(while: \.isASCIIDigit))
        guard digits.count == 14 else { return dates.date(fileName: fileName) }
        let part = { (start: Int, count: Int) in String(decoding: digits[start..<start + count], as: UTF8.self) }
        return dates.date("\(part(0, 4))-\(part(4, 2))-\(part(6, 2)) \(part(8, 2)):\(part(10, 2)):\(part(12, 2))")
    }
}

/// The keywords, drawers and links of a file (https://orgmode.org/worg/org-syntax.html).
struct OrgText {
    private(set) var title: String?
    private(set) var tags: [String] = []
    private(set) var aliases: [String] = []
    /// Targets of links to other notes: their names, or the words that stand for their ids.
    private(set) var links: [String] = []
    /// The files beside it that it links to.
    private(set) var files = EmbeddedFiles()
    /// Dates of the file as written, the likeliest first.
    private(set) var dates: [String] = []
    /// The byte ranges of drawers, keywords and comments.
    private(set) var noise: [Range<Int>] = []

    private static let most = 10_000, mostDates = 100
    private static let longestLine = 64 << 10
    private var seen: Set<String> = []
    /// True before the first heading, where drawers are those of the file.
    private var isHead = true

    /// Looks through `text`, which has LF line ends.
    init(_ text: String) {
        var (start, drawer, isBlock) = (0, Int?.none, false)
        for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let range = start..<start + line.count
            start = range.upperBound + 1
            let words = String(decoding: line.prefix(Self.longestLine), as: UTF8.self).trimmingCharacters(
                in: .whitespaces)
            let lower = words.lowercased()
            if let first = drawer {
                if isHead { takeProperty(words) }
                guard lower == ":end:" else { continue }
                noise.append(first..<range.upperBound)
                drawer = nil
            } else if lower.hasPrefix("#+begin") || lower.hasPrefix("#+end") {
                isBlock = lower.hasPrefix("#+begin")
                noise.append(range)
            } else if isBlock {
                continue
            } else if lower == ":properties:" || lower == ":logbook:" {
                drawer = range.lowerBound
            } else if words.hasPrefix("#+") {
                takeKeyword(words)
                noise.append(range)
            } else if words == "#" || words.hasPrefix("# ") {
                noise.append(range)
            } else {
                takeLine(words, isHeading: line.first == UInt8(ascii: "*"))
            }
        }
    }

    private mutating func takeKeyword(_ words: String) {
        let parts = words.dropFirst(2).split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return }
        let value = CleanText.line(String(parts[1]))
        switch parts[0].lowercased() {
        case "title": title = title ?? (value.isEmpty ? nil : value)
        case "filetags", "tags": value.split { ": ,".contains($0) }.forEach { addTag(String($0)) }
        case "date": takeDate(value, at: 0)
        default: break
        }
    }

    /// A property of the file: `:CREATED: [2024-03-17 Sun]`.
    private mutating func takeProperty(_ words: String) {
        let parts = words.dropFirst().split(separator: ":", maxSplits: 1)
        guard words.hasPrefix(":"), parts.count == 2 else { return }
        let value = CleanText.line(String(parts[1]))
        switch parts[0].lowercased() {
        case "created", "date": takeDate(value, at: dates.endIndex)
        case "roam_aliases":
            aliases += value.split(separator: "\"").map(String.init).filter { $0.contains { $0 != " " } }
        default: break
        }
    }

    private mutating func takeDate(_ timestamp: String, at place: Int) {
        if dates.count < Self.mostDates { dates.insert(Self.bare(timestamp), at: place) }
    }

    /// A timestamp without its brackets and the name of the day: `[2024-03-17 Sun 09:30]`.
    private static func bare(_ timestamp: String) -> String {
        let inside = timestamp.drop { "[<".contains($0) }.prefix { !"]>".contains($0) }
        return inside.split(separator: " ").filter { $0.first?.isNumber == true }.joined(separator: " ")
    }

    private mutating func takeLine(_ words: String, isHeading: Bool) {
        if isHeading {
            isHead = false
            takeHeadingTags(words)
        }
        var rest = words[...]
        while links.count < Self.most, let open = rest.range(of: "[["),
            let close = rest[open.upperBound...].range(of: "]]")
        {
            takeLink(rest[open.upperBound..<close.lowerBound])
            rest = rest[close.upperBound...]
        }
    }

    /// `* Heading :tag:other:`
    private mutating func takeHeadingTags(_ words: String) {
        guard words.hasSuffix(":"), let last = words.split(separator: " ").last, last.count > 2, last.hasPrefix(":")
        else {
            return
        }
        last.split(separator: ":").forEach { addTag(String($0)) }
    }

    /// `target][words`, or a target alone: an id, a file, the name of a page; not an address.
    private mutating func takeLink(_ link: Substring) {
        let parts = link.components(separatedBy: "][")
        let target = parts[0]
        let path = Self.path(in: target)
        if !MediaType.named(path).isEmpty { return files.add(path: path) }
        var name = target
        if target.hasPrefix("id:") {
            name = parts.count > 1 ? parts[1] : ""
        } else if target.hasPrefix("file:") || target.hasSuffix(".org") {
            guard target.hasSuffix(".org") else { return }
            name = target.hasPrefix("file:") ? String(target.dropFirst(5)) : target
        } else if target.contains(":") {
            return
        }
        name = CleanText.line(name)
        if !name.isEmpty, seen.insert("[" + name).inserted { links.append(name) }
    }

    /// The path of a file, without the line or heading to go to: `file:plan.pdf::3`, or `attachment:plan.pdf`.
    private static func path(in target: String) -> String {
        let scheme = ["file:", "attachment:"].first(where: target.hasPrefix) ?? ""
        return target.dropFirst(scheme.count).components(separatedBy: "::")[0]
    }

    private mutating func addTag(_ tag: String) {
        guard !tag.isEmpty, tags.count < Self.most, seen.insert("#" + tag).inserted else { return }
        tags.append(tag)
    }
}
