/// The paragraphs of UTF-8 text: what empty lines part, without white space at the ends.
package struct Paragraphs: Sequence, IteratorProtocol {
    private var cursor: TextCursor

    package init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        cursor = TextCursor(bytes, range)
    }

    package mutating func next() -> Range<Int>? {
        guard let start = cursor.skipWhiteSpace() else { return nil }
        var lastText = start
        var lineEnds = 0
        while !cursor.isAtEnd, lineEnds < 2 {
            if cursor.byte == UInt8(ascii: "\n") {
                lineEnds += 1
            } else if !cursor.byte.isASCIISpace {
                lineEnds = 0
                lastText = cursor.position
            }
            cursor.position += 1
        }
        return start..<lastText + 1
    }
}

/// Pieces of at most about 64 bytes, at white space where there is any, never inside a character.
package struct Pieces: Sequence, IteratorProtocol {
    private var cursor: TextCursor

    package init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        cursor = TextCursor(bytes, range)
    }

    package mutating func next() -> Range<Int>? {
        guard let start = cursor.skipWhiteSpace() else { return nil }
        while !cursor.isAtEnd, !cursor.byte.isASCIISpace, cursor.position - start < 64 { cursor.position += 1 }
        while !cursor.isAtEnd, cursor.byte & 0xC0 == 0x80 { cursor.position += 1 }
        return start..<cursor.position
    }
}
