/// The sentences of UTF-8 text, ended by `.`, `!`, `?` and white space, by a CJK stop, or by a line end that begins a list
/// item.
package struct PassageSentences: Sequence, IteratorProtocol {
    private var cursor: TextCursor

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        cursor = TextCursor(bytes, range)
    }

    package mutating func next() -> Range<Int>? {
        guard let start = cursor.skipWhiteSpace() else { return nil }
        repeat { cursor.position += 1 } while !cursor.isAtEnd && !endsSentence(from: start)
        return start..<cursor.position
    }

    /// True if a sentence that began at `start` ends right before the cursor.
    private func endsSentence(from start: Int) -> Bool {
        let (bytes, position) = (cursor.bytes, cursor.position)
        switch bytes[position - 1] {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
            return cursor.byte.isASCIISpace
        case UInt8(ascii: "\n"):
            return [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "|")].contains(cursor.byte)
        case 0x82:  // 。 is E3 80 82
            return position - start >= 3 && bytes[position - 2] == 0x80 && bytes[position - 3] == 0xE3
        default:
            return false
        }
    }
}
