/// Writes a reply: its kind in one byte, then fields, each as a length (8 bytes, little-endian) and its bytes.
package struct ReplyWriter {
    package private(set) var bytes: [UInt8]

    /// A reply of a kind, with its first fields.
    package init(_ kind: UInt8, _ strings: [String] = []) {
        bytes = [kind]
        for string in strings { put(string.utf8) }
    }

    package mutating func put(_ field: some Collection<UInt8>) {
        withUnsafeBytes(of: UInt64(field.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: field)
    }

    /// Appends a field of integers.
    package mutating func put(integers: [Int]) {
        put(integers.flatMap { integer in withUnsafeBytes(of: Int64(integer).littleEndian) { Array($0) } })
    }
}

/// Reads the output of a `ReplyWriter` without trusting it: hostile input may have taken over the process that wrote
/// it.
package struct ReplyReader {
    /// The kind; `nil` if the reply is empty.
    package let kind: UInt8?
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: [UInt8]) {
        kind = bytes.first
        rest = bytes.dropFirst()
    }

    /// True if there are no more fields.
    package var isAtEnd: Bool { rest.isEmpty }

    /// The next field; `nil` if it is missing or truncated, as when the process was ended while writing.
    package mutating func next() -> ArraySlice<UInt8>? {
        guard rest.count >= 8 else { return nil }
        let count = Self.word(rest.prefix(8))
        guard count <= UInt64(rest.count - 8) else { return nil }
        defer { rest = rest.dropFirst(8 + Int(count)) }
        return rest.dropFirst(8).prefix(Int(count))
    }

    /// The next field as valid UTF-8.
    package mutating func string() -> String? {
        next().flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The next field as integers.
    package mutating func integers() -> [Int]? {
        guard let field = next(), field.count % 8 == 0 else { return nil }
        return stride(from: field.startIndex, to: field.endIndex, by: 8).map { start in
            Int(truncatingIfNeeded: Self.word(field[start..<start + 8]))
        }
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
