import RecallCore
import RecallText

/// Reads message ids (RFC 5322, 3.6.4), without angle brackets.
enum MessageIDs {
    /// The longest id that is taken as one.
    static let longest = 998

    /// The id in a Message-ID field: what is in angle brackets, or the whole value if it has none.
    static func first(_ value: Bytes) -> String? {
        if let id = bracketed(value, limit: 1).first { return id }
        let bare = value.slice(value.trimmed(0..<value.count))
        return isID(bare) ? clean(bare) : nil
    }

    /// The distinct ids in angle brackets, in order; text between them is skipped. If there are more than `limit`,
    /// the first and the last ones are kept, because they identify the thread and the parents.
    ///
    /// - Complexity: O(*n*).
    static func all(_ value: Bytes, limit: Int, _ defects: inout Set<Defect>) -> [String] {
        var ids = bracketed(value, limit: Int.max)
        if ids.isEmpty { ids = bare(value) }
        var seen: Set<String> = []
        ids.removeAll { !seen.insert($0).inserted }
        guard ids.count > limit else { return ids }
        defects.insert(.overLimit)
        return ids.prefix(1) + ids.suffix(limit - 1)
    }

    private static func bracketed(_ value: Bytes, limit: Int) -> [String] {
        var ids: [String] = []
        var i = 0
        while ids.count < limit, let open = value.firstIndex(of: UInt8(ascii: "<"), from: i),
            let close = value.firstIndex(of: UInt8(ascii: ">"), from: open)
        {
            let last = value.slice(open + 1..<close).lastIndex(of: UInt8(ascii: "<")).map { open + 2 + $0 } ?? open + 1
            let id = value.slice(value.trimmed(last..<close))
            if isID(id) { ids.append(clean(id)) }
            i = close + 1
        }
        return ids
    }

    /// Words with an `@` where no id is in brackets.
    private static func bare(_ value: Bytes) -> [String] {
        value.split(whereSeparator: \.isASCIISpace).map { Bytes(rebasing: $0) }
            .filter { isID($0) && $0.contains(UInt8(ascii: "@")) && !$0.contains(UInt8(ascii: "\"")) }.map(clean)
    }

    /// Not empty, not too long, without white space.
    private static func isID(_ bytes: Bytes) -> Bool {
        !bytes.isEmpty && bytes.count <= longest && bytes.allSatisfy { $0 != 0 && !$0.isASCIISpace }
    }

    private static func clean(_ bytes: Bytes) -> String {
        HeaderText.singleLine(String(decoding: bytes, as: UTF8.self))
    }
}
