import RecallCore
import RecallText

/// Walks through a JSON file of any size without holding it: enters the objects and arrays that it is told to, and hands over
/// everything else in them as whole values.
struct JSONWalk {
    /// The keys from the root to a value, `*` for any element of an array.
    typealias Path = [String]

    /// A step of the walk.
    enum Event {
        /// An object or array that is entered.
        case begin(Path)
        /// A value that is not entered.
        case value(Path, Value)
        /// The end of one that was entered.
        case end(Path)
    }

    /// The bytes of a value.
    struct Value {
        /// The bytes; `nil` if they are more than `longest`.
        let bytes: ArraySlice<UInt8>?
        /// Its place in the file.
        let range: Range<Int>

        /// The value; `nil` if it is too long or no JSON.
        var parsed: JSONValue? {
            bytes.flatMap { try? JSONValue(parsing: $0, replacingLoneSurrogates: true) }
        }
    }

    /// The longest value that is handed over, in bytes.
    static let longest = ImportLimits.textBytes
    private static let block = 1 << 18
    /// The deepest nesting that is entered or passed over.
    private static let deepest = 1_000

    private struct Container {
        let path: Path
        let isArray: Bool
    }

    private let file: RegularFile
    private let enters: (Path) -> Bool
    private var containers: [Container] = []
    private var isDone = false
    private var buffer: [UInt8] = []
    /// The offset of the buffer in the file, and of the next byte in the buffer.
    private var base = 0, at = 0

    /// A walk through `file`.
    ///
    /// - Parameters:
    ///   - offset: where its value begins.
    ///   - enters: true for the path of an object or array to be entered; the root's is empty.
    init(_ file: RegularFile, from offset: Int = 0, enters: @escaping (Path) -> Bool) {
        self.file = file
        self.enters = enters
        base = offset
    }

    /// The next event; `nil` at the end.
    ///
    /// - Throws: `ImportFailure` where the file is cut off or no JSON.
    mutating func next() throws(ImportFailure) -> Event? {
        while true {
            guard let byte = try peek() else {
                guard isDone else { throw malformed("ends in the middle of a value; export it again") }
                return nil
            }
            guard !isDone else { throw malformed("has more after its value; export it again") }
            guard let container = containers.last else {
                if skipAssignment() { continue }
                // What is no object or array is what damage has left.
                guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { throw malformed("is no JSON here") }
                return try value(at: [])
            }
            switch byte {
            case UInt8(ascii: ","): at += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard container.isArray == (byte == UInt8(ascii: "]")) else { throw malformed("is no JSON here") }
                at += 1
                containers.removeLast()
                isDone = containers.isEmpty
                return .end(container.path)
            default: return try value(at: container.path + [container.isArray ? "*" : key()])
            }
        }
    }

    /// Passes over `window.YTD.account.part0 =`, which is before the JSON in an archive of X.
    private mutating func skipAssignment() -> Bool {
        guard base == 0, buffer[at...].starts(with: "window.YTD.".utf8),
            let sign = buffer[at...].prefix(Self.longestAssignment).firstIndex(of: UInt8(ascii: "="))
        else { return false }
        at = sign + 1
        return true
    }

    private static let longestAssignment = 200

    private mutating func value(at path: Path) throws(ImportFailure) -> Event {
        let byte = try peek()
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["), containers.count < Self.deepest, enters(path) {
            at += 1
            containers.append(Container(path: path, isArray: byte == UInt8(ascii: "[")))
            return .begin(path)
        }
        let value = try wholeValue()
        isDone = containers.isEmpty
        return .value(path, value)
    }

    private mutating func key() throws(ImportFailure) -> String {
        guard try peek() == UInt8(ascii: "\"") else { throw malformed("is no JSON here: a key was expected") }
        guard let key = try wholeValue().parsed?.string, try peek() == UInt8(ascii: ":") else {
            throw malformed("is no JSON here: a key was expected")
        }
        at += 1
        return key
    }

    /// The value that begins at the next byte, which is no white space.
    private mutating func wholeValue() throws(ImportFailure) -> Value {
        if at > Self.block {
            buffer.removeFirst(at)
            (base, at) = (base + at, 0)
        }
        let start = base + at
        var (first, end, isTooLong) = (at, ValueEnd(), false)
        while true {
            if let count = buffer.withUnsafeBufferPointer({ end.count(in: UnsafeBufferPointer(rebasing: $0[at...])) }) {
                at += count
                break
            }
            guard end.depth < Self.deepest else { throw malformed("is nested too deep") }
            at = buffer.count
            if at - first > Self.longest {
                // Its bytes are given up, and its end is looked for.
                isTooLong = true
                buffer.removeAll(keepingCapacity: true)
                (base, at, first) = (base + at, 0, 0)
            }
            guard try fill() else {
                guard end.mayEndHere else { throw malformed("ends in the middle of a value; export it again") }
                break
            }
        }
        guard base + at > start else { throw malformed("is no JSON here") }
        return Value(bytes: isTooLong ? nil : buffer[first..<at], range: start..<base + at)
    }

    /// The next byte that is no white space.
    private mutating func peek() throws(ImportFailure) -> UInt8? {
        while true {
            while at < buffer.count {
                switch buffer[at] {
                case 0x20, 0x09, 0x0A, 0x0D: at += 1
                // A byte order mark at the start.
                case 0xEF where base + at == 0 && buffer.starts(with: [0xEF, 0xBB, 0xBF]): at += 3
                default: return buffer[at]
                }
            }
            base += buffer.count
            at = 0
            buffer.removeAll(keepingCapacity: true)
            guard try fill() else { return nil }
        }
    }

    /// Reads more behind what is in the buffer; false at the end of the file.
    private mutating func fill() throws(ImportFailure) -> Bool {
        let more = try file.bytes(from: base + buffer.count, limit: Self.block)
        buffer += more
        return !more.isEmpty
    }

    private func malformed(_ reason: String) -> ImportFailure {
        ImportFailure(.malformed, path: file.path, place: "byte \(base + at)", reason: "The file \(reason).")
    }
}

/// Looks for the end of one JSON value in pieces of it.
private struct ValueEnd {
    private(set) var depth = 0
    private var inString = false
    private var isEscaped = false
    private var hasBegun = false

    /// True if the value may end with the file: a number.
    var mayEndHere: Bool { hasBegun && depth == 0 && !inString }

    /// The number of bytes of `piece` that belong to the value; `nil` if all do and it goes on.
    mutating func count(in piece: UnsafeBufferPointer<UInt8>) -> Int? {
        var i = 0
        while i < piece.count {
            let byte = piece[i]
            i += 1
            if inString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                    if depth == 0 { return i }
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                guard depth > 0 || !hasBegun else { return i - 1 }
                inString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return i - 1 }
                depth -= 1
                if depth == 0 { return i }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D: if depth == 0 { return i - 1 }
            default: break
            }
            hasBegun = true
        }
        return nil
    }
}

/// An array that is cut off or damaged, as far as it is one.
struct JSONArrayBeginning {
    /// The elements before the damage.
    private(set) var elements: [JSONValue] = []
    /// The offset from which on nothing was read.
    private(set) var end = 0

    /// The beginning of the array in `bytes`; `nil` if they are none.
    init?(_ bytes: [UInt8]) {
        var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        func skip(_ isSkipped: (UInt8) -> Bool) { while at < bytes.count, isSkipped(bytes[at]) { at += 1 } }
        skip { $0 <= 0x20 }
        guard at < bytes.count, bytes[at] == UInt8(ascii: "[") else { return nil }
        at += 1
        while true {
            skip { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
            end = at
            var value = ValueEnd()
            guard at < bytes.count, bytes[at] != UInt8(ascii: "]"),
                let count = bytes[at...].withUnsafeBufferPointer({ value.count(in: $0) }), count > 0,
                let element = try? JSONValue(parsing: bytes[at..<at + count], replacingLoneSurrogates: true)
            else { return }
            elements.append(element)
            at += count
        }
    }
}
