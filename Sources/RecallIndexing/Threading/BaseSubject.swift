import RecallText

/// The base subject: without reply and forward prefixes in many languages, list tags, white space and case (after RFC
/// 5256, 2.1).
struct BaseSubject: Hashable, Sendable {
    /// The base subject, folded to lower case; may be empty.
    let text: String
    /// True if there was a reply or forward prefix.
    let isReply: Bool

    /// The base subject of `subject`.
    init(_ subject: String) {
        var rest = subject.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")[...]
        var isReply = false
        while true {
            if let shorter = Self.withoutPrefix(rest) {
                rest = shorter
                isReply = true
            } else if let shorter = Self.withoutTag(rest) {
                rest = shorter
            } else if rest.hasSuffix("(fwd)") {
                rest = rest.dropLast(5).trimmed
                isReply = true
            } else {
                break
            }
        }
        text = String(rest)
        self.isReply = isReply
    }

    /// `re:`, `re[2]:`, `aw :` and the like.
    private static func withoutPrefix(_ text: Substring) -> Substring? {
        guard let colon = text.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
        var word = text[..<colon].trimmed
        if word.hasSuffix("]"), let bracket = word.firstIndex(of: "[") { word = word[..<bracket] }
        guard SubjectPrefixes.threading.contains(String(word)) else { return nil }
        return text[text.index(after: colon)...].trimmed
    }

    /// The text without a leading `[list] ` tag; `nil` if there is none or nothing follows it.
    private static func withoutTag(_ text: Substring) -> Substring? {
        guard text.hasPrefix("["), let end = text.firstIndex(of: "]") else { return nil }
        let rest = text[text.index(after: end)...].trimmed
        return rest.isEmpty ? nil : rest
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = self
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return rest
    }
}
