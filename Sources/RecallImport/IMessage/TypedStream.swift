import RecallCore

/// The text in a typed stream of Foundation's `NSArchiver`, in which Messages keeps attributed strings.
///
/// The format has no specification; its streams begin with a version, the signature `streamtyped` and the system's version.
/// Then come groups of values, each after the types of its values. An object is its class and groups up to an end mark.
/// What occurs again, types and classes, is a number. The text is the first value of the first object, or of an object that
/// is the first value of that, so what follows is not read.
package struct TypedStream {
    /// The bytes that are heads of values; lesser signed bytes from `firstReference` on are numbers of what occurred.
    private enum Mark {
        static let int16: UInt8 = 0x81
        static let int32: UInt8 = 0x82
        static let new: UInt8 = 0x84
        static let none: UInt8 = 0x85
        static let firstReference: UInt8 = 0x92
    }

    private static let signature = Array("streamtyped".utf8)
    /// Objects in objects, and classes above a class.
    private static let mostLevels = 16

    private var rest: ArraySlice<UInt8>
    /// The types of values that have occurred.
    private var types: [[UInt8]] = []

    /// The text of the string or attributed string that `bytes` hold; `nil` if there is none.
    package static func text(in bytes: [UInt8]) -> String? {
        var stream = TypedStream(rest: bytes[...])
        return stream.hasHeader() ? stream.text(levels: mostLevels) : nil
    }

    private mutating func hasHeader() -> Bool {
        guard byte() != nil, take(count: Self.signature.count + 1)?.elementsEqual([11] + Self.signature) == true else {
            return false
        }
        return integer() != nil
    }

    private mutating func text(levels: Int) -> String? {
        guard levels > 0, let type = sharedText() else { return nil }
        switch type {
        case [UInt8(ascii: "@")]:
            guard byte() == Mark.new, skipClass() else { return nil }
            return text(levels: levels - 1)
        case [UInt8(ascii: "+")]:
            guard let count = integer(), let bytes = take(count: count) else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        default: return nil
        }
    }

    /// Reads past a class and those above it: each has a name and a version.
    private mutating func skipClass() -> Bool {
        for _ in 0..<Self.mostLevels {
            guard let head = byte() else { return false }
            guard head == Mark.new else { return head == Mark.none || head >= Mark.firstReference }
            guard sharedText() != nil, integer() != nil else { return false }
        }
        return false
    }

    /// Types of values, or a name: written out the first time, by number later.
    private mutating func sharedText() -> [UInt8]? {
        guard let head = byte() else { return nil }
        guard head == Mark.new else {
            return head >= Mark.firstReference ? types[checked: Int(head - Mark.firstReference)] : nil
        }
        guard let count = integer(), let text = take(count: count) else { return nil }
        types.append(Array(text))
        return types.last
    }

    /// A number that is not negative: in one byte, or in as many as the head says, the lowest first.
    private mutating func integer() -> Int? {
        guard let head = byte() else { return nil }
        switch head {
        case Mark.int16: return take(count: 2).map(Self.number)
        case Mark.int32: return take(count: 4).map(Self.number)
        case ..<0x80: return Int(head)
        default: return nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func byte() -> UInt8? { rest.popFirst() }

    private mutating func take(count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}

extension Array {
    fileprivate subscript(checked index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
