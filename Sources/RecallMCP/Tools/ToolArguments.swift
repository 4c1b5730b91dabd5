import RecallAssistant
import RecallCore
import RecallWire

/// The arguments of a call as a client wrote them.
struct ToolArguments: Decodable {
    var query = ToolQuery()
    var item: String?
    var direction: ToolRequest.Direction?
    var cursor: String?
    /// A memory that is proposed.
    var text: String?
    var type: MemoryType?
    /// The names that no tool has.
    private(set) var unknown: [String] = []

    private enum Key: String, CodingKey, CaseIterable {
        case item, direction, cursor, text, type
    }

    /// Any name.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static let known = Set(Key.allCases.map(\.rawValue)).union(["query", "from", "kind", "after", "before"])

    init() {}

    init(from decoder: any Decoder) throws {
        query = try ToolQuery(from: decoder)
        unknown = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue).filter {
            !Self.known.contains($0)
        }.sorted()
        let container = try decoder.container(keyedBy: Key.self)
        item = try container.decodeIfPresent(String.self, forKey: .item)
        direction = try container.decodeIfPresent(ToolRequest.Direction.self, forKey: .direction)
        cursor = try container.decodeIfPresent(String.self, forKey: .cursor)
        text = try container.decodeIfPresent(String.self, forKey: .text)
        type = try container.decodeIfPresent(String.self, forKey: .type).map { name in
            guard let type = MemoryType(rawValue: name) else {
                throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "no such type")
            }
            return type
        }
    }
}

/// The reason why a call has no answer, for a model to read.
struct ToolProblem: Error {
    let text: String

    static let noItem = ToolProblem(text: "There is no such item. Search for it, and use the link of a source.")
    static let noLink = ToolProblem(
        text: "item must be the link of a source, recall://item/..., or an id of \(ItemReference.fewestDigits) to 32 "
            + "digits, 0 to 9 and a to f. Search for the item, and use the link of a source.")
    static let noPage = ToolProblem(text: "This cursor is none of this list. Begin again without it.")
}

/// A call of a tool with checked arguments.
struct ProgramCall: Sendable {
    let tool: Tool
    let query: ToolQuery
    let direction: ToolRequest.Direction
    /// A memory that is proposed.
    let text: String
    let type: MemoryType
    private let reference: ItemReference?
    private let cursor: String?

    /// The longest text of arguments, in bytes.
    private static let longest = 8 << 10

    init(_ tool: Tool, _ read: Result<ToolArguments, UnfitArgument>) throws(ToolProblem) {
        let arguments: ToolArguments
        do throws(UnfitArgument) {
            arguments = try read.get()
        } catch {
            throw Self.unfit(tool, error.name)
        }
        let texts = [arguments.query.json, arguments.item, arguments.cursor, arguments.text].compactMap(\.self)
        guard texts.allSatisfy({ $0.utf8.count <= Self.longest }) else {
            throw ToolProblem(text: "The arguments are too long.")
        }
        // What is left out without a word, a model believes to hold.
        if let name = arguments.unknown.first {
            throw ToolProblem(
                text: "There is no argument named \(DisplayText.safe(String(name.prefix(40)))). "
                    + "The arguments are those of this schema: " + tool.schema(for: .program))
        }
        if let name = arguments.query.unreadableDay { throw ToolProblem(text: name + ToolQuery.dayExpected) }
        (self.tool, query, cursor) = (tool, arguments.query, arguments.cursor)
        direction = arguments.direction ?? .around
        (text, type) = (arguments.text ?? "", arguments.type ?? .fact)
        reference = arguments.item.flatMap(ItemReference.init)
        if tool.needsItem, arguments.item == nil { throw Self.unfit(tool, "item") }
        if tool.needsQuery, query.query == nil { throw Self.unfit(tool, "query") }
        if tool == .proposeMemory, arguments.text == nil { throw Self.unfit(tool, "text") }
    }

    /// The problem of arguments that are not as the schema says.
    private static func unfit(_ tool: Tool, _ name: String?) -> ToolProblem {
        let subject = name.map { "\($0) is missing or does not fit." } ?? "The arguments do not fit."
        return ToolProblem(text: subject + " They must be JSON of this schema: " + tool.schema(for: .program))
    }

    /// The item that the call is about.
    func item(in library: ScopedLibrary) throws -> ItemID {
        switch reference {
        case nil: throw ToolProblem.noLink
        case .id(let id): return id
        case .prefix(let digits):
            guard let id = try library.item(withIDPrefix: digits) else { throw ToolProblem.noItem }
            return id
        }
    }

    /// The text that says what a list is of, for its cursors.
    private var list: String { "\(tool.rawValue) \(reference?.digits ?? "") \(query.json)" }

    /// The beginning of the page; `nil` for the first one.
    func start() throws(ToolProblem) -> PageCursor.Place? {
        guard let cursor else { return nil }
        guard let start = PageCursor(cursor, of: list) else { throw ToolProblem.noPage }
        return start.place
    }

    /// The number of results, or bytes, before the page.
    func offset() throws(ToolProblem) -> Int {
        switch try start() {
        case nil: return 0
        case .offset(let offset): return offset
        case .after: throw ToolProblem.noPage
        }
    }

    /// The cursor to a place in the list.
    func cursor(_ place: PageCursor.Place) -> String { PageCursor(place, of: list).text }
}

extension Tool {
    fileprivate var needsItem: Bool { [.readItem, .readThread, .similar].contains(self) }
    fileprivate var needsQuery: Bool { [.search, .recallMemories].contains(self) }
}

/// An argument that is not as any schema says; `nil` if that is true of all of them together.
struct UnfitArgument: Error {
    let name: String?
}

/// The parameters of `tools/call`.
struct ToolCallParameters: Decodable {
    let name: String
    let arguments: Result<ToolArguments, UnfitArgument>

    private enum Key: String, CodingKey {
        case name, arguments
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        name = try container.decode(String.self, forKey: .name)
        guard container.contains(.arguments) else {
            arguments = .success(ToolArguments())
            return
        }
        do {
            arguments = .success(try container.decode(ToolArguments.self, forKey: .arguments))
        } catch {
            let path = (error as? DecodingError)?.path ?? []
            arguments = .failure(UnfitArgument(name: path.count > container.codingPath.count + 1 ? path.last : nil))
        }
    }
}

extension DecodingError {
    /// The names that lead to what could not be read.
    fileprivate var path: [String] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath.map(\.stringValue)
        @unknown default: []
        }
    }
}
