import Foundation

/// Encodes a value as JSON on one line, keys in the order in which it names them.
///
/// Writes each value when it comes. Foundation's `JSONEncoder` first makes a tree of boxes and dictionaries, which took
/// an eighth as long for a page of results as the search for it.
enum JSONLineEncoder {
    /// The JSON of a value.
    ///
    /// - Throws: `EncodingError` for numbers that JSON does not have.
    static func encode(_ value: some Encodable) throws -> Data {
        let output = JSONOutput()
        try output.write(value)
        return Data(output.line.bytes)
    }
}

/// The line that all encoders and containers of a value write to.
private final class JSONOutput {
    var line = JSONLine()

    func write<Value: Encodable>(_ value: Value) throws {
        if Value.self == Date.self, let date = value as? Date {
            line.write(date.formatted(.iso8601))
        } else {
            let depth = line.depth
            try value.encode(to: JSONLineValueEncoder(output: self, depth: depth))
            line.close(to: depth)
        }
    }
}

/// A value, since each look at a property of an object is checked against others at the same time.
private struct JSONLine {
    private(set) var bytes: [UInt8] = []
    /// The objects and arrays that are not closed, the outermost first.
    private var open: [Level] = []

    private struct Level {
        let isObject: Bool
        var isEmpty = true
    }

    /// The number of collections that are not closed: a container is known by it.
    var depth: Int { open.count }

    // MARK: Collections

    /// Begins an object or an array, or goes on with the one that the same value began.
    mutating func begin(isObject: Bool, within depth: Int) -> Int {
        close(to: depth + 1)
        if open.count == depth {
            bytes.append(UInt8(ascii: isObject ? "{" : "["))
            open.append(Level(isObject: isObject))
        }
        return depth + 1
    }

    /// Closes collections until so many are open.
    mutating func close(to depth: Int) {
        while open.count > depth, let last = open.popLast() { bytes.append(UInt8(ascii: last.isObject ? "}" : "]")) }
    }

    /// Begins an element of the collection at a depth.
    mutating func separate(at depth: Int) {
        close(to: depth)
        if !open[depth - 1].isEmpty { bytes.append(UInt8(ascii: ",")) }
        open[depth - 1].isEmpty = false
    }

    /// Begins a member of the object at a depth.
    mutating func begin(_ key: any CodingKey, at depth: Int) {
        separate(at: depth)
        write(key.stringValue)
        bytes.append(UInt8(ascii: ":"))
    }

    // MARK: Values

    mutating func write(literal: String) { bytes += literal.utf8 }

    mutating func write(number: some BinaryFloatingPoint & LosslessStringConvertible) throws {
        guard number.isFinite else {
            let context = EncodingError.Context(codingPath: [], debugDescription: "JSON has no number for \(number).")
            throw EncodingError.invalidValue(number, context)
        }
        let text = number.description
        write(literal: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    mutating func write(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { characters in
            var copied = 0
            for (position, byte) in characters.enumerated() where Self.isEscaped(byte) {
                bytes += characters[copied..<position]
                bytes += Self.escape(byte).utf8
                copied = position + 1
            }
            bytes += characters[copied...]
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func escape(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case UInt8(ascii: "\n"): "\\n"
        case UInt8(ascii: "\r"): "\\r"
        case UInt8(ascii: "\t"): "\\t"
        default: "\\u\(String(0x10000 + Int(byte), radix: 16).dropFirst())"
        }
    }
}

/// The encoder of one value, within as many collections as are open.
private struct JSONLineValueEncoder: Encoder, SingleValueEncodingContainer {
    let output: JSONOutput
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONLineObject(output: output, depth: output.line.begin(isObject: true, within: depth)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONLineArray(output: output, depth: output.line.begin(isObject: false, within: depth))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { output.line.write(literal: "null") }
    func encode(_ value: Bool) { output.line.write(literal: value ? "true" : "false") }
    func encode(_ value: String) { output.line.write(value) }
    func encode(_ value: Double) throws { try output.line.write(number: value) }
    func encode(_ value: Float) throws { try output.line.write(number: value) }
    func encode(_ value: Int) { output.line.write(literal: String(value)) }
    func encode(_ value: Int8) { output.line.write(literal: String(value)) }
    func encode(_ value: Int16) { output.line.write(literal: String(value)) }
    func encode(_ value: Int32) { output.line.write(literal: String(value)) }
    func encode(_ value: Int64) { output.line.write(literal: String(value)) }
    func encode(_ value: UInt) { output.line.write(literal: String(value)) }
    func encode(_ value: UInt8) { output.line.write(literal: String(value)) }
    func encode(_ value: UInt16) { output.line.write(literal: String(value)) }
    func encode(_ value: UInt32) { output.line.write(literal: String(value)) }
    func encode(_ value: UInt64) { output.line.write(literal: String(value)) }
    func encode<Value: Encodable>(_ value: Value) throws { try output.write(value) }
}

/// The members of an object.
private struct JSONLineObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: JSONOutput
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    private func value(_ key: any CodingKey) -> JSONLineValueEncoder {
        output.line.begin(key, at: depth)
        return JSONLineValueEncoder(output: output, depth: depth)
    }

    func encodeNil(forKey key: Key) { value(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { self.value(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try self.value(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) throws { try self.value(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) { self.value(key).encode(value) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try self.value(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        value(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { value(key).unkeyedContainer() }
    func superEncoder(forKey key: Key) -> any Encoder { value(key) }
    func superEncoder() -> any Encoder { value(SuperKey.parent) }

    private enum SuperKey: String, CodingKey {
        case parent = "super"
    }
}

/// The elements of an array.
private struct JSONLineArray: UnkeyedEncodingContainer {
    let output: JSONOutput
    let depth: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    private mutating func next() -> JSONLineValueEncoder {
        output.line.separate(at: depth)
        count += 1
        return JSONLineValueEncoder(output: output, depth: depth)
    }

    mutating func encodeNil() { next().encodeNil() }
    mutating func encode(_ value: Bool) { next().encode(value) }
    mutating func encode(_ value: String) { next().encode(value) }
    mutating func encode(_ value: Double) throws { try next().encode(value) }
    mutating func encode(_ value: Float) throws { try next().encode(value) }
    mutating func encode(_ value: Int) { next().encode(value) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try next().encode(value) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { next() }
}
