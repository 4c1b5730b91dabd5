import RecallCore
import RecallEmbedding
import RecallStore

/// Reads the threads without vectors in the order of their rows, and lays windows over their tokens, part by part.
struct EmbeddingReader: Sendable {
    let store: LibraryStore
    let encoder: any SentenceEncoder
    let generation: Generation
    let windows: ContextWindows
    /// The import that may be adding to threads: those are left for later.
    let activity: ImportActivity?
    private var last: ThreadRow?
    /// A thread that did not fit into the last part, what is left of it, and how many deletions there were when it was read.
    private var rest: (thread: PendingThread, windows: ArraySlice<PassageWindow>, deletions: Int)?

    init(
        store: LibraryStore, encoder: any SentenceEncoder, generation: Generation, activity: ImportActivity?
    ) {
        self.store = store
        self.encoder = encoder
        self.generation = generation
        self.activity = activity
        windows = ContextWindows(for: encoder)
    }

    /// The next part, or `nil` after the last one.
    mutating func next() throws -> EmbeddingPart? {
        try store.read { snapshot in
            var part = EmbeddingPart()
            part.deletions = try rest?.deletions ?? snapshot.deletionCount()
            fill(&part)
            while !part.isFull, try add(threadsFrom: snapshot, to: &part) {}
            guard !part.isEmpty else { return nil }
            part.known = try snapshot.cachedVectors(part.windows.flatMap(\.hashes), generation: generation)
            return part
        }
    }

    /// Adds the next threads until the part is full.
    ///
    /// - Returns: whether there may be more.
    private mutating func add(threadsFrom snapshot: LibrarySnapshot, to part: inout EmbeddingPart) throws -> Bool {
        let threads = try snapshot.threadsToEmbed(
            generation: generation.id, after: last, limit: EmbeddingPart.maximumThreads)
        for thread in threads where !part.isFull {
            last = thread.row
            guard activity?.isBusy(thread.row) != true else { continue }
            rest = (thread, try windows(of: thread, snapshot)[...], part.deletions)
            fill(&part)
        }
        return !threads.isEmpty
    }

    /// Moves windows of the thread at hand to the part.
    private mutating func fill(_ part: inout EmbeddingPart) {
        guard let (thread, windows, deletions) = rest else { return }
        var left = windows
        while !part.isFull, let window = left.popFirst() { part.append(window) }
        rest = left.isEmpty ? nil : (thread, left, deletions)
        if left.isEmpty { part.completed.append(thread) }
    }

    /// Passages without a vector.
    func pendingPassages() throws -> Int {
        let counts = try store.read { try $0.passageCounts() }
        return generation.isServing ? counts.all - counts.embedded : counts.all
    }

    private func windows(of thread: PendingThread, _ snapshot: LibrarySnapshot) throws -> [PassageWindow] {
        let stream = try stream(of: thread, snapshot)
        return windows.windows(over: stream).map { PassageWindow($0, of: stream, for: encoder) }
    }

    private func stream(of thread: PendingThread, _ snapshot: LibrarySnapshot) throws -> TokenStream {
        var stream = TokenStream()
        var title = ""
        for item in try snapshot.texts(thread: thread.row) {
            guard let firstPassage = item.firstPassage else { continue }
            stream.append(context: encoder.tokens(of: ContextLine.text(before: item, lastTitle: title)))
            title = item.title
            for (offset, range) in item.passages.enumerated() {
                stream.append(
                    passage: firstPassage.advanced(by: offset), encoder.tokens(of: item.text.utf8Slice(range)))
            }
        }
        return stream
    }
}

/// The line that the encoder reads before an item: who wrote it, and what about when that is new.
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
