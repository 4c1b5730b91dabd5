/// The tool calls of a reply, put together from the fragments that its chunks carry, in the dialects of the servers.
///
/// - OpenAI, vLLM, llama.cpp: `index` says which call a fragment continues; the first has id and name.
/// - Ollama: each call whole in one chunk, the index sometimes 0 for all; arguments an object with some.
/// - The old `function_call`: one call without an id.
struct ToolCallFragments {
    private struct Call {
        var index: Int?
        var id: String
        var name: String
        var arguments = ""
        /// The objects and arrays that the arguments have open.
        var nesting = JSONNesting()
    }

    private var calls: [Call] = []

    /// The most calls of a reply.
    static let limit = 64

    /// Too many calls, or arguments that are too long.
    struct TooLong: Error {}

    /// Takes the `tool_calls` of a chunk or a message.
    mutating func take(_ fragments: [JSONValue]) throws(TooLong) {
        for fragment in fragments {
            try take(
                fragment["function"] ?? fragment, index: fragment["index"]?.int, id: fragment["id"]?.string ?? "")
        }
    }

    /// Takes the `function_call` of a chunk or a message.
    mutating func take(legacy function: JSONValue) throws(TooLong) {
        try take(function, index: nil, id: "")
    }

    /// The calls, complete, each with an id of its own.
    ///
    /// - Parameter isCut: true if the reply was longer than it may be: a call that it cut in two is dropped, since without
    ///   its last arguments it would ask for something else.
    func complete(isCut: Bool) -> [ToolCall] {
        var ids = Set<String>()
        return calls.enumerated().compactMap { number, call in
            guard !call.name.isEmpty, !isCut || call.nesting.isComplete else { return nil }
            let isFree = !call.id.isEmpty && ids.insert(call.id).inserted
            let id = isFree ? call.id : "call_\(number + 1)"
            return ToolCall(id: id, name: call.name, repairing: call.arguments)
        }
    }

    private mutating func take(_ function: JSONValue, index: Int?, id: String) throws(TooLong) {
        let name = function["name"]?.string ?? ""
        let written = function["arguments"] ?? function["parameters"]
        let hasArguments = written?.string?.isEmpty == false || written?.isObject == true
        let place = place(index: index, id: id, name: name, hasArguments: hasArguments)
        if place == calls.count {
            guard place < Self.limit else { throw TooLong() }
            calls.append(Call(index: index, id: id, name: name))
        }
        if calls[place].id.isEmpty { calls[place].id = id }
        // Some servers repeat the name with each fragment; none sends it in pieces.
        if calls[place].name.isEmpty { calls[place].name = name }
        try append(written, to: place)
    }

    /// The call that a fragment continues; their number for a new one.
    private func place(index: Int?, id: String, name: String, hasArguments: Bool) -> Int {
        let found = calls.lastIndex { call in
            if let index, let own = call.index { return own == index }
            return !id.isEmpty && call.id == id
        }
        guard let place = found ?? (index == nil && id.isEmpty ? calls.indices.last : nil) else { return calls.count }
        let call = calls[place]
        if !id.isEmpty, !call.id.isEmpty { return id == call.id ? place : calls.count }
        return !name.isEmpty && hasArguments && call.nesting.isComplete ? calls.count : place
    }

    private mutating func append(_ written: JSONValue?, to place: Int) throws(TooLong) {
        let text = written?.string ?? (written?.isObject == true ? written?.description : nil) ?? ""
        calls[place].arguments += text
        calls[place].nesting.read(text)
        if calls[place].arguments.utf8.count > RepairedArguments.limit { throw TooLong() }
    }
}

/// The nesting of a JSON text that comes in pieces.
struct JSONNesting {
    private var depth = 0
    private var hasBegun = false
    private var isInString = false
    private var isEscaped = false

    /// True if an object or an array has begun and ended.
    var isComplete: Bool { hasBegun && depth <= 0 && !isInString }

    /// Reads on.
    mutating func read(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isInString: isEscaped = true
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString:
                (depth, hasBegun) = (depth + 1, true)
            case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString: depth -= 1
            default: break
            }
        }
    }
}

extension ToolCall {
    /// A call with its arguments repaired; as the model wrote them where they cannot be, for the tool to refuse.
    init(id: String, name: String, repairing written: String) {
        self.init(id: id, name: name, arguments: (try? RepairedArguments.json(of: written)) ?? written)
    }
}
