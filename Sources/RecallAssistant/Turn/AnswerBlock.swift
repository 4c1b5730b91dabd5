/// A part of what a model writes, by the small part of Markdown that has to be kept in lines.
package enum AnswerBlock: Hashable, Sendable {
    /// Sentences.
    case prose(String)
    /// Rows of cells; the first row is the heading.
    case table([[String]])
    /// Lines of code, without their fences.
    case code([String])

    /// The blocks of a text, in order.
    package static func blocks(of text: String) -> [AnswerBlock] {
        parts(of: text).map { part in
            switch Line(part.first ?? "") {
            case .fence: .code(Array(part.dropFirst().prefix { Line($0) != .fence }.map(String.init)))
            case .row: .table(part.filter { !isRule($0) }.map(cells))
            case .other: .prose(part.joined(separator: "\n"))
            }
        }
    }

    /// The text of each block as written, in order. A fence that is never closed reaches to the end.
    package static func texts(of text: String) -> [String] {
        parts(of: text).map { $0.joined(separator: "\n") }
    }

    /// The role of a line.
    package enum Line: Hashable {
        case fence, row, other

        package init(_ line: some StringProtocol) {
            let begin = line.drop { $0 == " " }
            self = begin.hasPrefix("```") ? .fence : begin.hasPrefix("|") ? .row : .other
        }
    }

    private static func parts(of text: String) -> [[Substring]] {
        var (parts, part, kind): ([[Substring]], [Substring], Line?) = ([], [], nil)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let next = Line(line)
            let isInCode = kind == .fence
            if !isInCode, let open = kind, open != next || next == .fence {
                parts.append(part)
                part = []
            }
            part.append(line)
            let closes = isInCode && next == .fence
            if closes { parts.append(part) }
            if closes { (part, kind) = ([], nil) } else if !isInCode { kind = next }
        }
        return part.isEmpty ? parts : parts + [part]
    }

    /// `|---|:-:|`
    private static func isRule(_ line: Substring) -> Bool {
        line.contains("-") && line.allSatisfy { "|-: ".contains($0) }
    }

    private static func cells(_ line: Substring) -> [String] {
        var cells = line.trimmingPrefix { $0 == " " }.split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.split(separator: " ").joined(separator: " ") }
        cells.removeFirst()
        if cells.last?.isEmpty == true { cells.removeLast() }
        return cells
    }
}
