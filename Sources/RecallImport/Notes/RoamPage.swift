import Foundation
import RecallCore
import RecallText

/// The texts of blocks that others refer to, by their ids.
struct RoamBlocks {
    private static let mostIDs = 50_000
    private static let longestText = 1_000
    private static let longestID = 40
    private static let mostBytes = 16 << 20
    /// The bytes of a text from which on references stay as they are.
    private static let mostResolved = 4 << 20

    private var texts: [String: String] = [:]
    private var byteCount = 0

    /// The ids of blocks that are referred to: `((id))`.
    struct Wanted {
        private(set) var ids: Set<String> = []

        /// Adds those in a page's bytes.
        mutating func add(_ page: ArraySlice<UInt8>) {
            RoamBlocks.references(in: page) { id, _ in
                if ids.count < RoamBlocks.mostIDs { ids.insert(id) }
            }
        }
    }

    /// Adds the texts of the blocks that are wanted, and of those below them. A parsed value has a bounded depth.
    mutating func add(_ blocks: [JSONValue], _ wanted: Wanted) {
        for block in blocks {
            if let id = block["uid"]?.string, wanted.ids.contains(id), byteCount < Self.mostBytes {
                let text = String((block["string"]?.string ?? "").unicodeScalars.prefix(Self.longestText))
                texts[id] = text
                byteCount += text.utf8.count + id.utf8.count
            }
            add(block["children"]?.elements ?? [], wanted)
        }
    }

    /// A text with the texts of blocks in place of references to them, which are not looked into again.
    func resolved(_ text: String) -> String {
        guard !texts.isEmpty, text.contains("((") else { return text }
        let bytes = Array(text.utf8)
        var (result, done) = ([UInt8](), 0)
        Self.references(in: bytes[...]) { id, range in
            guard let block = texts[id], result.count < Self.mostResolved else { return }
            result += bytes[done..<range.lowerBound] + Array(block.utf8)
            done = range.upperBound
        }
        return String(decoding: result + bytes[done...], as: UTF8.self)
    }

    /// Calls `body` with each reference in a text, and where it is.
    private static func references(in text: ArraySlice<UInt8>, _ body: (String, Range<Int>) -> Void) {
        var rest = text
        while let start = rest.firstOccurrence(of: "((") {
            let id = rest[(start + 2)...].prefix(longestID).prefix {
                $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
            guard !id.isEmpty, rest[id.endIndex...].starts(with: "))".utf8) else {
                rest = rest[(start + 1)...]
                continue
            }
            body(String(decoding: id, as: UTF8.self), start..<id.endIndex + 2)
            rest = rest[(id.endIndex + 2)...]
        }
    }
}

/// The text of a page: its blocks as lines, those below another one indented.
struct RoamPage {
    private(set) var text = ""
    /// The time of its first block.
    private(set) var firstTime: Date?
    private let blocks: RoamBlocks

    init(blocks: RoamBlocks) {
        self.blocks = blocks
    }

    /// Adds blocks, and those below them. A parsed value has a bounded depth.
    mutating func write(_ children: [JSONValue], depth: Int = 0) {
        for block in children {
            guard text.utf8.count <= ImportLimits.textBytes else { return }
            let words = Self.plain(blocks.resolved(block["string"]?.string ?? ""))
            if let time = RoamDate.instant(block["create-time"]), time < firstTime ?? .distantFuture {
                firstTime = time
            }
            if words.contains(where: { $0 != " " }) {
                text += (text.isEmpty ? "" : "\n") + String(repeating: "  ", count: depth) + "- " + words
            }
            write(block["children"]?.elements ?? [], depth: depth + 1)
        }
    }

    /// A text with what is embedded in place of `{{[[embed]]: ((page))}}`.
    private static func embedded(_ text: String) -> String {
        let parts = text.components(separatedBy: "{{")
        return parts.dropFirst().reduce(into: parts[0]) { text, part in
            let start = embeds.first { part.hasPrefix($0) }
            guard let start, let end = part.range(of: "}}") else {
                text += "{{" + part
                return
            }
            text += part[..<end.lowerBound].dropFirst(start.count).drop { $0 == " " } + part[end.upperBound...]
        }
    }

    private static let embeds = ["embed", "embed-path", "embed-children"].flatMap { ["[[\($0)]]:", $0 + ":"] }

    /// Tasks have boxes, and what is embedded stands for itself.
    private static func plain(_ text: String) -> String {
        guard text.contains("{{") else { return text }
        let text = text.replacing("{{[[table]]}}", with: "").replacing("{{table}}", with: "")
        return embedded(text).replacing("{{[[TODO]]}}", with: "☐").replacing("{{TODO}}", with: "☐")
            .replacing("{{[[DONE]]}}", with: "☑").replacing("{{DONE}}", with: "☑")
    }

    /// The tags of several words in a text: `#[[two words]]`.
    func tags(of text: String) -> [String] {
        text.components(separatedBy: "#[[").dropFirst().prefix(1_000).compactMap { rest in
            let tag = rest.prefix(200).prefix { $0 != "]" && $0 != "\n" && $0 != "[" }
            return tag.isEmpty || tag.count == 200 ? nil : CleanText.line(String(tag))
        }
    }
}
