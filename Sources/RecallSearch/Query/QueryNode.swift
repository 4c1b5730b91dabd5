import RecallCore

/// A query as a tree.
indirect enum QueryNode {
    /// Words that are searched for.
    case text(WordSequence, Meaning, content: Range<Int>)
    /// The filter of a field.
    case field(SearchFilter)
    /// Words with few words between them.
    case near(Operand, Operand, distance: Int)
    case not(QueryNode)
    /// One of these.
    case any([QueryNode])
    /// All of these: parts that AND joins.
    case both([QueryNode])
    /// Adjacent parts.
    case sequence([QueryNode])

    /// The meaning of words.
    enum Meaning: Hashable {
        /// They are ranked by, and required only below an operator.
        case word
        /// They are required, and ranked by.
        case phrase
        /// They are required.
        case prefix
    }

    /// Words that NEAR joins.
    struct Operand {
        var words: WordSequence
        var content: Range<Int>
    }
}
