import Foundation
import RecallCore
import RecallText

@testable import RecallIndexing
@testable import RecallKit
@testable import RecallSearch
@testable import RecallStore

/// What is done with the text of every item: words, sentences, passages, statements.
enum Texts {
    private static func check(_ ranges: [Range<Int>], in text: String, _ what: String) {
        var end = 0
        let bytes = Array(text.utf8)
        for range in ranges {
            precondition(
                range.lowerBound >= end && range.upperBound <= bytes.count, "\(what) out of order or of the text")
            let starts = [range.lowerBound, range.upperBound].filter { $0 < bytes.count }
            precondition(starts.allSatisfy { bytes[$0] & 0xC0 != 0x80 }, "\(what) cut within a character")
            end = range.upperBound
        }
    }

    static func words(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let analyzer = TermAnalyzer()
        for language in [nil, Language.english, .german, .french] {
            let terms = analyzer.terms(of: text, language: language)
            precondition(terms.allSatisfy { $0.range.upperBound <= text.utf8.count && !$0.range.isEmpty })
        }
        _ = LanguageDetector.stemming(of: text)
        _ = LanguageDetector.written(text, in: [0..<text.utf8.count])
        _ = BaseSubject(text)
    }

    static func sentences(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        check(SentenceSplitter.sentences(of: text), in: text, "a sentence")
        check(MarkdownMarks.ranges(in: text), in: text, "a mark")
        _ = MarkdownMarks.removed(from: text, title: String(text.prefix(10)))
        _ = SentenceSplitter.clauses(of: text)
        for most in [1, 20, 110] {
            let spans = PassageSplitter(maximumTokens: most).split(text, ranges: [0..<text.utf8.count])
            check(spans.map(\.range), in: text, "a passage")
        }
    }

    static func statements(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let analyzer = TermAnalyzer()
        _ = ClaimText(text, analyzer)
        _ = MemoryStatement(text, analyzer)
        if let clause = StatedClause(text, analyzer)?.clause {
            _ = OwnStatement.type(of: clause)
            _ = RememberRequest(clause, analyzer)
        }
        _ = AskedQuestion.text(of: text)
        _ = QuestionParts.parts(of: text)
        for language in [nil, Language.english, .german] {
            let phrases = RelativeTimePhrases().dates(in: text, language: language, writtenAt: QueryClock())
            _ = phrases
        }
    }

    /// A file of memories: what is read is written so that it is read again.
    static func memories(_ bytes: [UInt8]) {
        guard let memories = try? MemoryMarkdown.memories(in: String(decoding: bytes, as: UTF8.self)) else { return }
        let written = MemoryMarkdown.text(of: memories)
        let again = try? MemoryMarkdown.memories(in: written)
        precondition(again?.count == memories.count, "memories that were written are not read")
        precondition(again.map(MemoryMarkdown.text(of:)) == written, "memories change when they are written")
    }

    static func names(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        for part in UploadName.parts(text, folders: 8) ?? [] {
            precondition(
                !part.isEmpty && !part.hasPrefix(".") && !part.utf8.contains(UInt8(ascii: "/"))
                    && part.utf8.count <= 160)
        }
        _ = BackupManifest(bytes)
    }

    /// The postings of a segment, as a hostile library has them.
    static func postings(_ bytes: [UInt8]) {
        var (list, other) = (PostingList(), PostingList())
        list.append(segment: Data(bytes), firstPassage: 1)
        other.append(segment: Data(bytes.dropFirst(bytes.count / 2)), firstPassage: 1_000)
        let merged = PostingList(merging: [list, other])
        precondition(merged.passages.count == merged.frequencies.count)
        _ = merged.firstPosition(of: 500, from: 0)
    }
}
