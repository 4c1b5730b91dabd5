import RecallCore

/// Parses a query's tokens into a tree by recursive descent. Never fails, because operators without operands were
/// turned into words before.
///
///     query    = { conjunction }
///     conjunction = disjunction { "AND" disjunction }
///     disjunction = unary { "OR" unary }
///     unary    = { "-" | "NOT" } ( near | field | "(" query ")" )
///     near     = text { "NEAR" text }
///
/// - Complexity: O(*n*) in tokens; as deep as parentheses, of which `QueryLimits.depth` nest.
struct QueryParser {
    private let query: QueryBytes
    private let tokens: [QueryToken]
    private var position = 0
    /// The filters of fields, by where they begin.
    private let fields: [Int: SearchFilter]

    init(_ query: QueryBytes, tokens: [QueryToken], fields: [Int: SearchFilter]) {
        self.query = query
        self.tokens = tokens
        self.fields = fields
    }

    private var kind: QueryToken.Kind? { position < tokens.count ? tokens[position].kind : nil }

    /// The tree of all tokens.
    mutating func parse() -> QueryNode {
        sequence()
    }

    private mutating func sequence() -> QueryNode {
        var parts: [QueryNode] = []
        while let kind, kind != .close { parts.append(joined(by: .and) { $0.joined(by: .or) { $0.unary() } }) }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func joined(
        by operation: QueryToken.Kind, _ part: (inout QueryParser) -> QueryNode
    ) -> QueryNode {
        var parts = [part(&self)]
        while kind == operation {
            position += 1
            parts.append(part(&self))
        }
        guard parts.count > 1 else { return parts[0] }
        return operation == .or ? .any(parts) : .both(parts)
    }

    private mutating func unary() -> QueryNode {
        var isNegated = false
        var hasSign = false
        while kind == .not || kind == .minus {
            isNegated.toggle()
            hasSign = true
            position += 1
        }
        let operand = self.operand()
        if isNegated { return .not(operand) }
        // Two negations require what they stand before.
        return hasSign ? .both([operand]) : operand
    }

    private mutating func operand() -> QueryNode {
        let index = position
        position += 1
        switch tokens[index].kind {
        case .open:
            let group = sequence()
            position += 1
            return group
        case .field: return .field(fields[tokens[index].range.lowerBound] ?? .everything)
        default: return near(from: index)
        }
    }

    private mutating func near(from index: Int) -> QueryNode {
        var (left, pairs) = (index, [QueryNode]())
        while case .near(let distance)? = kind {
            let right = position + 1
            pairs.append(.near(nearOperand(left), nearOperand(right), distance: distance))
            (left, position) = (right, right + 1)
        }
        switch pairs.count {
        case 0: return text(tokens[index])
        case 1: return pairs[0]
        default: return .both(pairs)
        }
    }

    private func text(_ token: QueryToken) -> QueryNode {
        let meaning: QueryNode.Meaning =
            switch token.kind {
            case .phrase: .phrase
            case .prefix: .prefix
            default: .word
            }
        return .text(words(of: token), meaning, content: token.content)
    }

    private func nearOperand(_ index: Int) -> QueryNode.Operand {
        QueryNode.Operand(words: words(of: tokens[index]), content: tokens[index].content)
    }

    private func words(of token: QueryToken) -> WordSequence {
        WordSequence(query.text(token.content), isPrefix: token.kind == .prefix)
    }
}
