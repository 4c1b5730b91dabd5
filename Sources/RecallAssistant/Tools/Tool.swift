import RecallModelClient

/// The tools that read a library: their names, what callers are told of them, and the JSON schemas of their arguments.
package enum Tool: String, CaseIterable, Sendable {
    case search
    case readThread = "read_thread"
    case readItem = "read_item"
    case similar
    case count, list, people
    case recallMemories = "recall_memories"
    case proposeMemory = "propose_memory"

    /// A caller of tools, by how it names what it reads on from.
    package enum Caller: Sendable {
        /// A language model in a turn of the assistant: sources by their number, pages by theirs.
        case model
        /// A program: items by their id, pages by a cursor.
        case program

        /// The noun for what a tool reads on from.
        fileprivate var place: String { self == .model ? "source" : "item" }
    }

    /// The tools that the assistant's model may call.
    static let ofModel: [Tool] = [.search, .readThread, .readItem, .count, .list, .people]
    static let names = ofModel.map(\.rawValue).joined(separator: ", ")
    static let definitions = ofModel.map {
        ToolDefinition(name: $0.rawValue, description: $0.purpose(for: .model), parameters: $0.schema(for: .model))
    }

    /// The description of the tool.
    package func purpose(for caller: Caller) -> String {
        switch self {
        case .search:
            "Finds the passages of the library that fit a question or words, by meaning and by words. The best come first."
        case .readThread:
            "Reads the messages around \(caller == .model ? "a source" : "an item") in its conversation, or those before or after it."
        case .readItem:
            caller == .model
                ? "Reads the whole e-mail, document or note that a source is from, page by page."
                : "Reads a whole e-mail, message, document or note, page by page."
        case .similar: "Finds what is near in meaning to an item. The nearest come first."
        case .count: "Counts exactly the items that contain all words of the query and pass the filters."
        case .list:
            "Lists the items that contain all words of the query and pass the filters, newest first, in pages of 10."
        case .people: "Lists who wrote the items that match, with the number of items of each."
        case .recallMemories:
            "Finds what the person told Recall to remember that belongs to a text: facts, preferences, people, plans."
        case .proposeMemory:
            "Proposes to remember a statement of the person about themselves. The person decides in Recall if it is kept."
        }
    }

    /// The JSON schema of the arguments.
    package func schema(for caller: Caller = .model) -> String {
        let pages = caller == .program
        return switch self {
        case .search:
            Self.object(Self.query + (pages ? [Self.cursor] : []), required: ["query"])
        case .people: Self.object(Self.query + (pages ? [Self.cursor] : []), required: [])
        case .count: Self.object(Self.query, required: [])
        case .list: Self.object(Self.query + [Self.page(for: caller)], required: [])
        case .readThread:
            Self.object([Self.place(for: caller), Self.direction], required: [caller.place])
        case .readItem, .similar:
            Self.object([Self.place(for: caller), Self.page(for: caller)], required: [caller.place])
        case .recallMemories:
            Self.object([#""query":{"type":"string","description":"words or a question"}"#], required: ["query"])
        case .proposeMemory: Self.object([Self.statement, Self.type], required: ["text"])
        }
    }

    private static func place(for caller: Caller) -> String {
        caller == .model
            ? #""source":{"type":"integer","description":"the number of the source"}"#
            : #""item":{"type":"string","description":"the link of the item, recall://item/..., or its id"}"#
    }

    private static func page(for caller: Caller) -> String {
        caller == .model ? #""page":{"type":"integer","minimum":1}"# : cursor
    }

    private static let cursor = #""cursor":{"type":"string","description":"nextCursor of the page before"}"#
    private static let statement =
        #""text":{"type":"string","description":"one statement, as the person made it","maxLength":1000}"#
    private static let type =
        #""type":{"type":"string","enum":["fact","preference","person","plan","instruction"]}"#
    private static let direction = #""direction":{"type":"string","enum":["around","earlier","later"]}"#
    private static let query = [
        #""query":{"type":"string","description":"words or a question; \"exact phrase\"; -without"}"#,
        #""from":{"type":"string","description":"name or address of the sender"}"#,
        #""kind":{"type":"string","enum":["email","message","document","note"]}"#,
        #""after":{"type":"string","description":"first day, 2024-03-01"}"#,
        #""before":{"type":"string","description":"day after the last, 2024-04-01"}"#,
    ]

    private static func object(_ properties: [String], required: [String]) -> String {
        let names = required.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"type":"object","properties":{\#(properties.joined(separator: ","))},"required":[\#(names)]}"#
    }
}
