import RecallText

/// The rules of a style sheet without comments, delimited as by a browser; a rule without a block is dropped.
struct StyleRules: Sequence, IteratorProtocol {
    struct Rule {
        /// The prelude before the block, trimmed of white space.
        let prelude: ArraySlice<UInt8>
        /// The content between the block's braces.
        let block: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ css: ArraySlice<UInt8>) {
        rest = css
    }

    mutating func next() -> Rule? {
        while true {
            rest = rest.drop(while: \.isASCIISpace)
            // A semicolon ends what begins with @ and has no block; elsewhere it is a mistake, which a block ends.
            let isStatement = rest.first == UInt8(ascii: "@")
            let end = indexOutsideOfStrings { $0 == UInt8(ascii: "{") || isStatement && $0 == UInt8(ascii: ";") }
            guard let end else { return nil }
            let (prelude, isBlock) = (rest[..<end].trimmed, rest[end] == UInt8(ascii: "{"))
            rest = rest[(end + 1)...]
            if isBlock { return Rule(prelude: prelude, block: block()) }
        }
    }

    /// The content up to the block's closing brace or the end; moves past it.
    private mutating func block() -> ArraySlice<UInt8> {
        var depth = 1
        let end = indexOutsideOfStrings { byte in
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            return depth == 0
        }
        let block = rest[..<(end ?? rest.endIndex)]
        rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
        return block
    }

    /// The index of the first byte that `isWanted`. A string ends at its line's end too.
    private func indexOutsideOfStrings(_ isWanted: (UInt8) -> Bool) -> Int? {
        var quote: UInt8?
        for index in rest.indices {
            let byte = rest[index]
            if let open = quote {
                if byte == open || byte == 0x0A || byte == 0x0D { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if isWanted(byte) {
                return index
            }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Without ASCII white space around it.
    var trimmed: ArraySlice<UInt8> {
        let start = drop(while: \.isASCIISpace)
        let end = start.lastIndex { !$0.isASCIISpace }.map { $0 + 1 } ?? start.startIndex
        return start[..<end]
    }
}

extension StringProtocol {
    /// True if each parenthesis is closed before the next one is opened.
    var closesParentheses: Bool {
        let pieces = split(separator: "(", omittingEmptySubsequences: false)
        return !pieces[0].contains(")") && pieces.dropFirst().allSatisfy { piece in piece.count { $0 == ")" } == 1 }
    }
}
