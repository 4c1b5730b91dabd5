/// Text for people in pieces, so that a browser need not count bytes.
enum Segments {
    /// A piece of a passage.
    struct Marked: Encodable, Equatable {
        enum Mark: String, Encodable {
            /// A word of the query.
            case word
            /// Of the sentence that is nearest in meaning.
            case sentence
        }

        var text: String
        var mark: Mark?
    }

    /// A piece of an item.
    struct Quoted: Encodable, Equatable {
        var text: String
        /// True if its author did not write it: a quoted mail, a signature.
        var quoted: Bool?
    }

    /// `text` with the byte ranges `words` and `sentence` marked; a word in the sentence is a word.
    static func marked(_ text: String, words: [Range<Int>], sentence: Range<Int>? = nil) -> [Marked] {
        pieces(of: text, cutAt: words + [sentence].compactMap(\.self)) { piece in
            if words.contains(where: { $0.contains(piece.lowerBound) }) { return .word }
            return sentence?.contains(piece.lowerBound) == true ? .sentence : nil
        }.map { Marked(text: $0, mark: $1) }
    }

    /// `text` with what is outside the byte ranges `authored` marked as quoted.
    static func quoted(_ text: String, authored: [Range<Int>]) -> [Quoted] {
        pieces(of: text, cutAt: authored) { piece in
            authored.contains { $0.contains(piece.lowerBound) } ? nil : true
        }.map { Quoted(text: $0, quoted: $1) }
    }

    /// The pieces of `text` between the ends of `ranges`, neighbours with the same mark joined.
    private static func pieces<Mark: Equatable>(
        of text: String, cutAt ranges: [Range<Int>], mark: (Range<Int>) -> Mark?
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
