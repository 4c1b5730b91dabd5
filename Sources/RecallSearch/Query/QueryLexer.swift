import RecallCore
import RecallText

/// Splits a query into tokens. Never fails: text that is not syntax is a word.
///
/// - Complexity: O(*n*) in bytes.
struct QueryLexer {
    private let query: QueryBytes
    private var position = 0
    private(set) var tokens: [QueryToken] = []
    private(set) var notes: [QueryNote] = []
    /// The tokens of the parentheses that are open.
    private var open: [Int] = []
    /// The position of the last quotation mark, after which none has a partner.
    private let lastQuote: Int

    init(_ query: QueryBytes) {
        self.query = query
        lastQuote = query.bytes.indices.last { query.quote(at: $0) > 0 } ?? -1
        while position < query.count { scan() }
        for token in open {
            tokens[token].kind = .noise
            notes.append(
                QueryNote("“(” has no “)”, so it was left out and the rest read without it", at: tokens[token].range))
        }
    }

    private mutating func scan() {
        let blank = query.blank(at: position)
        if blank > 0 {
            position += blank
        } else if !scanSign() {
            scanWord()
        }
    }

    private mutating func append(_ kind: QueryToken.Kind, to end: Int, content: Range<Int>? = nil) {
        tokens.append(QueryToken(kind: kind, range: position..<end, content: content ?? position..<end))
        position = end
    }

    // MARK: Signs

    private mutating func scanSign() -> Bool {
        switch query[position] {
        case UInt8(ascii: "("): scanOpen()
        case UInt8(ascii: ")") where !open.isEmpty: scanClose()
        case UInt8(ascii: "-") where isMinus: append(.minus, to: position + 1)
        default: return query.quote(at: position) > 0 ? scanQuote() : scanField()
        }
        return true
    }

    private mutating func scanOpen() {
        open.append(tokens.count)
        append(.open, to: position + 1)
    }

    private mutating func scanClose() {
        let partner = open.removeLast()
        append(.close, to: position + 1)
        guard open.count >= QueryLimits.depth else { return }
        (tokens[partner].kind, tokens[tokens.count - 1].kind) = (.noise, .noise)
        notes.append(
            QueryNote(
                "parentheses more than \(QueryLimits.depth) deep were read as if they were not there",
                at: tokens[partner].range))
    }

    /// A minus before a letter, a quotation or a parenthesis, not before a digit or a blank.
    private var isMinus: Bool {
        let next = query[position + 1]
        if query.quote(at: position + 1) > 0 { return position + 1 < lastQuote }
        return next.isASCIILetter || next == UInt8(ascii: "(") || (next >= 0x80 && query.blank(at: position + 1) == 0)
    }

    private mutating func scanQuote() -> Bool {
        if let (content, end) = quotation(at: position) {
            let isPrefix = query[end] == UInt8(ascii: "*")
            append(isPrefix ? .prefix : .phrase, to: isPrefix ? end + 1 : end, content: content)
        } else {
            notes.append(
                QueryNote(
                    "the quotation mark has no partner, so what follows was searched as words",
                    at: position..<position + query.quote(at: position)))
            append(.noise, to: position + query.quote(at: position))
        }
        return true
    }

    /// The range between the quotation mark at `start` and its partner, and where the partner ends.
    private func quotation(at start: Int) -> (content: Range<Int>, end: Int)? {
        let first = start + query.quote(at: start)
        guard first > start, start < lastQuote else { return nil }
        var end = first
        while query.quote(at: end) == 0 { end += 1 }
        return (first..<end, end + query.quote(at: end))
    }

    // MARK: Fields

    private mutating func scanField() -> Bool {
        var colon = position
        while query[colon].isASCIILetter, colon - position <= QueryField.longestName { colon += 1 }
        guard query[colon] == UInt8(ascii: ":"), let field = QueryField(name: query.bytes[position..<colon]) else {
            if let unknown = UnknownField(query, at: position) { notes.append(unknown.note) }
            return false
        }
        if let (content, end) = quotation(at: colon + 1) {
            append(.field(field), to: query[end] == UInt8(ascii: "*") ? end + 1 : end, content: content)
        } else {
            let end = wordEnd(from: colon + 1)
            append(.field(field), to: end, content: colon + 1..<end)
        }
        return true
    }

    // MARK: Words

    private mutating func scanWord() {
        let end = wordEnd(from: position)
        let range = position..<end
        if let operation = Self.operation(query.bytes[range]) { return append(operation, to: end) }
        let isPrefix = isPrefix(range)
        append(isPrefix ? .prefix : .word, to: end, content: isPrefix ? position..<end - 1 : range)
    }

    /// True if there is an asterisk at the end, directly after a letter or digit, and nowhere else.
    private func isPrefix(_ range: Range<Int>) -> Bool {
        let asterisk = UInt8(ascii: "*")
        return range.count > 1 && query.bytes[range].firstIndex(of: asterisk) == range.upperBound - 1
            && query[range.upperBound - 2].mayBeOfWord
    }

    /// The end of a word: at a blank, or at the parenthesis that closes the enclosing group.
    private func wordEnd(from start: Int) -> Int {
        var (end, depth) = (start, 0)
        while !query.ends(at: end) {
            if query[end] == UInt8(ascii: "(") { depth += 1 }
            if query[end] == UInt8(ascii: ")") {
                if depth == 0, !open.isEmpty { break }
                depth -= 1
            }
            end += query.character(at: end)
        }
        return end
    }

    private static func operation(_ word: ArraySlice<UInt8>) -> QueryToken.Kind? {
        guard let first = word.first, word.count <= 9, (0x41...0x5A).contains(first) else { return nil }
        switch String(decoding: word, as: UTF8.self) {
        case "AND": return .and
        case "OR": return .or
        case "NOT": return .not
        case "NEAR": return .near(10)
        case let near where near.hasPrefix("NEAR/"):
            return near.utf8.dropFirst(5).allSatisfy(\.isASCIIDigit) ? Int(near.dropFirst(5)).map { .near($0) } : nil
        default: return nil
        }
    }
}
