import RecallCore
import RecallImport
import RecallStore

/// Splits threads into passages within a transaction.
struct ThreadSplitter {
    let transaction: LibraryTransaction
    private let splitter = PassageSplitter()
    /// The analyses of items, as far as they were made before.
    private let analyses: [ItemRow: ItemAnalysis]

    init(transaction: LibraryTransaction, analyses: [ItemRow: ItemAnalysis] = [:]) {
        self.transaction = transaction
        self.analyses = analyses
    }

    /// Replaces the passages of threads. Threads that were merged into others are skipped.
    ///
    /// - Returns: the number of items in them, by the kind of their threads.
    @discardableResult
    func split(_ threads: Set<ThreadRow>) throws -> [ItemKind: Int] {
        let drafts = try threads.sorted().compactMap(draft)
        try transaction.write(drafts.map(\.draft))
        return drafts.reduce(into: [:]) { $0[$1.kind, default: 0] += $1.draft.items.count }
    }

    /// Replaces the passages of those threads that hold quoted text, of which an earlier version knew nothing.
    func splitQuotedText(in threads: [ThreadRow]) throws {
        let drafts = try threads.compactMap(draft).map(\.draft)
        try transaction.write(drafts.filter { $0.items.contains { !$0.text.quotedTexts.isEmpty } })
    }

    private func draft(_ row: ThreadRow) throws -> (draft: ThreadDraft, kind: ItemKind)? {
        guard let thread = try transaction.snapshot.thread(row) else { return nil }
        let texts = try transaction.snapshot.texts(thread: row)
        let dates = texts.compactMap(\.date)
        var quoted = LoneQuotedMails(of: texts, mails: mails)
        let draft = ThreadDraft(
            thread: row, title: Self.title(of: thread.kind, texts) ?? thread.title,
            dates: dates.min().flatMap { first in dates.max().map { first...$0 } },
            items: texts.map { self.draft($0, &quoted) })
        return (draft, thread.kind)
    }

    private func mails(within text: ThreadItemText) -> [QuotedMail] {
        analyses[text.row]?.mailsWithin
            ?? LoneQuotedMails.mails(
                within: text.text, text.kind, subject: text.title, sender: text.sender, hidesText: text.hidesText)
    }

    private func draft(_ text: ThreadItemText, _ thread: inout LoneQuotedMails) -> ItemDraft {
        var text = text
        let ranges: [Range<Int>]
        (ranges, text.quotedTexts) = thread.ranges(of: text)
        guard text.quotedTexts.isEmpty, let analysis = analyses[text.row] else {
            return ItemDraft(text: text, passages: splitter.split(text.textWithoutQuoteMarks, ranges: ranges))
        }
        return ItemDraft(text: text, passages: analysis.passages, terms: analysis.terms)
    }

    /// The title of the first item, or the name of the conversation.
    private static func title(of kind: ItemKind, _ texts: [ThreadItemText]) -> String? {
        guard kind == .message else { return texts.first?.title }
        return texts.lazy.map(\.conversationTitle).first { !$0.isEmpty } ?? texts.first?.title
    }
}
