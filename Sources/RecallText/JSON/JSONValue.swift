/// A JSON text (RFC 8259) as a value: for small files and single records, where Foundation's would cost more than everything
/// else.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Members in their order; of members of one name the last counts.
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONValue
    }

    /// The value of a whole JSON text, which must be UTF-8.
    ///
    /// - Parameter replacingLoneSurrogates: true to read an escape that stands for no character as U+FFFD instead of refusing it.
    /// - Complexity: O(*n*); values nested deeper than `JSONScanner.maximumDepth` are refused.
    package init(
        parsing bytes: some Collection<UInt8>, replacingLoneSurrogates: Bool = false
    ) throws(JSONSyntaxError) {
        let bytes = Array(bytes)
        self = try bytes.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
            try Self.parse(bytes, replacingLoneSurrogates)
        }
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, _ replacesSurrogates: Bool
    ) throws(JSONSyntaxError) -> JSONValue {
        if let offset = UTF8Check.firstInvalidByte(in: bytes) {
            throw JSONSyntaxError(offset: offset, message: "the text is not valid UTF-8")
        }
        var scanner = JSONScanner(bytes)
        let value = try scanner.value()
        guard scanner.isAtEnd() else { throw scanner.error("there is more after the value") }
        guard replacesSurrogates || scanner.replacedSurrogates == 0 else {
            throw scanner.error("an escape stands for no character")
        }
        return value
    }

    /// The value of a member of an object.
    package subscript(name: String) -> JSONValue? {
        members?.last { $0.name == name }?.value
    }

    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    package var string: String? { if case .string(let string) = self { string } else { nil } }
    package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    package var double: Double? { if case .number(let number) = self { number } else { nil } }
    /// A number that is whole and fits.
    package var int: Int? { double.flatMap(Int.init(exactly:)) }
    /// Whole numbers and nothing else.
    package var ints: [Int]? {
        let numbers = elements?.map(\.int)
        return numbers.map { $0.compactMap(\.self) }.flatMap { $0.count == numbers?.count ? $0 : nil }
    }
    package var int32: Int32? { int.flatMap(Int32.init(exactly:)) }
}

extension JSONScanner {
    /// The value that comes next, as a tree.
    fileprivate mutating func value(depth: Int = 0) throws(JSONSyntaxError) -> JSONValue {
        guard depth < Self.maximumDepth else { throw error("values are nested too deep: at most \(Self.maximumDepth)") }
        switch try peekType() {
        case .string: return .string(try string())
        case .number: return .number(try number())
        case .boolean:
            let isTrue = bytes[offset] == UInt8(ascii: "t")
            try skipWord(isTrue ? "true" : "false")
            return .bool(isTrue)
        case .null:
            try skipWord("null")
            return .null
        case .array: return .array(try elements(depth: depth))
        case .object: return .object(try members(depth: depth))
        }
    }

    private mutating func number() throws(JSONSyntaxError) -> Double {
        let start = offset
        try skipNumber()
        guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)) else {
            throw error("a number was expected here")
        }
        return number
    }

    private mutating func elements(depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try expect("[")
        if try skip("]") { return elements }
        repeat { elements.append(try value(depth: depth + 1)) } while try skip(",")
        try expect("]")
        return elements
    }

    private mutating func members(depth: Int) throws(JSONSyntaxError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        try expect("{")
        if try skip("}") { return members }
        repeat {
            let name = try key()
            members.append(.init(name: name, value: try value(depth: depth + 1)))
        } while try skip(",")
        try expect("}")
        return members
    }
}
