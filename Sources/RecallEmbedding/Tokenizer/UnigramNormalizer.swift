/// The normalisation of text before it is cut into pieces: those of Hugging Face's normalizers that models with
/// SentencePiece's vocabularies have.
struct UnigramNormalizer: Sendable, Hashable {
    /// A step after the map.
    enum Step: Sendable, Hashable {
        /// `Strip`, on both sides or one.
        case strip(left: Bool, right: Bool)
        /// `Replace` of two or more spaces.
        case replaceSpaces(by: [UInt8])
        /// `Replace` of a text that is not empty.
        case replace([UInt8], by: [UInt8])
    }

    var steps: [Step] = []

    /// Normalises `text`, which begins at `offset` of the source.
    func normalize(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, _ map: CharsMap, isPlain: UnsafeBufferPointer<Bool>,
        into result: inout NormalizedText
    ) {
        // Taken out and put back, so that its memory is used again.
        var output = NormalizedText()
        swap(&output, &result)
        output.removeAll()
        var pass = CharsMapPass(text, at: offset, map, isPlain: isPlain, into: output)
        output = NormalizedText()
        pass.run()
        result = pass.output
        for step in steps { result = Self.applied(step, to: result) }
    }

    private static func applied(_ step: Step, to text: NormalizedText) -> NormalizedText {
        switch step {
        case .strip(let left, let right): stripped(text, left: left, right: right)
        case .replaceSpaces(let content):
            replaced(text, by: content) { bytes, i in
                var end = i
                while end < bytes.count, bytes[end] == 0x20 { end += 1 }
                return end - i >= 2 ? end - i : 0
            }
        case .replace(let pattern, let content):
            replaced(text, by: content) { bytes, i in
                bytes.count - i >= pattern.count && bytes[i..<i + pattern.count].elementsEqual(pattern)
                    ? pattern.count : 0
            }
        }
    }

    private static func stripped(_ text: NormalizedText, left: Bool, right: Bool) -> NormalizedText {
        let range = text.bytes.withUnsafeBufferPointer { bytes in
            let start = left ? UTF8Whitespace.end(in: bytes, from: 0) : 0
            return start..<(right ? UTF8Whitespace.start(in: bytes, from: bytes.count, least: start) : bytes.count)
        }
        var result = NormalizedText()
        result.append(text, range)
        return result
    }

    /// Replaces what `length` gives a length; the replacement comes from the last byte of it.
    private static func replaced(
        _ text: NormalizedText, by content: [UInt8], _ length: (UnsafeBufferPointer<UInt8>, Int) -> Int
    ) -> NormalizedText {
        var result = NormalizedText()
        text.bytes.withUnsafeBufferPointer { bytes in
            var i = 0
            while i < bytes.count {
                let length = length(bytes, i)
                if length > 0 {
                    content.withUnsafeBufferPointer { result.append($0, text.sources[i + length - 1]) }
                } else {
                    result.append(bytes[i], text.sources[i])
                }
                i += max(1, length)
            }
        }
        return result
    }
}
