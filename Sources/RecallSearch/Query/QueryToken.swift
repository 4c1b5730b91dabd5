/// A token of a query, classified by its syntax. Ranges are UTF-8 byte ranges of the query.
struct QueryToken {
    enum Kind: Hashable {
        /// Anything between blanks that means nothing else.
        case word
        /// `budg*`, `"annual budg"*`
        case prefix
        /// Words in quotation marks.
        case phrase
        /// `from:anna`
        case field(QueryField)
        /// A parenthesis that has its partner.
        case open, close
        /// A minus directly before an operand.
        case minus
        case and, or, not
        case near(Int)
        /// A sign without meaning.
        case noise
    }

    var kind: Kind
    /// All of it.
    var range: Range<Int>
    /// The content: the words without quotation marks and asterisk, the field's value.
    var content: Range<Int>

    /// True if operators may join it: not what holds no word, nor what became words because it did not parse.
    var isOperand = true

    /// True for words, prefixes and phrases, the operands of NEAR.
    var isText: Bool { isOperand && (kind == .word || kind == .prefix || kind == .phrase) }

    /// True for a field and its value.
    var isField: Bool {
        if case .field = kind { return true }
        return false
    }

    /// True if an operand ends with it.
    var endsOperand: Bool {
        isField || isText || kind == .close
    }

    /// True if an operand begins with it, or is preceded by a sign of its own.
    var beginsOperand: Bool {
        isField || isText || kind == .open || kind == .minus || kind == .not
    }
}

/// A field of the language, by its name.
enum QueryField: String, Hashable, CaseIterable {
    case from, to, cc, bcc, with, subject, kind, format, lang, `in`, filename, label, tag, has, larger, smaller,
        conversation,
        thread, id,
        date, before, after

    /// The length of the longest name.
    static let longestName = 12

    /// The token of a name in ASCII bytes, ignoring case.
    init?(name: ArraySlice<UInt8>) {
        guard (2...Self.longestName).contains(name.count) else { return nil }
        self.init(rawValue: String(decoding: name, as: UTF8.self).lowercased())
    }
}

/// Limits on queries.
enum QueryLimits {
    /// Parentheses within parentheses.
    static let depth = 64
    /// Notes on one query.
    static let notes = 10
}
