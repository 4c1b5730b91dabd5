/// The arguments of a tool call as a JSON object, with the usual slips of models mended.
package enum RepairedArguments {
    /// The most bytes of the arguments of one call.
    package static let limit = 64 << 10

    /// The arguments that a model wrote, as compact JSON of an object; none written are `{}`.
    ///
    /// Mended are commas before a closing bracket, single quotes, missing brackets and quotes at the end, brackets too many,
    /// a fence of Markdown around them, and an object that was written as a string once more.
    ///
    /// - Throws: `ChatModelError.malformed` if they are no object even so, and `.tooLong`.
    package static func json(of written: String) throws(ChatModelError) -> String {
        guard written.utf8.count <= limit else {
            throw ChatModelError(.tooLong, "The arguments of a tool call are longer than 64 KB.")
        }
        guard let object = object(in: Array(unfenced(written).utf8), again: true) else {
            throw ChatModelError(.malformed, "The arguments of a tool call are no JSON object.")
        }
        return object.description
    }

    private static func object(in bytes: [UInt8], again: Bool) -> JSONValue? {
        var reader = JSONReader(bytes, isLenient: true)
        if reader.isAtEnd() { return .object([]) }
        guard let value = try? reader.value() else { return nil }
        while reader.skip("}") || reader.skip("]") {}
        guard reader.isAtEnd() else { return nil }
        switch value {
        case .object: return value
        case .null: return .object([])
        case .string(let text) where again: return object(in: Array(text.utf8), again: false)
        default: return nil
        }
    }

    private static func unfenced(_ text: String) -> Substring {
        let lines = text.drop(while: \.isWhitespace)
        guard lines.hasPrefix("```"), let end = lines.firstIndex(where: \.isNewline) else { return text[...] }
        let inner = lines[end...]
        return inner.ranges(of: "```").last.map { inner[..<$0.lowerBound] } ?? inner
    }
}
