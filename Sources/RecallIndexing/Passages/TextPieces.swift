/// A place in a range of UTF-8 text that moves forward.
private struct TextCursor {
    let bytes: UnsafeBufferPointer<UInt8>
    var position: Int
    let end: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position >= end }
    var byte: UInt8 { bytes[position] }

    /// Moves to the next text and returns where it begins, or `nil` if there is none.
    mutating func skipWhiteSpace() -> Int? {
        while !isAtEnd, byte.isWhiteSpace { position += 1 }
        return isAtEnd ? nil : position
    }
}

/// The paragraphs of UTF-8 text: what empty lines part, without white space at the ends.
struct Paragraphs: Sequence, IteratorProtocol {
    private var cursor: TextCursor

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        cursor = TextCursor(bytes, range)
    }

    mutating func next() -> Range<Int>? {
        guard let start = cursor.skipWhiteSpace() else { return nil }
        var lastText = start
        var lineEnds = 0
        while !cursor.isAtEnd, lineEnds < 2 {
            if cursor.byte == UInt8(ascii: "\n") {
                lineEnds += 1
            } else if !cursor.byte.isWhiteSpace {
                lineEnds = 0
                lastText = cursor.position
            }
            cursor.position += 1
        }
        return start..<lastText + 1
    }
}

/// The sentences of UTF-8 text, ended by `.`, `!`, `?` and white space, by a CJK stop, or by a line end that begins a list
/// item.
struct Sentences: Sequence, IteratorProtocol {
    private var cursor: TextCursor

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        cursor = TextCursor(bytes, range)
    }

    mutating func next() -> Range<Int>? {
        guard let start = cursor.skipWhiteSpace() else { return nil }
        repeat { cursor.position += 1 } while !cursor.isAtEnd && !endsSentence(from: start)
        return start..<cursor.position
    }

    /// Whether a sentence that began at `start` ends right before the cursor.
    private func endsSentence(from start: Int) -> Bool {
        let (bytes, position) = (cursor.bytes, cursor.position)
        switch bytes[position - 1] {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
            return cursor.byte.isWhiteSpace
        case UInt8(ascii: "\n"):
            return [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "|")].contains(cursor.byte)
        case 0x82:  // 。 is E3 80 82
            return position - start >= 3 && bytes[position - 2] == 0x80 && bytes[position - 3] == 0xE3
        default:
            return false
        }
    }
}

/// Pieces of at most about 64 bytes, at white space where there is any, never inside a character.
struct Pieces: Sequence, IteratorProtocol {
    private var cursor: TextCursor

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        cursor = TextCursor(bytes, range)
    }

    mutating func next() -> Range<Int>? {
        guard let start = cursor.skipWhiteSpace() else { return nil }
        while !cursor.isAtEnd, !cursor.byte.isWhiteSpace, cursor.position - start < 64 { cursor.position += 1 }
        while !cursor.isAtEnd, cursor.byte & 0xC0 == 0x80 { cursor.position += 1 }
        return start..<cursor.position
    }
}

extension UInt8 {
    fileprivate var isWhiteSpace: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }
}
