/// An answer to a question, with citations: each resolves to a byte range of an item that was read for this answer.
public struct Answer: Hashable, Sendable {
    /// The question, as asked.
    public var question: String
    /// The answer's sentences, in the order they are read.
    public var sentences: [Sentence]
    /// The places that the sentences cite, by ascending number.
    public var citations: [Citation]
    /// True if something in the library answers the question. If not, the citations are the nearest to it.
    public var isFound: Bool
    /// True if what is quoted may answer the question, though not surely.
    public var isPossible: Bool
    /// The model that wrote it; `nil` if all sentences are quotations.
    public var model: AnswerModel?
    /// The tools that were called, in order.
    public var toolUses: [ToolUse]
    /// The part of the model's window that was used.
    public var context: ContextUse
    /// Notes for the user: that it was stopped, that the model failed and why.
    public var notes: [String]
    /// The time it took.
    public var duration: Duration
    /// The memories that it was made with.
    public var memories: [MemoryUse]
    /// The items whose words were put before the model, cited or not, by this question or by an earlier answer that the model
    /// was shown.
    public var sources: Set<ItemID>
    /// The names and addresses that a tool told the model by themselves, in this question or for an earlier answer that it was
    /// shown.
    public var people: Set<ParticipantDigest>
    /// The statement in the question that may be proposed as a memory once the answer is kept.
    public var statement: MemoryCandidate?

    /// An answer.
    public init(
        question: String, sentences: [Sentence] = [], citations: [Citation] = [], isFound: Bool,
        isPossible: Bool = false, model: AnswerModel? = nil, toolUses: [ToolUse] = [],
        context: ContextUse = ContextUse(), notes: [String] = [], duration: Duration = .zero,
        memories: [MemoryUse] = [], sources: Set<ItemID> = [],
        people: Set<ParticipantDigest> = [], statement: MemoryCandidate? = nil
    ) {
        self.question = question
        self.sentences = sentences
        self.citations = citations
        self.isFound = isFound
        self.isPossible = isPossible
        self.model = model
        self.toolUses = toolUses
        self.context = context
        self.notes = notes
        self.duration = duration
        self.memories = memories
        self.sources = sources
        self.people = people
        self.statement = statement
    }
}

extension Answer {
    /// A sentence of an answer.
    public struct Sentence: Hashable, Sendable {
        /// Its text, without citation marks. Of a quotation: exactly the cited bytes, blanks folded.
        public var text: String
        /// True if what it cites says it: always for quotations.
        public var isSupported: Bool
        /// True if it is a quotation.
        public var isQuotation: Bool
        /// The numbers of its citations.
        public var citations: [Int]
        /// The meaning of phrases of relative time in it, by the date of the item it is from: `yesterday` is 7 May 2023.
        public var dates: [DatedPhrase]
        /// True for the first sentence of a paragraph that is not the first one.
        public var beginsParagraph: Bool

        /// A sentence.
        public init(
            text: String, isSupported: Bool, isQuotation: Bool = false, citations: [Int], dates: [DatedPhrase] = [],
            beginsParagraph: Bool = false
        ) {
            self.text = text
            self.isSupported = isSupported
            self.isQuotation = isQuotation
            self.citations = citations
            self.dates = dates
            self.beginsParagraph = beginsParagraph
        }
    }

    /// A place in the library that an answer refers to.
    public struct Citation: Hashable, Sendable {
        /// The number that the sentences refer to it by, from 1.
        public var number: Int
        /// The item.
        public var item: ItemSummary
        /// The UTF-8 byte range in the item's text.
        public var range: Range<Int>
        /// The bytes of the range, as text.
        public var text: String

        /// A citation.
        public init(number: Int, item: ItemSummary, range: Range<Int>, text: String) {
            self.number = number
            self.item = item
            self.range = range
            self.text = text
        }
    }

    /// A memory that was put before the model, that answers the question, or that was kept from it.
    public struct MemoryUse: Hashable, Sendable {
        /// The memory; `nil` if it was forgotten since.
        public var id: MemoryID?
        /// Its text at that time; empty if it was forgotten since.
        public var text: String
        /// True if the memory was kept from this question.
        public var isSource: Bool

        /// A use of a memory.
        public init(id: MemoryID?, text: String, isSource: Bool = false) {
            self.id = id
            self.text = text
            self.isSource = isSource
        }
    }

    /// One use of a tool.
    public struct ToolUse: Hashable, Sendable {
        /// The tool's name.
        public var tool: String
        /// Its arguments as one line of JSON, as they were understood.
        public var arguments: String
        /// The number of results.
        public var results: Int

        /// A use of a tool.
        public init(tool: String, arguments: String, results: Int) {
            self.tool = tool
            self.arguments = arguments
            self.results = results
        }
    }

    /// Tokens of a model's window, as estimated (`TokenEstimate`).
    public struct ContextUse: Hashable, Sendable {
        /// The tokens that may be used, those of the answer not included.
        public var budget: Int
        /// The tokens that were used at most, over all requests of the turn.
        public var tokens: Int

        /// A part of a window.
        public init(budget: Int = 0, tokens: Int = 0) {
            self.budget = budget
            self.tokens = tokens
        }
    }
}

/// The model that wrote an answer.
public struct AnswerModel: Hashable, Sendable {
    /// Its name, as its server calls it.
    public var name: String
    /// The machine that it runs on; `nil` for this one.
    public var machine: String?

    /// A model.
    public init(name: String, machine: String? = nil) {
        self.name = name
        self.machine = machine
    }
}

/// A phrase of relative time, and the time it means.
public struct DatedPhrase: Hashable, Sendable {
    /// The phrase, as written: `last Friday`.
    public var phrase: String
    /// The time that it means, in words: `19 May 2023`, `the week of 15 May 2023`, `May 2023`.
    public var meaning: String

    /// A phrase and its meaning.
    public init(phrase: String, meaning: String) {
        self.phrase = phrase
        self.meaning = meaning
    }
}
