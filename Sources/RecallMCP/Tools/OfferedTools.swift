import RecallAssistant
import RecallWire

extension Tool {
    /// The tools in the order in which they are offered.
    ///
    /// - Parameter isWhole: true if the scope leaves nothing out. Memories belong to no folder, kind or date, so whoever may
    ///   read only some items is given none.
    static func offered(isWhole: Bool) -> [Tool] {
        let reading: [Tool] = [.search, .list, .count, .readThread, .readItem, .similar, .people]
        return isWhole ? reading + [.recallMemories, .proposeMemory] : reading
    }

    /// The tool as it is offered.
    var payload: MCPToolPayload {
        MCPToolPayload(
            name: rawValue, title: title, description: purpose(for: .program) + hint, input: schema(for: .program),
            output: output, isReadOnly: self != .proposeMemory)
    }

    private var title: String {
        switch self {
        case .search: "Search the library"
        case .list: "List items"
        case .count: "Count items"
        case .readThread: "Read a conversation"
        case .readItem: "Read an item"
        case .similar: "Find similar items"
        case .people: "List people"
        case .recallMemories: "Recall what was told"
        case .proposeMemory: "Propose to remember"
        }
    }

    /// The fields of queries, for the tools that take one.
    private var hint: String {
        switch self {
        case .search, .list, .count, .people:
            " Fields restrict exactly: from:anna to:bob subject:heating in:inbox lang:de has:attachment date:2024-03..2024-05."
        case .readThread, .readItem, .similar, .recallMemories, .proposeMemory: ""
        }
    }

    private var output: String {
        switch self {
        case .search, .list, .readThread, .readItem, .similar: ToolAnswerSchema.sources
        case .count: ToolAnswerSchema.count
        case .people: ToolAnswerSchema.people
        case .recallMemories: ToolAnswerSchema.memories
        case .proposeMemory: ToolAnswerSchema.proposal
        }
    }
}
