import Foundation
import RecallText

/// Builds a segment: the inverted index of passages that are stored together, as in Lucene.
struct SegmentBuilder {
    let firstPassage: Int
    private(set) var nextPassage: Int
    private(set) var layout = Data()
    private(set) var languages: LanguageSet = []
    private var threadBegins = true
    private var postings: [String: PostingBuilder] = [:]

    struct PostingBuilder {
        var bytes: [UInt8] = []
        var last: Int
    }

    init(firstPassage: Int) {
        self.firstPassage = firstPassage
        nextPassage = firstPassage
    }

    /// Marks the next passage as the first of a thread.
    mutating func beginThread() {
        threadBegins = true
    }

    /// Leaves out the passages before `passage`.
    mutating func skip(to passage: Int) {
        nextPassage = passage
    }

    /// Adds an item's passages with their terms.
    mutating func append(_ item: ItemDraft, _ terms: ItemTerms) {
        if let language = terms.language { languages.insert(LanguageSet(language)) }
        for (passage, terms) in zip(item.passages, terms.passages) {
            for (term, frequency) in terms.frequencies {
                postings[term, default: PostingBuilder(last: firstPassage)].append(nextPassage, frequency)
            }
            appendLayout(tokenCount: passage.tokenCount, termCount: terms.count)
            nextPassage += 1
        }
    }

    private mutating func appendLayout(tokenCount: Int, termCount: Int) {
        var packed = UInt16(clamping: min(max(tokenCount, 1), Int(PassageLayout.Flag.tokens)))
        if threadBegins { packed |= PassageLayout.Flag.beginsThread }
        threadBegins = false
        withUnsafeBytes(of: packed.littleEndian) { layout.append(contentsOf: $0) }
        withUnsafeBytes(of: UInt16(clamping: termCount).littleEndian) { layout.append(contentsOf: $0) }
    }

    /// The postings sorted by term, so that they are written to consecutive pages of the B-tree.
    func postingsByTerm() -> [(term: String, postings: Data)] {
        postings.map { (term: $0.key, postings: Data($0.value.bytes)) }.sorted { $0.term < $1.term }
    }
}

extension SegmentBuilder.PostingBuilder {
    /// Appends a posting: the gap since the last passage as a varint, shifted left by one. The low bit is set if a
    /// frequency other than 1 follows.
    mutating func append(_ passage: Int, _ frequency: Int) {
        VariableLengthInteger.append((passage - last) << 1 | (frequency == 1 ? 0 : 1), to: &bytes)
        if frequency != 1 { VariableLengthInteger.append(frequency, to: &bytes) }
        last = passage
    }
}
