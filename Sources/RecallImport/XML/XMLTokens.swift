import RecallCore
import RecallText

/// The tags and texts of an XML file of any size, one after the other, for exports that are too large for a tree: notes with
/// their pictures, all messages of a telephone.
///
/// Not a validating parser: what is not well-formed is read as far as it makes sense. A DOCTYPE is passed over; no entity but
/// the five of XML and characters by number stands for anything.
struct XMLTokens {
    enum Token {
        case start(String, attributes: [String: String])
        case end(String)
        /// A piece of text; long texts come in several.
        case text(ArraySlice<UInt8>)
    }

    /// The longest tag of which attributes are read: messages hold pictures in them.
    private static let longestTag = ImportLimits.textBytes
    private static let textPiece = 1 << 16

    private let file: RegularFile
    private var buffer: [UInt8] = []
    /// The offset of the buffer in the file, and of the next byte in the buffer.
    private var base = 0, at = 0
    /// The name of an element that was empty, whose end comes next.
    private var emptyElement: String?

    init(_ file: RegularFile, from offset: Int = 0) {
        self.file = file
        base = offset
    }

    /// The offset in the file after what was returned last.
    var offset: Int { base + at }

    /// The next token; `nil` at the end of the file.
    mutating func next() throws(ImportFailure) -> Token? {
        if let name = emptyElement {
            emptyElement = nil
            return .end(name)
        }
        while try has(1) {
            guard buffer[at] == UInt8(ascii: "<") else { return try text() }
            if try skip("<!--", through: "-->") { continue }
            if try skip("<?", through: "?>") { continue }
            if try starts(with: "<![CDATA[") { return try cdata() }
            if try starts(with: "<!") {
                try skipDeclaration()
                continue
            }
            if let tag = try tag() { return tag }
        }
        return nil
    }

    // MARK: Text

    private mutating func text() throws(ImportFailure) -> Token {
        _ = try has(Self.textPiece)
        let rest = buffer[at...].prefix(Self.textPiece)
        var end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
        // A reference is not cut in two.
        if end == rest.endIndex, let mark = rest.suffix(12).lastIndex(of: UInt8(ascii: "&")), mark > at { end = mark }
        defer { at = end }
        return .text(XMLReferences.resolved(buffer[at..<end]))
    }

    /// Pieces of a section of characters that are all text.
    private mutating func cdata() throws(ImportFailure) -> Token {
        at += 9
        var text: [UInt8] = []
        while true {
            _ = try has(Self.textPiece)
            let rest = buffer[at...]
            if let end = rest.firstOccurrence(of: "]]>") {
                text += buffer[at..<end]
                at = end + 3
                return .text(text[...])
            }
            // The last two bytes may be the first of the end.
            let kept = max(at, buffer.endIndex - 2)
            if text.count < ImportLimits.textBytes { text += buffer[at..<kept] }
            at = kept
            guard try fill() else {
                at = buffer.endIndex
                return .text(text[...])
            }
        }
    }

    // MARK: Tags

    private mutating func tag() throws(ImportFailure) -> Token? {
        let start = at
        var quote: UInt8?
        var end = at + 1
        while true {
            while end < buffer.endIndex {
                let byte = buffer[end]
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                } else if byte == UInt8(ascii: ">") {
                    defer { at = end + 1 }
                    return token(buffer[(start + 1)..<end])
                }
                end += 1
            }
            guard end - start < Self.longestTag else {
                return try skipLongTag(named: Self.name(buffer[(start + 1)...].prefix(200)), inQuote: quote)
            }
            guard try fill() else {
                at = buffer.endIndex
                return nil
            }
        }
    }

    /// Passes over a tag that is too long, which counts as one without attributes.
    private mutating func skipLongTag(named name: String, inQuote open: UInt8?) throws(ImportFailure) -> Token {
        var quote = open
        repeat {
            base += buffer.count
            (buffer, at) = ([], 0)
            guard try fill() else { break }
            while at < buffer.endIndex {
                let byte = buffer[at]
                at += 1
                if byte == quote {
                    quote = nil
                } else if quote == nil, byte == UInt8(ascii: ">") {
                    if at > 1, buffer[at - 2] == UInt8(ascii: "/") { emptyElement = name }
                    return .start(name, attributes: [:])
                } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                }
            }
        } while true
        return .start(name, attributes: [:])
    }

    private mutating func token(_ tag: ArraySlice<UInt8>) -> Token? {
        if tag.first == UInt8(ascii: "/") { return .end(Self.name(tag.dropFirst())) }
        let name = Self.name(tag)
        guard !name.isEmpty else { return nil }
        if tag.last == UInt8(ascii: "/") { emptyElement = name }
        return .start(name, attributes: Self.attributes(tag.dropFirst(name.utf8.count)))
    }

    private static func name(_ tag: ArraySlice<UInt8>) -> String {
        String(decoding: tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }, as: UTF8.self)
    }

    private static func attributes(_ tag: ArraySlice<UInt8>) -> [String: String] {
        // A backup of messages has a score of them in each tag, of which most are short.
        var attributes = [String: String](minimumCapacity: min(tag.count / 16, 24))
        var rest = tag
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = rest[..<equals].drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
            rest = rest[(equals + 1)...].drop { $0 <= 0x20 }
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { break }
            rest = rest.dropFirst()
            let value = rest.prefix { $0 != quote }
            attributes[String(decoding: name, as: UTF8.self)] = String(
                decoding: XMLReferences.resolved(value), as: UTF8.self)
            rest = rest[value.endIndex...].dropFirst()
        }
        return attributes
    }

    // MARK: What is passed over

    private mutating func skip(_ start: StaticString, through end: StaticString) throws(ImportFailure) -> Bool {
        guard try starts(with: start) else { return false }
        at += start.utf8CodeUnitCount
        while true {
            _ = try has(Self.textPiece)
            if let found = buffer[at...].firstOccurrence(of: end) {
                at = found + end.utf8CodeUnitCount
                return true
            }
            at = max(at, buffer.endIndex - 2)
            guard try fill() else {
                at = buffer.endIndex
                return true
            }
        }
    }

    /// A DOCTYPE, with what it declares between brackets.
    private mutating func skipDeclaration() throws(ImportFailure) {
        var brackets = 0
        while try has(1) {
            let byte = buffer[at]
            at += 1
            if byte == UInt8(ascii: "[") { brackets += 1 }
            if byte == UInt8(ascii: "]") { brackets -= 1 }
            if byte == UInt8(ascii: ">"), brackets <= 0 { return }
        }
    }

    // MARK: The buffer

    private mutating func starts(with text: StaticString) throws(ImportFailure) -> Bool {
        _ = try has(text.utf8CodeUnitCount)
        return buffer[at...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// True if there are so many bytes from the next one on.
    private mutating func has(_ count: Int) throws(ImportFailure) -> Bool {
        guard buffer.count - at < count else { return true }
        buffer.removeFirst(at)
        (base, at) = (base + at, 0)
        while buffer.count < count { guard try fill() else { return buffer.count >= count } }
        return true
    }

    private mutating func fill() throws(ImportFailure) -> Bool {
        let more = try file.bytes(from: base + buffer.count, limit: 1 << 18)
        buffer += more
        return !more.isEmpty
    }
}

/// References to characters (XML 1.0, 4.1 and 4.6).
enum XMLReferences {
    /// `text` with the characters that its references stand for. What is no reference stays.
    static func resolved(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.contains(UInt8(ascii: "&")) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var surrogate: UInt32?
        var rest = text
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<mark]
            if mark > rest.startIndex { surrogate = nil }
            let name = rest[(mark + 1)...].prefix(10)
            guard let end = name.firstIndex(of: UInt8(ascii: ";")),
                let number = number(of: String(decoding: name[..<end], as: UTF8.self))
            else {
                result.append(UInt8(ascii: "&"))
                rest = rest[(mark + 1)...]
                continue
            }
            rest = rest[(end + 1)...]
            // Some programs write the two halves of a surrogate pair as two characters.
            if (0xD800..<0xDC00).contains(number) {
                surrogate = number
                continue
            }
            var scalar = number
            if let high = surrogate, (0xDC00..<0xE000).contains(number) {
                scalar = 0x10000 + ((high - 0xD800) << 10) + (number - 0xDC00)
            }
            surrogate = nil
            result += Array(String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
        }
        return (result + rest)[...]
    }

    private static func number(of name: String) -> UInt32? {
        switch name {
        case "amp": 0x26
        case "lt": 0x3C
        case "gt": 0x3E
        case "quot": 0x22
        case "apos": 0x27
        default:
            name.hasPrefix("#x") || name.hasPrefix("#X")
                ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        }
    }
}
