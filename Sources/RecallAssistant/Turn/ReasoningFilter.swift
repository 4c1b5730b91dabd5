import Foundation

/// Leaves out what a model thinks aloud: `<think>...</think>`, as some models write it into their answers.
struct ReasoningFilter: Sendable {
    private static let (opening, closing) = ("<think>", "</think>")

    private var isThinking = false
    /// The end of the text so far, if it may be the beginning of a mark.
    private var held = ""

    /// The part of more text that is part of the answer.
    mutating func visible(_ more: String) -> String {
        var (rest, shown) = (held + more, "")
        held = ""
        while let mark = rest.range(of: isThinking ? Self.closing : Self.opening) {
            if !isThinking { shown += rest[..<mark.lowerBound] }
            rest = String(rest[mark.upperBound...])
            isThinking.toggle()
        }
        let kept = Self.beginning(of: isThinking ? Self.closing : Self.opening, atEndOf: rest)
        held = String(rest.suffix(kept))
        return isThinking ? shown : shown + rest.dropLast(kept)
    }

    /// The length of the longest end of `text` that begins `mark`.
    private static func beginning(of mark: String, atEndOf text: String) -> Int {
        (1..<mark.count).last { text.hasSuffix(mark.prefix($0)) } ?? 0
    }
}
