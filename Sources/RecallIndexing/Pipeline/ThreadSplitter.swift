import RecallCore
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

    private func draft(_ row: ThreadRow) throws -> (draft: ThreadDraft, kind: ItemKind)? {
        guard let thread = try transaction.snapshot.thread(row) else { return nil }
        let texts = try transaction.snapshot.texts(thread: row)
        let dates = texts.compactMap(\.date)
        let draft = ThreadDraft(
            thread: row, title: Self.title(of: thread.kind, texts) ?? thread.title,
            dates: dates.min().flatMap { first in dates.max().map { first...$0 } },
            items: texts.map(self.draft))
        return (draft, thread.kind)
    }

    private func draft(_ text: ThreadItemText) -> ItemDraft {
        guard let analysis = analyses[text.row] else {
            return ItemDraft(text: text, passages: splitter.split(text.text, ranges: text.authoredRanges))
        }
        return ItemDraft(text: text, passages: analysis.passages, terms: analysis.terms)
    }

    /// The title of the first item, or the name of the conversation.
    private static func title(of kind: ItemKind, _ texts: [ThreadItemText]) -> String? {
        guard kind == .message else { return texts.first?.title }
        return texts.lazy.map(\.conversationTitle).first { !$0.isEmpty } ?? texts.first?.title
    }
}
