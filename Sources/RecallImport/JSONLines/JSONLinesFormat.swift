public import RecallCore

extension SourceFormat {
    /// Recall JSONL: one item per line.
    public static let jsonl = SourceFormat(
        "jsonl", singular: "Recall JSONL file", plural: "Recall JSONL files", isContainer: true)
}

struct JSONLinesFormat: ImportFormat {
    let format = SourceFormat.jsonl
    let extensions: Set = ["jsonl", "ndjson"]

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.isText(named: extensions) || file.isNamed && !file.isBinary else { return nil }
        guard Self.isRecallJSONL(file.head) else { return nil }
        // In a folder, JSON lines of another kind are left out, instead of being reported line by line.
        return file.isNamed || Self.mentionsText(file.head) ? .name : nil
    }

    /// True if there is the key that each item must have.
    private static func mentionsText(_ head: [UInt8]) -> Bool {
        String(decoding: head, as: UTF8.self).contains("\"text\"")
    }

    /// True if the first line is an object with one of the keys that each item has.
    private static func isRecallJSONL(_ head: [UInt8]) -> Bool {
        let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        guard let line = start.split(separator: 0x0A).first(where: { $0.contains { $0 > 0x20 } }),
            line.first(where: { $0 > 0x20 }) == UInt8(ascii: "{")
        else { return false }
        let text = String(decoding: line, as: UTF8.self)
        return text.contains("\"kind\"") || text.contains("\"text\"")
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        JSONLinesReader()
    }
}
