/// Normalised UTF-8 text with the source range of every byte.
struct NormalizedText {
    typealias Source = TokenizedText.ByteRange

    private(set) var bytes: [UInt8] = []
    private(set) var sources: [Source] = []

    var count: Int { bytes.count }

    @inline(__always)
    mutating func append(_ byte: UInt8, _ source: Source) {
        bytes.append(byte)
        sources.append(source)
    }

    @inline(__always)
    mutating func append(_ new: UnsafeBufferPointer<UInt8>, _ source: Source) {
        for byte in new { append(byte, source) }
    }

    mutating func append(_ other: NormalizedText, _ range: Range<Int>) {
        bytes.append(contentsOf: other.bytes[range])
        sources.append(contentsOf: other.sources[range])
    }

    /// Appends ASCII text from `offset` of the source as it is.
    mutating func append(ascii text: UnsafeBufferPointer<UInt8>, at offset: Int) {
        bytes.append(contentsOf: text)
        var source = Source(lower: Int32(offset), upper: Int32(offset + 1))
        for _ in 0..<text.count {
            sources.append(source)
            source.lower += 1
            source.upper += 1
        }
    }

    mutating func setSource(_ source: Source, from start: Int) {
        for i in start..<sources.count { sources[i] = source }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        sources.removeAll(keepingCapacity: true)
    }
}

/// White_Space in UTF-8.
enum UTF8Whitespace {
    /// The bytes of a white-space scalar at `i`; 0 if there is none.
    @inline(__always)
    static func length(in text: UnsafeBufferPointer<UInt8>, at i: Int) -> Int {
        let byte = text[i]
        if byte < 0x80 { return byte == 0x20 || 0x09...0x0d ~= byte ? 1 : 0 }
        guard byte == 0xc2 || 0xe1...0xe3 ~= byte else { return 0 }
        let (scalar, length) = UTF8Decoding.scalar(in: text, at: i, end: text.count)
        switch scalar {
        case 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000: return length
        default: return 0
        }
    }

    /// The end of the white space that begins at `start`.
    static func end(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var i = start
        while i < text.count {
            let length = length(in: text, at: i)
            guard length > 0 else { break }
            i += length
        }
        return i
    }

    /// The start of the white space that ends at `end`, at least `least`.
    static func start(in text: UnsafeBufferPointer<UInt8>, from end: Int, least: Int) -> Int {
        var i = end
        while i > least {
            var before = i - 1
            while before > least, text[before] & 0xc0 == 0x80 { before -= 1 }
            guard length(in: text, at: before) == i - before else { break }
            i = before
        }
        return i
    }
}
