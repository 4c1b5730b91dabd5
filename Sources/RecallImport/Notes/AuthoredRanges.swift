import RecallText

/// The ranges of a text written by its author: the text without given ranges and without blobs.
enum AuthoredRanges {
    /// The longest run of ASCII without white space that counts as words: more is a key, an image or other encoded data.
    static let longestWord = 1000

    /// The ranges of `text` without `excluded` (in any order) and without blobs.
    static func all(of text: String, without excluded: [Range<Int>] = []) -> [Range<Int>] {
        var text = text
        return text.withUTF8 { bytes in
            let ordered = (excluded + blobs(in: bytes)).sorted { $0.lowerBound < $1.lowerBound }
            return [0..<bytes.count].subtracting(ordered).filter { range in bytes[range].contains { $0 > 0x20 } }
        }
    }

    private static func blobs(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var blobs: [Range<Int>] = []
        var start = 0
        for i in 0...bytes.count where i == bytes.count || bytes[i] <= 0x20 || bytes[i] >= 0x80 {
            if i - start > longestWord { blobs.append(start..<i) }
            start = i + 1
        }
        return blobs
    }
}
