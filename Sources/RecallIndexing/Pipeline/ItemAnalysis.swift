import RecallCore
import RecallImport
import RecallStore
import Synchronization

/// The passages of an item and their terms, and the mails within it, which depend on nothing but its text. They are made outside
/// of the transaction that stores them, so that a second core does this part of the work.
struct ItemAnalysis: Sendable {
    /// The passages of its author's own words.
    let passages: [PassageSpan]
    let terms: ItemTerms
    let mailsWithin: [QuotedMail]
}

/// Analyzes items, one at a time.
final class ItemAnalyzer: Sendable {
    private let splitter = PassageSplitter()
    private let counter = Mutex(TermCounter())

    /// The analysis of an item as it is stored.
    func analysis(of item: Item) -> ItemAnalysis {
        let item = item.withoutEmbeddedNotice
        let passages = splitter.split(item.text, ranges: item.authoredRanges)
        let terms = counter.withLock {
            $0.terms(title: item.title, otherNames: item.otherNames, text: item.text, passages: passages)
        }
        return ItemAnalysis(
            passages: passages, terms: terms,
            mailsWithin: LoneQuotedMails.mails(
                within: item.text, item.kind, subject: item.title, sender: item.sender?.displayName ?? "",
                hidesText: item.defects.contains(.hiddenText)))
    }
}

extension Item {
    /// The item without authored ranges if the platform wrote it: system notices are shown but never embedded.
    var withoutEmbeddedNotice: Item {
        guard case .message(let details) = details, details.isSystemNotice else { return self }
        var item = self
        item.authoredRanges = []
        return item
    }
}
