import RecallCore

/// Data that Snappy compressed, in the chunks of iWork's archives: a zero, the length in three bytes, the data. There is no
/// stream identifier and no checksum, which Snappy's own framing has
/// (https://github.com/google/snappy/blob/main/format_description.txt).
enum Snappy {
    /// The data of all chunks, as far as they are whole and at most `limit` bytes.
    ///
    /// - Returns: the data, and the reason why there is not all of it; `nil` if there is.
    static func unpacked(chunks: [UInt8], atMost limit: Int) -> (bytes: [UInt8], defect: Defect?) {
        var bytes: [UInt8] = []
        var rest = chunks[...]
        while let kind = rest.popFirst() {
            guard kind == 0, let count = littleEndian(&rest, 3), rest.count >= count else {
                return (bytes, .badStructure)
            }
            var chunk = rest.prefix(count)
            guard let size = chunk.popVarint(groups: 5).map(Int.init) else { return (bytes, .badStructure) }
            guard size <= limit - bytes.count else { return (bytes, .overLimit) }
            guard unpack(chunk, of: size, to: &bytes) else { return (bytes, .badStructure) }
            rest = rest.dropFirst(count)
        }
        return (bytes, nil)
    }

    /// Appends what the elements of a chunk unpack to; false if it is damaged.
    private static func unpack(_ elements: ArraySlice<UInt8>, of size: Int, to bytes: inout [UInt8]) -> Bool {
        var rest = elements
        let start = bytes.count
        while let tag = rest.popFirst(), bytes.count - start < size {
            guard let (length, offset) = element(tag, &rest), length <= size - (bytes.count - start) else {
                return false
            }
            if let offset {
                guard offset > 0, offset <= bytes.count - start else { return false }
                // What is copied may reach into what the copy itself writes.
                for _ in 0..<length { bytes.append(bytes[bytes.count - offset]) }
            } else {
                guard length <= rest.count else { return false }
                bytes += rest.prefix(length)
                rest = rest.dropFirst(length)
            }
        }
        return bytes.count - start == size
    }

    /// The length of an element, and how far back it copies from; `nil` there for one that brings its bytes.
    private static func element(_ tag: UInt8, _ rest: inout ArraySlice<UInt8>) -> (length: Int, offset: Int?)? {
        let upper = Int(tag >> 2)
        switch tag & 3 {
        case 0:
            guard upper >= 60 else { return (upper + 1, nil) }
            return littleEndian(&rest, upper - 59).map { ($0 + 1, nil) }
        case 1: return littleEndian(&rest, 1).map { (4 + (upper & 7), Int(tag >> 5) << 8 | $0) }
        case 2: return littleEndian(&rest, 2).map { (upper + 1, $0) }
        default: return littleEndian(&rest, 4).map { (upper + 1, $0) }
        }
    }

    private static func littleEndian(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
