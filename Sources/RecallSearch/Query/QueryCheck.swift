import RecallCore
import RecallStore
import RecallText

/// Turns everything that does not parse into words, so that the rest does: operators without operands, fields with
/// invalid values. Adds a note for each.
struct QueryCheck {
    private let query: QueryBytes
    private(set) var tokens: [QueryToken]
    private(set) var notes: [QueryNote] = []
    /// The filters of fields, by where they begin.
    private(set) var fields: [Int: SearchFilter] = [:]
    private(set) var dates: [ResolvedDate] = []

    init(_ query: QueryBytes, tokens lexed: [QueryToken], clock: QueryClock) {
        self.query = query
        tokens = []
        for token in lexed where token.kind != .noise {
            if case .field(let field) = token.kind { check(token, field, clock) } else { tokens.append(token) }
        }
        checkMinuses()
        checkWords()
        checkOperators()
        tokens.removeAll { $0.kind == .noise }
    }

    // MARK: Fields

    private mutating func check(_ token: QueryToken, _ field: QueryField, _ clock: QueryClock) {
        let isPrefix = query[token.range.upperBound - 1] == UInt8(ascii: "*")
        let value = FieldValue(
            query.text(token.content), isPrefix: isPrefix, written: query.text(token.range), clock: clock)
        switch value.filter(field) {
        case .success(let filter):
            tokens.append(token)
            fields[token.range.lowerBound] = filter
            dates += value.dates(field)
        case .failure(let problem):
            let message = "“\(field.rawValue):” \(problem.reason), so it was searched as words"
            notes.append(QueryNote(message, at: token.range))
            tokens += query.words(in: token.range)
        }
    }

    // MARK: Operators

    /// Turns a minus that does not directly precede a token into noise, as before an unbalanced parenthesis.
    private mutating func checkMinuses() {
        for index in tokens.indices where tokens[index].kind == .minus {
            let isFollowed =
                index + 1 < tokens.count && tokens[index + 1].range.lowerBound == tokens[index].range.upperBound
            if !isFollowed { tokens[index].kind = .noise }
        }
    }

    /// Signs alone are nothing that an operator could join.
    private mutating func checkWords() {
        for index in tokens.indices where tokens[index].isText {
            let content = tokens[index].content
            tokens[index].isOperand =
                query.bytes[content].contains { $0.isASCIILetter || $0.isASCIIDigit }
                || WordSequence(query.text(content)).hasWords
        }
    }

    private mutating func makeWord(_ index: Int, _ note: String) {
        notes.append(QueryNote(note, at: tokens[index].range))
        (tokens[index].kind, tokens[index].isOperand) = (.word, false)
    }

    private mutating func checkOperators() {
        let isSound = operatorsWithRightSide()
        var previous: QueryToken?
        for index in tokens.indices where tokens[index].kind != .noise {
            let token = tokens[index]
            switch token.kind {
            case .and, .or:
                if !isSound[index] || previous?.endsOperand != true {
                    makeWord(
                        index,
                        "“\(query.text(token.range))” needs something on both sides, so it was searched as a word")
                }
            case .near:
                if !isSound[index] || previous?.isText != true {
                    makeWord(index, "“NEAR” needs words on both sides, so it was searched as a word")
                }
            case .not where !isSound[index]:
                makeWord(index, "“NOT” needs something after it, so it was searched as a word")
            case .minus where !isSound[index]: tokens[index].kind = .noise
            default: break
            }
            previous = token
        }
    }

    /// For each operator, true if it precedes an operand.
    private func operatorsWithRightSide() -> [Bool] {
        var isSound = [Bool](repeating: true, count: tokens.count)
        var next: Int?
        for index in tokens.indices.reversed() where tokens[index].kind != .noise {
            switch tokens[index].kind {
            case .and, .or, .not, .minus: isSound[index] = next.map { isSound[$0] && tokens[$0].beginsOperand } ?? false
            case .near: isSound[index] = next.map { tokens[$0].isText } ?? false
            default: break
            }
            next = index
        }
        return isSound
    }
}
