import RecallCore

/// Finds what note apps mark: `==words==`.
enum MarkdownHighlights {
    private enum Token {
        case inline(MarkdownInline)
        /// `==`, which can begin what is marked, or end it.
        case sign(begins: Bool, ends: Bool)
    }

    /// `inlines` with what stands between two signs marked. Comparisons such as `a == b` and `a==b` stay.
    ///
    /// - Complexity: O(*n*).
    static func marked(_ inlines: [MarkdownInline]) -> [MarkdownInline] {
        let hasSign = { (inline: MarkdownInline) in
            if case .text(let text) = inline { text.contains("==") } else { false }
        }
        guard inlines.contains(where: hasSign) else { return inlines }
        var (outside, inside): ([MarkdownInline], [MarkdownInline]?) = ([], nil)
        for token in inlines.flatMap(tokens) {
            switch token {
            case .sign(_, true) where inside?.isEmpty == false:
                outside.append(.marked(inside ?? []))
                inside = nil
            case .sign(true, _) where inside == nil: inside = []
            case .sign: add(.text("=="), to: &outside, &inside)
            case .inline(let inline): add(inline, to: &outside, &inside)
            }
        }
        for inline in inside.map({ [.text("==")] + $0 }) ?? [] { add(inline, to: &outside) }
        return outside
    }

    private static func add(
        _ inline: MarkdownInline, to outside: inout [MarkdownInline], _ inside: inout [MarkdownInline]?
    ) {
        if inside == nil { return add(inline, to: &outside) }
        inside?.append(inline)
    }

    /// Adds an inline; neighbouring texts become one.
    private static func add(_ inline: MarkdownInline, to list: inout [MarkdownInline]) {
        guard case .text(let more) = inline, case .text? = list.last, case .text(var text)? = list.popLast() else {
            return list.append(inline)
        }
        text += more
        list.append(.text(text))
    }

    private static func tokens(of inline: MarkdownInline) -> [Token] {
        guard case .text(let text) = inline, text.contains("==") else { return [.inline(inline)] }
        var (tokens, plain, rest): ([Token], Substring, Substring) = ([], text[..<text.startIndex], text[...])
        while let start = rest.firstIndex(of: "=") {
            let run = rest[start...].prefix { $0 == "=" }
            let (before, after) = (text[..<start].last, text[run.endIndex...].first)
            rest = rest[run.endIndex...]
            guard run.count == 2 else { continue }
            plain = text[plain.startIndex..<start]
            if !plain.isEmpty { tokens.append(.inline(.text(String(plain)))) }
            plain = text[run.endIndex..<run.endIndex]
            tokens.append(.sign(begins: isEdge(before, inner: after), ends: isEdge(after, inner: before)))
        }
        plain = text[plain.startIndex...]
        return plain.isEmpty ? tokens : tokens + [.inline(.text(String(plain)))]
    }

    /// True if a sign between these can be the edge of marked words: no letter outside, and no blank inside.
    private static func isEdge(_ outer: Character?, inner: Character?) -> Bool {
        let isWord = outer.map { $0.isLetter || $0.isNumber } ?? false
        return !isWord && !(inner?.isWhitespace ?? false)
    }
}
