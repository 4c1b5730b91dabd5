import RecallCore
import RecallEmbedding
import RecallStore

/// Reads the threads without vectors, ordered by row, and makes encoder inputs of them, part by part.
struct EmbeddingReader: Sendable {
    let store: LibraryStore
    let encoder: any SentenceEncoder
    let generation: Generation
    /// The running import; threads that it may still add to are postponed.
    let activity: ImportActivity?
    private var last: ThreadRow?
    /// A thread that did not fit into the last part: its remaining inputs, and the deletion count when it was read.
    private var rest: (thread: PendingThread, inputs: ArraySlice<ThreadInput>, deletions: Int)?

    init(
        store: LibraryStore, encoder: any SentenceEncoder, generation: Generation, activity: ImportActivity?
    ) {
        self.store = store
        self.encoder = encoder
        self.generation = generation
        self.activity = activity
    }

    /// The next part, or `nil` after the last one.
    mutating func next() throws -> EmbeddingPart? {
        try store.read { snapshot in
            var part = EmbeddingPart()
            part.deletions = try rest?.deletions ?? snapshot.deletionCount()
            fill(&part)
            while !part.isFull, try add(threadsFrom: snapshot, to: &part) {}
            guard !part.isEmpty else { return nil }
            part.known = try snapshot.cachedVectors(part.inputs.flatMap(\.input.contentHashes), generation: generation)
            return part
        }
    }

    /// Adds threads until the part is full.
    ///
    /// - Returns: true if there may be more threads.
    private mutating func add(threadsFrom snapshot: LibrarySnapshot, to part: inout EmbeddingPart) throws -> Bool {
        let threads = try snapshot.threadsToEmbed(
            generation: generation, after: last, limit: EmbeddingPart.maximumThreads)
        for thread in threads where !part.isFull {
            last = thread.row
            guard activity?.isBusy(thread.row) != true else { continue }
            rest = (thread, try inputs(of: thread, snapshot)[...], part.deletions)
            fill(&part)
        }
        return !threads.isEmpty
    }

    /// Moves inputs of the current thread to the part.
    private mutating func fill(_ part: inout EmbeddingPart) {
        guard let (thread, inputs, deletions) = rest else { return }
        var left = inputs
        while !part.isFull, let input = left.popFirst() { part.append(input) }
        rest = left.isEmpty ? nil : (thread, left, deletions)
        if left.isEmpty { part.completed.append(thread) }
    }

    /// The number of passages without a vector.
    func pendingPassages() throws -> Int {
        let counts = try store.read { try $0.passageCounts(of: generation) }
        return counts.all - counts.embedded
    }

    private func inputs(of thread: PendingThread, _ snapshot: LibrarySnapshot) throws -> [ThreadInput] {
        let items = try snapshot.texts(thread: thread.row)
        let form: ThreadText.Form = items.first?.kind == .message ? .chat : .prose
        var (text, passages, title) = (ThreadText(form: form), [PassageID](), "")
        for item in items {
            guard let firstPassage = item.firstPassage else { continue }
            text.parts.append(.context(ContextLine.text(before: item, lastTitle: title)))
            title = item.title
            let itemText = item.textWithoutQuoteMarks
            var author: Participant?
            for (offset, range) in item.passages.enumerated() {
                let next = item.quotedTexts.holding(range)?.author
                if next != author { text.parts.append(.context((next?.displayName ?? item.sender) + ":")) }
                author = next
                text.parts.append(.passage(itemText.utf8Slice(range)))
                passages.append(firstPassage.advanced(by: offset))
            }
        }
        return encoder.inputs(for: text).map { input in
            ThreadInput(input: input, passages: input.passages.map { passages[$0] })
        }
    }
}

/// The context line that the encoder reads before an item: the author, and the title where it changes.
enum ContextLine {
    static func text(before item: ThreadItemText, lastTitle: String) -> String {
        let title = item.title.isEmpty || BaseSubject(item.title).text == BaseSubject(lastTitle).text ? "" : item.title
        switch (item.sender.isEmpty, title.isEmpty) {
        case (true, true): return ""
        case (true, false): return title + "."
        case (false, true): return item.sender + ":"
        case (false, false): return "\(item.sender): \(title)."
        }
    }
}
