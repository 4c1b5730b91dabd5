/// A sentence of an answer, and the texts that it cites as evidence.
public struct Claim: Hashable, Sendable {
    /// A cited text, with what is known of the item that it is from.
    public struct Evidence: Hashable, Sendable {
        /// The item.
        public var item: ItemSummary
        /// The text.
        public var text: String

        /// A cited text.
        public init(item: ItemSummary, text: String) {
            self.item = item
            self.text = text
        }
    }

    /// The sentence, without citation marks.
    public var text: String
    /// The texts that it cites.
    public var evidence: [Evidence]
    /// The question that it answers, whose words it may repeat without a source.
    public var question: String

    /// A sentence and what it cites.
    public init(text: String, evidence: [Evidence], question: String = "") {
        self.text = text
        self.evidence = evidence
        self.question = question
    }
}

extension Claim {
    /// True for words that may only announce what follows, such as "Here is what I found:".
    public static func isLeadIn(_ text: String) -> Bool {
        text.last == ":" && text.split(whereSeparator: \.isWhitespace).count <= 15
    }
}

/// The verdict on a claim.
public struct ClaimVerdict: Hashable, Sendable {
    /// The reason why a claim is not supported by what it cites.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// It cites nothing.
        case noCitation
        /// A number or a date is not in the evidence.
        case number
        /// A name is not in the evidence.
        case name
        /// Words in quotation marks are not in the evidence.
        case quotedWords
        /// It denies what the evidence says, or says what the evidence denies.
        case negation
        /// It is not close enough to the evidence in words or in meaning.
        case meaning
        /// It could not be checked.
        case notChecked
    }

    /// The first problem that was found; `nil` if the evidence supports the claim.
    public var problem: Problem?

    /// A verdict.
    public init(problem: Problem?) {
        self.problem = problem
    }

    /// True if the evidence supports the claim, as far as words, numbers and closeness in meaning tell.
    public var isSupported: Bool { problem == nil }
}
