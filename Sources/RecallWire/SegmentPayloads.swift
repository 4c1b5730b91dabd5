// Text for people comes in segments, so that no client counts bytes.

/// A segment of a passage.
public struct MarkedSegmentPayload: Encodable, Hashable, Sendable {
    /// The mark of a segment.
    public enum Mark: String, Encodable, Sendable, CaseIterable {
        /// A word of the query.
        case word
        /// A part of the sentence that answers best.
        case sentence
    }

    let text: String
    let mark: Mark?

    /// The segments of `text` with the byte ranges `words` and `sentence` marked; a word in the sentence is a word.
    static func segments(of text: String, words: [Range<Int>], sentence: Range<Int>? = nil) -> [Self] {
        TextSegments.cut(text, at: words + [sentence].compactMap(\.self)) { piece -> Mark? in
            if words.contains(where: { $0.contains(piece.lowerBound) }) { return .word }
            return sentence?.contains(piece.lowerBound) == true ? .sentence : nil
        }.map { Self(text: $0, mark: $1) }
    }

    private enum Piece: Equatable {
        case dropped
        case shown(Mark?)
    }

    /// The segments without the byte ranges `dropped`.
    static func segments(
        of text: String, words: [Range<Int>], sentence: Range<Int>?, without dropped: [Range<Int>]
    ) -> [Self] {
        let cuts = words + dropped + [sentence].compactMap(\.self)
        let pieces = TextSegments.cut(text, at: cuts) { piece -> Piece? in
            if dropped.contains(where: { $0.contains(piece.lowerBound) }) { return .dropped }
            if words.contains(where: { $0.contains(piece.lowerBound) }) { return .shown(.word) }
            return .shown(sentence?.contains(piece.lowerBound) == true ? .sentence : nil)
        }
        return pieces.compactMap { text, piece in
            guard case .shown(let mark)? = piece else { return nil }
            return Self(text: text, mark: mark)
        }
    }
}

/// A segment of an item.
public struct QuotedSegmentPayload: Encodable, Hashable, Sendable {
    let text: String
    /// True if its author did not write it: a quoted mail, a signature.
    let quoted: Bool?

    /// The segments of `text` with all that is outside the byte ranges `authored` marked as quoted.
    static func segments(of text: String, authored: [Range<Int>]) -> [Self] {
        TextSegments.cut(text, at: authored) { piece in
            authored.contains { $0.contains(piece.lowerBound) } ? nil : true
        }.map { Self(text: $0, quoted: $1) }
    }
}

private enum TextSegments {
    /// The pieces of `text` between the ends of `ranges`, neighbours with the same mark joined.
    static func cut<Mark: Equatable>(
        _ text: String, at ranges: [Range<Int>], mark: (Range<Int>) -> Mark?
    ) -> [(String, Mark?)] {
        let bytes = Array(text.utf8)
        let cuts = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] } + [0, bytes.count]).filter {
            (0...bytes.count).contains($0)
        }.sorted()
        var joined: [(range: Range<Int>, mark: Mark?)] = []
        for (low, high) in zip(cuts, cuts.dropFirst()) {
            let mark = mark(low..<high)
            if let last = joined.last, last.mark == mark {
                joined[joined.count - 1].range = last.range.lowerBound..<high
            } else {
                joined.append((low..<high, mark))
            }
        }
        return joined.map { (String(decoding: bytes[$0.range], as: UTF8.self), $0.mark) }
    }
}
