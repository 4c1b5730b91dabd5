/// Replaces clusters and scalars of a text by a `CharsMap`, with the source ranges of Hugging Face's `NormalizedString`.
///
/// Of a cluster of less than six bytes the whole is looked up, else each scalar. The first scalars of a replacement take
/// the ranges of those they replace, the others that of the last. Scalars that are removed before anything is kept make
/// all later ranges lag behind by as many scalars, as they do in `tokenizers` 0.23.
struct CharsMapPass {
    private let text: UnsafeBufferPointer<UInt8>
    private let offset: Int
    private let map: CharsMap
    private let isPlain: UnsafeBufferPointer<Bool>
    private let clusters = GraphemeClusters.shared
    private(set) var output: NormalizedText
    /// The scalar of the text that the next scalar is put in the place of, and the source of the one before.
    private var cursor = 0
    private var before = TokenizedText.ByteRange(lower: 0, upper: 0)
    /// The last scalar of the output; -1 if there is none.
    private var last = -1
    private var lastIsInserted = false

    /// The longest cluster that is looked up, in bytes.
    private static let longestCluster = 5

    /// `isPlain` says of each ASCII character if it stays as it is before another one. `output` must be empty.
    init(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, _ map: CharsMap, isPlain: UnsafeBufferPointer<Bool>,
        into output: NormalizedText
    ) {
        (self.text, self.offset, self.map, self.isPlain, self.output) = (text, offset, map, isPlain, output)
    }

    mutating func run() {
        var i = 0
        while i < text.count {
            let end = cursor == i ? plainEnd(from: i) : i
            if end > i {
                output.append(ascii: UnsafeBufferPointer(rebasing: text[i..<end]), at: offset + i)
                cursor = end
                before = source(end - 1, 1)
                last = output.count - 1
                lastIsInserted = false
                i = end
            } else {
                i = takeCluster(at: i)
            }
        }
    }

    private func plainEnd(from start: Int) -> Int {
        var i = start
        while i < text.count, text[i] < 0x80, isPlain[Int(text[i])] { i += 1 }
        // What is not ASCII may belong to the character before.
        return i < text.count && i > start && text[i] >= 0x80 ? i - 1 : i
    }

    private mutating func takeCluster(at i: Int) -> Int {
        let (scalar, length) = UTF8Decoding.scalar(in: text, at: i, end: text.count)
        let end = clusters.end(in: text, first: scalar, end: i + length)
        if end > i + length, end - i <= Self.longestCluster,
            let replacement = map.replacement(of: UnsafeBufferPointer(rebasing: text[i..<end]))
        {
            replace(scalarCount(i..<end), by: replacement)
            return end
        }
        var j = i
        while j < end { j += takeScalar(at: j) }
        return end
    }

    private func scalarCount(_ range: Range<Int>) -> Int {
        text[range].reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
    }

    private mutating func takeScalar(at i: Int) -> Int {
        let (scalar, length) = UTF8Decoding.scalar(in: text, at: i, end: text.count)
        let bytes = UnsafeBufferPointer(rebasing: text[i..<i + length])
        if scalar == 0xfffd, length == 1 {
            remove(1)
        } else if let replacement = map.replacement(of: bytes) {
            replace(1, by: replacement)
        } else {
            keep(bytes)
        }
        return length
    }

    /// Puts a scalar in the place of the one at the cursor.
    @inline(__always)
    private mutating func keep(_ scalar: UnsafeBufferPointer<UInt8>) {
        last = output.count
        advance(1)
        output.append(scalar, before)
        lastIsInserted = false
    }

    private mutating func replace(_ count: Int, by replacement: UnsafeBufferPointer<UInt8>) {
        guard !replacement.isEmpty else { return remove(count) }
        var left = count
        var i = 0
        while i < replacement.count {
            let length = UTF8Decoding.scalar(in: replacement, at: i, end: replacement.count).length
            let scalar = UnsafeBufferPointer(rebasing: replacement[i..<i + length])
            if left > 0 {
                keep(scalar)
                left -= 1
            } else {
                last = output.count
                output.append(scalar, before)
                lastIsInserted = true
            }
            i += length
        }
        advance(left)
    }

    private mutating func remove(_ count: Int) {
        guard last >= 0 else { return }
        let inserted = lastIsInserted
        let start = cursor
        advance(count)
        // An insertion and a removal make a replacement.
        if inserted {
            output.setSource(
                source(start, UTF8Decoding.scalar(in: text, at: start, end: text.count).length), from: last)
            lastIsInserted = false
        }
    }

    @inline(__always)
    private mutating func advance(_ count: Int) {
        for _ in 0..<count where cursor < text.count {
            let length = UTF8Decoding.scalar(in: text, at: cursor, end: text.count).length
            before = source(cursor, length)
            cursor += length
        }
    }

    @inline(__always)
    private func source(_ i: Int, _ length: Int) -> TokenizedText.ByteRange {
        .init(lower: Int32(truncatingIfNeeded: offset + i), upper: Int32(truncatingIfNeeded: offset + i + length))
    }
}
