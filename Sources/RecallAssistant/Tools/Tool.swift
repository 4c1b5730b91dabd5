import RecallModelClient

/// The tools that a model may call: their names, what it is told of them, and the JSON schemas of their arguments.
enum Tool: String, CaseIterable {
    case search
    case readThread = "read_thread"
    case readItem = "read_item"
    case count, list, people

    static let names = allCases.map(\.rawValue).joined(separator: ", ")
    static let definitions = allCases.map {
        ToolDefinition(name: $0.rawValue, description: $0.purpose, parameters: $0.schema)
    }

    private var purpose: String {
        switch self {
        case .search:
            "Finds the passages of the library that fit a question or words, by meaning and by words. The best come first."
        case .readThread: "Reads the messages around a source in its conversation, or those before or after it."
        case .readItem: "Reads the whole e-mail, document or note that a source is from, page by page."
        case .count: "Counts exactly the items that contain all words of the query and pass the filters."
        case .list:
            "Lists the items that contain all words of the query and pass the filters, newest first, in pages of 10."
        case .people: "Lists who wrote the items that match, with the number of items of each."
        }
    }

    /// The JSON schema of the arguments.
    var schema: String {
        switch self {
        case .search, .count, .people: Self.object(Self.query, required: self == .search ? ["query"] : [])
        case .list: Self.object(Self.query + [Self.page], required: [])
        case .readThread:
            Self.object(
                [Self.source, #""direction":{"type":"string","enum":["around","earlier","later"]}"#],
                required: ["source"])
        case .readItem: Self.object([Self.source, Self.page], required: ["source"])
        }
    }

    private static let source = #""source":{"type":"integer","description":"the number of the source"}"#
    private static let page = #""page":{"type":"integer","minimum":1}"#
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
