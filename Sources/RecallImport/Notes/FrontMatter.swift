import Foundation
import RecallCore
import RecallText
import Yams

/// The block at the start of a note: YAML between `---` lines, TOML between `+++` lines, or a JSON object.
struct FrontMatter {
    /// The longest block that is parsed, in bytes.
    static let longest = 64 << 10

    /// The title, if it is given.
    private(set) var title: String?
    /// Tags without `#`, and other names.
    private(set) var tags: [String] = []
    private(set) var aliases: [String] = []
    /// All else that it says, but for what programs tell each other.
    private(set) var properties: [NoteDetails.Property] = []
    /// The dates, as written, the last one of creation first.
    var dates: [NoteDetails.Property] { created.reversed() + modified }
    private var created: [NoteDetails.Property] = []
    private var modified: [NoteDetails.Property] = []
    /// The offset of the note's own text; 0 if there is no block or it cannot be parsed, so that it stays part of the
    /// text.
    private(set) var bodyStart = 0
    /// The defects of the block.
    private(set) var defects: Set<Defect> = []

    /// Reads the block at the start of `text`.
    init(_ text: String) {
        if let block = Self.block(in: text, "+++", "+++"), block.yaml.utf8.count <= Self.longest {
            takeAll(FrontMatterLines(toml: block.yaml), upTo: block.end)
        } else if let block = Self.json(in: text) {
            takeAll(block.members, upTo: block.end)
        } else if let block = Self.block(in: text, "---", "...") {
            takeYAML(block)
        }
    }

    private mutating func takeYAML(_ block: (yaml: String, end: Int)) {
        guard block.yaml.utf8.count <= Self.longest else {
            defects = [.overLimit]
            return
        }
        guard block.yaml.utf8.contains(where: { $0 > 0x20 }) else {
            bodyStart = block.end
            return
        }
        guard Self.isHarmless(block.yaml) else {
            defects = [.badStructure]
            return
        }
        guard let mapping = (try? Yams.compose(yaml: block.yaml))?.mapping else {
            // `title: Meeting: the plan` is no YAML, but says what it means.
            return takeAll(FrontMatterLines(yaml: block.yaml), upTo: block.end)
        }
        bodyStart = block.end
        for (key, value) in mapping { take(key.string ?? "", value) }
    }

    /// Takes the members of a block that is no YAML; without any it stays part of the text.
    private mutating func takeAll(_ lines: FrontMatterLines?, upTo end: Int) {
        guard let lines, !lines.members.isEmpty else {
            defects = [.badStructure]
            return
        }
        bodyStart = end
        for (key, values) in lines.members {
            take(key, values.count == 1 ? Node(values[0]) : Node(values.map { Node($0) }))
        }
    }

    /// Properties that say something to programs only.
    private static let own: Set<String> = [
        "cssclass", "cssclasses", "id", "uid", "uuid", "guid", "layout", "template", "publish", "draft", "permalink",
        "slug",
    ]

    private mutating func take(_ key: String, _ value: Node) {
        switch key.lowercased() {
        case "title": title = value.scalarText
        case "tags", "tag", "keywords": tags += Self.strings(value, dividers: ", ").map(Self.withoutHash)
        case "aliases", "alias": aliases += Self.strings(value, dividers: ",")
        case "date", "created", "creation date", "date created", "created_at", "createdat", "created-at",
            "date_created",
            "datecreated", "creation_date", "created_time", "pubdate", "publishdate", "publish_date":
            created += value.scalarText.map { [NoteDetails.Property(CleanText.line(key), $0)] } ?? []
        case "updated", "modified", "updated_at", "updatedat", "updated-at", "date modified", "date updated",
            "date_modified", "datemodified", "modified_at", "lastmod", "last_modified", "last_modified_at":
            modified += value.scalarText.map { [NoteDetails.Property(CleanText.line(key), $0)] } ?? []
        default: addProperty(CleanText.line(key), value)
        }
    }

    private mutating func addProperty(_ name: String, _ value: Node) {
        guard !Self.own.contains(name.lowercased()) else { return }
        let text = value.texts.joined(separator: ", ")
        if !text.isEmpty { properties.append(NoteDetails.Property(name, text)) }
    }

    private static func withoutHash(_ tag: String) -> String {
        String(tag.drop { $0 == "#" })
    }

    /// The strings of a list, or those in one string between `dividers`.
    private static func strings(_ node: Node, dividers: String) -> [String] {
        let texts =
            node.sequence?.compactMap(\.scalarText)
            ?? node.scalarText?.split { dividers.contains($0) }.map(String.init) ?? []
        return texts.map(CleanText.line).filter { !$0.isEmpty }
    }

    /// The text of the block between lines `fence` and `end`, and where the text after it begins.
    private static func block(in text: String, _ fence: String, _ end: String) -> (yaml: String, end: Int)? {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(of: 0x0A), isFence(bytes[..<first], fence) else { return nil }
        let start = bytes.index(after: first)
        var line = bytes[start...].prefix { $0 != 0x0A }
        while !isFence(line, fence), !isFence(line, end) {
            guard line.endIndex < bytes.endIndex else { return nil }
            line = bytes[bytes.index(after: line.endIndex)...].prefix { $0 != 0x0A }
        }
        let length = bytes.distance(from: bytes.startIndex, to: line.endIndex) + 1
        return (String(text[start..<line.startIndex]), min(length, bytes.count))
    }

    /// The object at the start of a text, which ends with `}` in a line of its own.
    private static func json(in text: String) -> (members: FrontMatterLines, end: Int)? {
        guard text.utf8.first == UInt8(ascii: "{"), let close = text.prefix(longest).range(of: "\n}\n"),
            let value = try? JSONValue(parsing: Array(text[..<close.upperBound].utf8)), let members = value.members
        else { return nil }
        let texts = members.map { member in
            (key: member.name, values: (member.value.elements ?? [member.value]).map(text(of:)))
        }
        // What is deeper is no property, and must not be lost.
        guard !texts.contains(where: { $0.values.contains(nil) }) else { return nil }
        let lines = FrontMatterLines(members: texts.map { ($0.key, $0.values.compactMap(\.self)) })
        return (lines, text.utf8.distance(from: text.startIndex, to: close.upperBound))
    }

    /// The text of a value that is none with members; `nil` of others.
    private static func text(of value: JSONValue) -> String? {
        if let text = value.string { return text }
        if let truth = value.bool { return String(truth) }
        if case .null = value { return "" }
        return value.double.map { number in Int(exactly: number).map(String.init) ?? String(number) }
    }

    private static func isFence(_ line: Substring.UTF8View, _ fence: String) -> Bool {
        line.starts(with: fence.utf8) && line.dropFirst(3).allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }

    /// The most brackets that open something, and those within each other. Each level takes stack, and what is in a key
    /// is hashed once for each level.
    private static let (mostBrackets, deepest) = (1_000, 6)

    /// True if parsing takes linear time and bounded stack: no anchors, which can expand to billions of values
    /// ("billion laughs"), no deep nesting, no keys of several lines, which may be nested too, and no character of thousands
    /// of marks. Brackets are counted wherever they are, since what is quoted cannot be told apart without a parser.
    private static func isHarmless(_ yaml: String) -> Bool {
        var (brackets, depth) = (0, 0)
        // YAML takes these for ends of lines, and a lone CR; it passes over the last one.
        let unusual = "\u{85}\u{2028}\u{2029}\u{FEFF}".unicodeScalars
        guard !usesAnchors(yaml), !yaml.unicodeScalars.contains(where: unusual.contains), isStreamSafe(yaml) else {
            return false
        }
        for line in yaml.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let indentation = line.prefix { " -?\t".utf8.contains($0) }
            guard indentation.count <= 100, !indentation.contains(UInt8(ascii: "?")) else { return false }
            for byte in line {
                if "[{".utf8.contains(byte) { (brackets, depth) = (brackets + 1, depth + 1) }
                if "]}".utf8.contains(byte) { depth = max(0, depth - 1) }
                if depth > deepest || brackets > mostBrackets { return false }
            }
        }
        return true
    }

    /// True if no character has more than 30 combining marks (Stream-Safe Text Format of UAX #15): hashing a string takes a
    /// time that is quadratic in their number.
    private static func isStreamSafe(_ yaml: String) -> Bool {
        var marks = 0
        return yaml.unicodeScalars.allSatisfy { scalar in
            marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
            return marks <= 30
        }
    }

    /// True if an anchor and an alias may have the same name, wherever they are. Names are ASCII letters, digits, `-` and `_`
    /// (libyaml).
    private static func usesAnchors(_ yaml: String) -> Bool {
        let (anchors, aliases) = (names(after: UInt8(ascii: "&"), in: yaml), names(after: UInt8(ascii: "*"), in: yaml))
        return !anchors.isDisjoint(with: aliases)
    }

    private static func names(after mark: UInt8, in yaml: String) -> Set<String> {
        let parts = yaml.utf8.split(separator: mark, omittingEmptySubsequences: false).dropFirst()
        return Set(parts.compactMap { String($0.prefix { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }) })
            .subtracting([""])
    }
}

extension Node {
    /// The texts in it, one after the other: of a scalar, of the members of a list, of names with their values.
    ///
    /// `isHarmless` bounds how deep they are.
    fileprivate var texts: [String] {
        if let sequence { return sequence.flatMap(\.texts) }
        guard let mapping else { return [scalarText].compactMap(\.self) }
        return mapping.flatMap { key, value in
            let (name, texts) = (key.scalarText ?? "", value.texts)
            return name.isEmpty || texts.isEmpty ? texts : [name + ": " + texts[0]] + texts.dropFirst()
        }
    }

    /// The text of a scalar; `nil` if it is empty or null.
    fileprivate var scalarText: String? {
        guard let text = scalar?.string, !text.isEmpty, text != "null", text != "~" else { return nil }
        return CleanText.line(text)
    }
}
