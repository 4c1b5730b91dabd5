/// A place in a range of UTF-8 text that moves forward.
struct TextCursor {
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

    /// Moves to the next text and returns its start; `nil` at the end.
    mutating func skipWhiteSpace() -> Int? {
        while !isAtEnd, byte.isASCIISpace { position += 1 }
        return isAtEnd ? nil : position
    }
}
