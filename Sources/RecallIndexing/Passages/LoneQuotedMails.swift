import RecallCore
import RecallImport
import RecallStore
import RecallText

/// The words of others in a thread's mails: what these forward, and what they quote of mails that the thread does not have.
///
/// Whoever keeps only a part of a conversation has the rest in quotations alone. A quoted mail is lone if hardly any run of words in
/// it stands in what the thread's people wrote themselves, or in one before it; so what is quoted ten times is one passage.
/// This depends on the thread's items alone, not on the order in which they came.
struct LoneQuotedMails {
    private let mails: [ItemRow: [QuotedMail]]
    private var known: Set<UInt32> = []

    /// The words of a run.
    private static let run = 3
    private static let fewestWords = 4

    /// - Parameters:
    ///   - texts: the items of a thread, in reading order.
    ///   - mails: the mails within an item.
    /// - Complexity: O(*n*) in their text, and O(1) if no mail quotes another one.
    init(of texts: [ThreadItemText], mails: (ThreadItemText) -> [QuotedMail]) {
        self.mails = texts.reduce(into: [:]) { found, text in
            let within = mails(text)
            if !within.isEmpty { found[text.row] = within }
        }
        guard self.mails.values.contains(where: { $0.contains { !$0.isForwarded } }) else { return }
        for text in texts where text.kind == .email {
            let bytes = Array(text.text.utf8)
            for range in text.authoredRanges { known.formUnion(Self.runs(bytes, [range]).hashes) }
        }
    }

    /// The mails within an item. None if the page hides text, which may be quoted as well and is nobody's words.
    static func mails(
        within text: String, _ kind: ItemKind, subject: String, sender: String, hidesText: Bool
    ) -> [QuotedMail] {
        guard kind == .email, !hidesText else { return [] }
        return MailQuotes.quotedMails(in: text, subject: subject, sender: sender)
    }

    /// The ranges of an item to split into passages, ascending, and those of them that are quoted texts. For each item once, in
    /// reading order.
    mutating func ranges(of text: ThreadItemText) -> (all: [Range<Int>], quotedTexts: [QuotedText]) {
        guard let mails = mails[text.row] else { return (text.authoredRanges, []) }
        let bytes = Array(text.text.utf8)
        var quotedTexts: [QuotedText] = []
        for mail in mails {
            let forwarded = mail.isForwarded ? Self.shared(mail.ranges, text.authoredRanges) : []
            if !forwarded.isEmpty {
                quotedTexts += forwarded.map { QuotedText(range: $0, author: mail.author) }
            } else if isLone(mail, bytes) {
                quotedTexts += mail.ranges.map { QuotedText(range: $0, author: mail.author) }
            }
        }
        quotedTexts.sort { $0.range.lowerBound < $1.range.lowerBound }
        let own = text.authoredRanges.subtracting(quotedTexts.map(\.range))
        return ((own + quotedTexts.map(\.range)).sorted { $0.lowerBound < $1.lowerBound }, quotedTexts)
    }

    /// The parts of some ranges that are in others; both are ascending.
    ///
    /// - Complexity: O(*m* log *n* + *k*) for *m* ranges, *n* others and *k* parts.
    private static func shared(_ ranges: [Range<Int>], _ others: [Range<Int>]) -> [Range<Int>] {
        ranges.flatMap { range in
            let first = others.firstIndexInOrder { $0.upperBound > range.lowerBound }
            return others[first...].prefix { $0.lowerBound < range.upperBound }.map { $0.clamped(to: range) }
        }
    }

    private mutating func isLone(_ mail: QuotedMail, _ bytes: [UInt8]) -> Bool {
        let (hashes, words) = Self.runs(bytes, mail.ranges)
        guard words >= Self.fewestWords, hashes.count(where: known.contains) * 2 < hashes.count else { return false }
        known.formUnion(hashes)
        return true
    }

    /// The hashes of all runs of words, in whatever lines and under whatever quote marks they stand.
    private static func runs(_ bytes: [UInt8], _ ranges: [Range<Int>]) -> (hashes: Set<UInt32>, words: Int) {
        var (hashes, words): (Set<UInt32>, Int) = ([], 0)
        var (first, second): (UInt64, UInt64) = (0, 0)
        func end(_ word: UInt64) {
            words += 1
            let hash = (first &* 31 &+ second) &* 0x9E37_79B9_7F4A_7C15 &+ word
            if words >= run { hashes.insert(UInt32(truncatingIfNeeded: hash >> 24)) }
            (first, second) = (second, word &* 0xD6E8_FEB8_6659_FD93)
        }
        for range in ranges {
            var word: UInt64 = 0
            for byte in bytes[range.clamped(to: 0..<bytes.count)] {
                if byte.mayBeOfWord {
                    word = (word ^ UInt64(byte.asciiLowercase)) &* 0x100_0000_01B3 &+ 1
                } else if word != 0 {
                    end(word)
                    word = 0
                }
            }
            if word != 0 { end(word) }
        }
        return (hashes, words)
    }
}
