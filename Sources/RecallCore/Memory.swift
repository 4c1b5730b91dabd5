public import Foundation

/// Something that the person told Recall to remember, or confirmed.
public struct Memory: Hashable, Sendable, Identifiable {
    /// The id.
    public var id: MemoryID
    /// The text, and all that the person decides about it.
    public var content: MemoryContent
    /// The place that it comes from.
    public var origin: MemoryOrigin
    /// The time it was kept.
    public var created: Date
    /// The time it was last used for an answer; `nil` if never.
    public var lastUsed: Date?

    /// A memory.
    public init(
        id: MemoryID = .random(), _ content: MemoryContent, origin: MemoryOrigin = .hand, created: Date = Date(),
        lastUsed: Date? = nil
    ) {
        self.id = id
        self.content = content
        self.origin = origin
        self.created = created
        self.lastUsed = lastUsed
    }

    /// The text: one line.
    public var text: String { content.text }

    /// True if it has ended. It is still listed, and enters no context.
    public func hasEnded(at now: Date) -> Bool { content.end.map { $0 <= now } ?? false }
}

/// The id of a memory in its library.
public struct MemoryID: RandomID {
    /// The number, from 1.
    public var rawValue: Int64

    /// The memory with the number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// The text of a memory, and all that the person decides about it.
public struct MemoryContent: Hashable, Sendable {
    /// The text: one line.
    public var text: String
    /// The type.
    public var type: MemoryType
    /// The readers that may see it.
    public var sensitivity: MemorySensitivity
    /// The moment from which it is no longer true; `nil` for none.
    public var end: Date?

    /// A content. Blanks in `text` are folded, so that it is one line.
    public init(
        _ text: String, type: MemoryType = .fact, sensitivity: MemorySensitivity = .normal, end: Date? = nil
    ) {
        self.text = DisplayText.safe(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.type = type
        self.sensitivity = sensitivity
        self.end = end
    }
}

/// The type of a memory.
public enum MemoryType: String, CaseIterable, Hashable, Sendable {
    /// Something that is so: an address, an allergy.
    case fact
    /// A liking or a wish of the person.
    case preference
    /// The relation of somebody to the person.
    case person
    /// An intention of the person.
    case plan
    /// A wish for the way in which Recall answers.
    case instruction
}

/// The readers that may see a memory, from all to the fewest.
public enum MemorySensitivity: String, CaseIterable, Hashable, Comparable, Sendable {
    /// Anyone that the person lets into the library.
    case normal
    /// Never leaves this machine, through any tool.
    case `private`
    /// Never put before a model.
    case secret

    /// Orders from the most readers to the fewest.
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .normal: 0
        case .private: 1
        case .secret: 2
        }
    }
}

/// Someone who reads memories.
public enum MemoryReader: Hashable, Sendable {
    /// The person whose library it is.
    case person
    /// A language model on this machine.
    case localModel
    /// A program, or a model on another machine.
    case outside

    /// The sensitivities that it may see.
    public var sensitivities: Set<MemorySensitivity> {
        switch self {
        case .person: [.normal, .private, .secret]
        case .localModel: [.normal, .private]
        case .outside: [.normal]
        }
    }

    /// True if it may see the memory.
    public func maySee(_ memory: Memory) -> Bool { sensitivities.contains(memory.content.sensitivity) }
}

/// The place that a memory comes from.
public enum MemoryOrigin: Hashable, Sendable {
    /// The person wrote it down.
    case hand
    /// A question of a conversation, by its position; the conversation is `nil` if it was deleted since.
    case message(conversation: ConversationID?, position: Int)
    /// A program proposed it, and the person kept it.
    case program(String)
}

/// A statement in a message of the person that may be proposed as a memory.
public struct MemoryCandidate: Hashable, Sendable {
    /// The memory that it would be.
    public var content: MemoryContent
    /// Its subject, folded.
    public var topic: String
    /// True if the person asked to have it remembered.
    public var isAskedFor: Bool

    /// A candidate.
    public init(content: MemoryContent, topic: String, isAskedFor: Bool) {
        self.content = content
        self.topic = topic
        self.isAskedFor = isAskedFor
    }
}

/// A memory that is proposed. It is none until the person keeps it.
public struct MemoryProposal: Hashable, Sendable, Identifiable {
    /// The id, which the memory will have.
    public var id: MemoryID
    /// The memory that it would be.
    public var content: MemoryContent
    /// Its subject, folded: "dentist". "Never about this" is about it.
    public var topic: String
    /// The place that it comes from.
    public var origin: MemoryOrigin
    /// The time it was proposed.
    public var created: Date

    /// A proposal.
    public init(
        id: MemoryID = .random(), _ content: MemoryContent, topic: String, origin: MemoryOrigin, created: Date = Date()
    ) {
        self.id = id
        self.content = content
        self.topic = topic
        self.origin = origin
        self.created = created
    }
}

/// The extent of a refusal.
public enum MemoryRefusal: String, CaseIterable, Hashable, Sendable {
    /// The statement: "Not this".
    case statement
    /// Everything about its topic: "Never about this".
    case topic
}

/// The fate of memories that a new one contradicts.
public enum MemoryConflictResolution: String, CaseIterable, Hashable, Sendable {
    /// Nothing is kept, and the person is asked.
    case ask
    /// The old ones end now.
    case replace
    /// Both stay.
    case keepBoth = "keep-both"
}

/// The outcome of adding a memory.
public enum MemoryAddition: Hashable, Sendable {
    /// It is new.
    case added(Memory)
    /// It was known: the memory as it is now.
    case merged(Memory)
    /// It was edited.
    case changed(Memory)
    /// Nothing was kept, since it contradicts these: which holds?
    case contradicts([Memory])

    /// The memory that holds it; `nil` if there is none.
    public var memory: Memory? {
        switch self {
        case .added(let memory), .merged(let memory), .changed(let memory): memory
        case .contradicts: nil
        }
    }
}

/// A memory that a search found.
public struct MemoryMatch: Hashable, Sendable {
    /// The memory.
    public var memory: Memory
    /// The score: cosine similarity and the share of the query's words that it has. Higher is nearer.
    public var score: Float
    /// True if it answers the question: near enough, about the same person, and with what is asked for.
    public var isAnswer: Bool

    /// A match.
    public init(_ memory: Memory, score: Float, isAnswer: Bool) {
        self.memory = memory
        self.score = score
        self.isAnswer = isAnswer
    }
}

/// An error in keeping a memory.
public struct MemoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Sendable {
        /// The text is empty.
        case empty = "memory-empty"
        /// The text is too long.
        case tooLong = "memory-too-long"
        /// The library holds as many as it may.
        case tooMany = "memory-too-many"
    }

    /// The kind of failure.
    public var code: Code

    /// A failure.
    public init(_ code: Code) {
        self.code = code
    }

    /// The message of the report.
    public var description: String { report.message }
}

extension MemoryError: ReportedError {
    /// The code and what to do.
    public var report: ErrorReport {
        let message =
            switch code {
            case .empty: "A memory needs a text."
            case .tooLong: "A memory has at most \(MemoryLimits.textLength) characters. Split it, or make it a note."
            case .tooMany: "The library holds \(MemoryLimits.memories) memories, and no more. Forget some first."
            }
        return ErrorReport(code: code.rawValue, message: message)
    }
}

/// The bounds of memories.
public enum MemoryLimits {
    /// The characters of a text.
    public static let textLength = 1_000
    /// The memories of a library: a search compares with every one of them.
    public static let memories = 10_000
    /// The proposals that wait for the person.
    public static let proposals = 200
}
