/// Tool calls that a model wrote into its text, because its server does not know the form that it was trained with.
struct WrittenCalls {
    private let tools: Set<String>

    /// Calls of tools with these names.
    init(tools: Set<String>) {
        self.tools = tools
    }

    /// A call that was written.
    struct Call: Hashable {
        let name: String
        let arguments: String
    }

    /// The calls that a text consists of, marked as calls: JSON values one after another, `name[ARGS]{…}` (Mistral) or
    /// `name>{…}` (Llama 3.1). `nil` if it is anything else.
    func marked(_ text: [UInt8]) -> [Call]? {
        values(in: text).flatMap(calls) ?? named(text).map { [$0] }
    }

    /// The calls that a text without a mark consists of: as above, and only of tools that there are. An answer can be JSON too.
    func unmarked(_ text: [UInt8]) -> [Call]? {
        guard let calls = values(in: text).flatMap(calls), calls.allSatisfy({ tools.contains($0.name) }) else {
            return nil
        }
        return calls
    }

    private func values(in text: [UInt8]) -> [JSONValue]? {
        var reader = JSONReader(text, isLenient: true)
        var values: [JSONValue] = []
        while !reader.isAtEnd() {
            guard values.count < ToolCallFragments.limit, let value = try? reader.value() else { return nil }
            values.append(value)
            // Llama 3 separates calls by semicolons and ends with a token; brackets too many are a common slip.
            while reader.skip(";") || reader.skip("}") || reader.skip("]") || reader.skip("<|eom_id|>")
                || reader.skip("</s>")
                || reader.skip("<|eot_id|>") || reader.skip("</tool_call>")
            {}
        }
        return values.isEmpty ? nil : values
    }

    private func calls(_ values: [JSONValue]) -> [Call]? {
        var calls: [Call] = []
        for value in values.flatMap({ $0.array ?? $0["tool_calls"]?.array ?? [$0] }) {
            guard let call = call(value) else { return nil }
            calls.append(call)
        }
        return calls.isEmpty ? nil : calls
    }

    private func call(_ value: JSONValue) -> Call? {
        if let inner = value["function"], inner.isObject { return call(inner) }
        guard let name = (value["name"] ?? value["tool"] ?? value["function"])?.string, !name.isEmpty,
            let arguments = value["arguments"] ?? value["parameters"] ?? value["args"]
        else { return nil }
        switch arguments {
        case .object: return Call(name: name, arguments: arguments.description)
        case .string(let text): return Call(name: name, arguments: text)
        case .null: return Call(name: name, arguments: "{}")
        default: return nil
        }
    }

    /// `search[ARGS]{…}`, `search[CALL_ID]id[ARGS]{…}`, `search>{…}`, `search{…}`.
    private func named(_ text: [UInt8]) -> Call? {
        guard let brace = text.firstIndex(of: UInt8(ascii: "{")) else { return nil }
        let name = text[..<brace].drop { $0 == 0x20 || $0 == 0x0A }.prefix { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
                || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        guard !name.isEmpty, let arguments = values(in: Array(text[brace...]))?.first, arguments.isObject else {
            return nil
        }
        return Call(name: String(decoding: name, as: UTF8.self), arguments: arguments.description)
    }
}
