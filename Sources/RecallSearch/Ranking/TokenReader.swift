import RecallCore
import RecallEmbedding
import RecallStore
import RecallText

/// The token vectors of a window that was read.
struct WindowTokens: Sendable {
    typealias Cache = TextCache<ReadingWindow, WindowTokens>

    let window: ReadingWindow
    /// Those of the passages that it holds, each in the context of the others.
    let vectors: [PassageID: TokenVectors]
    /// The tokens that the encoder read.
    let tokenCount: Int

    /// The memory of the vectors.
    var byteCount: Int { vectors.values.reduce(0) { $0 + $1.byteCount } }
}

/// Reads the windows of passages by the encoder, no more of them than a search may cost.
struct TokenReader {
    let snapshot: SearchSnapshot
    let encoder: any SentenceEncoder
    let limits: SearchLimits

    /// The tokens that are read for a search, those of known windows included, so that a search gives the same whatever
    /// was searched for before: a fifth of a second on two cores.
    private static let mostTokens = 8_192
    /// The tokens that are read at a time, before the limits of the search are looked at.
    private static let tokensAtATime = 2_048

    /// A window to be read, as the encoder's inputs.
    private struct Unread {
        let window: ReadingWindow
        let inputs: [PassageInput]
        /// The passages whose positions the inputs have.
        let passages: [PassageID]
        var tokenCount: Int { inputs.reduce(0) { $0 + $1.tokenCount } }
    }

    /// The window of each of the passages, as many of the first ones as may be read; `nil` if there was no time.
    func windows(of passages: [PassageID]) throws -> [WindowTokens]? {
        var (known, unread) = ([ReadingWindow: WindowTokens](), [Unread]())
        var (left, waiting) = (Self.mostTokens, 0)
        let windows = passages.map { snapshot.index.windows.window(of: $0, snapshot.index.layout) }
        var seen: Set<ReadingWindow> = []
        var affordable = 0
        for window in windows {
            if seen.insert(window).inserted {
                known[window] = snapshot.caches.tokens.value(for: window, rewrites: snapshot.rewrites)
                let new = try known[window] == nil ? inputs(of: window) : nil
                left -= known[window]?.tokenCount ?? new?.tokenCount ?? 0
                guard left >= 0 else { break }
                if let new { unread.append(new) }
                waiting += new?.tokenCount ?? 0
            }
            affordable += 1
            guard waiting >= Self.tokensAtATime || affordable == windows.count else { continue }
            guard try read(&unread, into: &known) else { return nil }
            waiting = 0
        }
        guard try read(&unread, into: &known) else { return nil }
        return windows.prefix(affordable).compactMap { known[$0] }
    }

    /// - Returns: false if the time is over.
    private func read(_ unread: inout [Unread], into known: inout [ReadingWindow: WindowTokens]) throws -> Bool {
        try limits.check()
        guard !limits.isOver else { return false }
        var vectors = try encoder.tokenVectors(of: unread.flatMap(\.inputs)) ?? []
        for next in unread {
            let positions = next.inputs.flatMap(\.passages)
            let made = zip(positions, vectors).map { (next.passages[$0], $1) }
            vectors.removeFirst(made.count)
            let tokens = WindowTokens(
                window: next.window, vectors: Dictionary(made) { first, _ in first }, tokenCount: next.tokenCount)
            snapshot.caches.tokens.keep(
                tokens, for: next.window, rewrites: snapshot.rewrites, size: tokens.byteCount)
            known[next.window] = tokens
        }
        unread = []
        return true
    }

    /// The inputs of a window: its passages, each item's with its sender and title before them.
    private func inputs(of window: ReadingWindow) throws -> Unread {
        var (text, passages) = (ThreadText(), [PassageID]())
        var last: StoredPassage?
        for index in window.context {
            let id = PassageID(index: index)
            guard let stored = try snapshot.passage(id)?.stored else { continue }
            if stored.item.id != last?.item.id || stored.item.quoted != last?.item.quoted {
                text.parts.append(.context(Self.heading(of: stored.item, after: last?.item)))
            }
            text.parts.append(.passage(stored.text))
            passages.append(id)
            last = stored
        }
        return Unread(window: window, inputs: encoder.inputs(for: text), passages: passages)
    }

    /// The author and the title that are read before an item's first passage, and a quotation's; no title that the item before it has too.
    static func heading(of item: ItemSummary, after last: ItemSummary?) -> String {
        let sender = item.author?.name ?? ""
        let title = item.title == last?.title ? "" : item.title
        return (sender.isEmpty ? "" : sender + ": ") + (title.isEmpty ? "" : title + ".")
    }
}
