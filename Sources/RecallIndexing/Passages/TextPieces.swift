/// The paragraphs of UTF-8 text: what empty lines part, without white space at the ends.
struct Paragraphs: Sequence, IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let end: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    mutating func next() -> Range<Int>? {
        while position < end, bytes[position].isWhiteSpace { position += 1 }
        guard position < end else { return nil }
        let start = position
        var lastText = position
        var lineEnds = 0
        while position < end, lineEnds < 2 {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\n") {
                lineEnds += 1
            } else if !byte.isWhiteSpace {
                lineEnds = 0
                lastText = position
            }
            position += 1
        }
        return start..<lastText + 1
    }
}

/// The sentences of UTF-8 text, ended by `.`, `!`, `?`, `…` and white space, by CJK stops, or by a line end that begins
/// a list item.
struct Sentences: Sequence, IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let end: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    mutating func next() -> Range<Int>? {
        while position < end, bytes[position].isWhiteSpace { position += 1 }
        guard position < end else { return nil }
        let start = position
        while position < end {
            position += 1
            if endsSentence { break }
        }
        return start..<position
    }

    /// Whether a sentence ends right before `position`.
    private var endsSentence: Bool {
        let last = bytes[position - 1]
        switch last {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
            return position == end || bytes[position].isWhiteSpace
        case UInt8(ascii: "\n"):
            return position < end
                && [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "|")].contains(bytes[position])
        case 0x82:  // 。 is E3 80 82
            return position >= 3 && bytes[position - 2] == 0x80 && bytes[position - 3] == 0xE3
        default:
            return false
        }
    }
}

/// Pieces of at most about 64 bytes, at white space where there is any, never inside a character.
struct Pieces: Sequence, IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let end: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    mutating func next() -> Range<Int>? {
        while position < end, bytes[position].isWhiteSpace { position += 1 }
        guard position < end else { return nil }
        let start = position
        while position < end, !bytes[position].isWhiteSpace, position - start < 64 { position += 1 }
        while position < end, bytes[position] & 0xC0 == 0x80 { position += 1 }
        return start..<position
    }
}

extension UInt8 {
    fileprivate var isWhiteSpace: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }
}
