/// The fields of a message in the wire format of Protocol Buffers, in their order
/// (https://protobuf.dev/programming-guides/encoding/). Ends where the message ends or makes no sense.
struct ProtobufFields: Sequence, IteratorProtocol {
    /// A field with its number.
    struct Field {
        let number: Int
        let value: Value

        /// A varint, or bytes that are a text or a message. Numbers of fixed size are not read.
        enum Value {
            case varint(UInt64)
            case bytes(ArraySlice<UInt8>)
            case fixed
        }

        /// The number, if it is one that fits and is not negative.
        var integer: Int? { if case .varint(let value) = value { Int(exactly: value) } else { nil } }
        /// The bytes of a text or a message.
        var bytes: ArraySlice<UInt8>? { if case .bytes(let bytes) = value { bytes } else { nil } }
    }

    private var rest: ArraySlice<UInt8>

    /// The fields of the message in `bytes`.
    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func next() -> Field? {
        guard let key = rest.popVarint(groups: 10), let number = Int(exactly: key >> 3), number > 0 else { return nil }
        switch key & 7 {
        case 0: return rest.popVarint(groups: 10).map { Field(number: number, value: .varint($0)) }
        case 1: return skip(8) ? Field(number: number, value: .fixed) : nil
        case 2: return bytes().map { Field(number: number, value: .bytes($0)) }
        case 5: return skip(4) ? Field(number: number, value: .fixed) : nil
        default: return nil
        }
    }

    private mutating func bytes() -> ArraySlice<UInt8>? {
        guard let length = rest.popVarint(groups: 10), length <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return rest.prefix(Int(length))
    }

    private mutating func skip(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        return true
    }
}

extension ArraySlice<UInt8> {
    /// Removes a number in at most so many groups of seven bits, the lowest first; `nil` if there is none.
    mutating func popVarint(groups: Int) -> UInt64? {
        var value: UInt64 = 0
        for group in 0..<groups {
            guard let byte = popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << (7 * UInt64(group))
            if byte < 0x80 { return value }
        }
        return nil
    }

    /// The first field of that number in the message in these bytes.
    func field(_ number: Int) -> ProtobufFields.Field? { ProtobufFields(self).first { $0.number == number } }

    /// The text or message in the first field of that number, or in the one that these fields lead to.
    func message(_ numbers: Int...) -> ArraySlice<UInt8>? {
        numbers.reduce(self) { $0?.field($1)?.bytes }
    }

    /// The texts or messages in all fields of that number.
    func messages(_ number: Int) -> some Sequence<ArraySlice<UInt8>> {
        ProtobufFields(self).lazy.filter { $0.number == number }.compactMap(\.bytes)
    }

    /// The first number in a field of that number.
    func integer(_ number: Int) -> Int? { field(number)?.integer }
}
