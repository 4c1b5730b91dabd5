public import Foundation
public import RecallCore
import RecallSearch
import RecallStore

/// Conversations with the assistant. They are kept in the library, and can be kept while an import runs.
///
/// Every change works on a library that is open for reading, and throws `StoreError` with the code `outdated`, `unavailable` or
/// `diskFull` if it cannot be kept.
extension RecallLibrary {
    /// The conversations with questions, last used first: at most `limit` after a place in the list. With `words`, those with
    /// every one of them in the title or in a question.
    public func conversations(
        matching words: String = "", after place: ConversationListPosition? = nil, limit: Int = 50
    ) throws -> ConversationPage {
        try store.read { try $0.conversations(matching: words, after: place, limit: limit) }
    }

    /// The conversation with its turns, each citation compared with its item as it is now; `nil` if there is none.
    public func conversation(_ id: ConversationID) throws -> Conversation? {
        try store.read { try $0.conversation(id) }
    }

    /// Begins a conversation. The list has it once a question is kept.
    ///
    /// - Parameter scope: the items that may be read for it, as `scopeFilter(_:)` reads it; empty for all.
    public func beginConversation(scope: String = "") throws -> ConversationID {
        let now = Date()
        let summary = ConversationSummary(id: .random(), created: now, used: now)
        try kept.write { try $0.insert(Conversation(summary: summary, scope: scope)) }
        return summary.id
    }

    /// Keeps a question and its answer as the last turn. The first question becomes the title.
    ///
    /// - Parameter replacingLast: true to replace the last turn.
    /// - Returns: the turn's position; `nil` if there is no such conversation.
    public func keep(
        _ answer: Answer, asked: Date = Date(), in id: ConversationID, replacingLast: Bool = false
    ) throws -> Int? {
        func keep(_ transaction: ConversationTransaction) throws -> Int? {
            let position = try transaction.keep(answer, asked: asked, in: id, replacingLast: replacingLast)
            try transaction.nameIfUntitled(id, ConversationTitle.of(answer.question))
            return position
        }
        return try replacingLast ? kept.delete(keep).value : kept.write(keep)
    }

    /// Changes the title; false if there is no such conversation.
    public func renameConversation(_ id: ConversationID, to title: String) throws -> Bool {
        try kept.write { try $0.rename(id, to: title) }
    }

    /// Changes the items that may be read for the next questions; false if there is no such conversation.
    public func setScope(_ scope: String, ofConversation id: ConversationID) throws -> Bool {
        try kept.write { try $0.setScope(scope, of: id) }
    }

    /// Deletes a conversation for good.
    ///
    /// - Returns: the place of its text; `nil` if there is no such conversation.
    public func deleteConversation(_ id: ConversationID) throws -> DeletedText? {
        let (isDeleted, text) = try kept.delete { try $0.delete(id) }
        return isDeleted ? text : nil
    }

    /// The condition that a scope in the query language means; everything for an empty one. `nil` if it has words to rank by,
    /// which select nothing, or says nothing at all, such as `()`: what is mistyped must not open the whole library.
    ///
    /// A whole address is that address alone: who chooses the name of somebody gets into no scope by it.
    public static func scopeFilter(_ scope: String) -> SearchFilter? {
        guard !scope.isEmpty else { return .everything }
        let read = interpret(SearchQuery(scope))
        return read.freeText.allSatisfy(\.isWhitespace) && read.filter != .everything
            ? read.filter.byWholeAddresses : nil
    }

    /// The reason why `scopeFilter(_:)` takes a scope for none, with what it takes instead.
    public static func scopeProblem(_ scope: String) -> String {
        let names = SearchEngine.fieldNames
        let fields = "The fields are \(names.joined(separator: ", "))."
        guard let reason = interpret(SearchQuery(scope)).notes.first?.reason else {
            return "A scope has fields alone, such as from:anna, in:inbox or after:2024-03. \(fields)"
        }
        return names.contains { reason.hasPrefix("“\($0):”") } ? "\(reason)." : "\(reason). \(fields)"
    }

    private var kept: ConversationStore { ConversationStore(at: location) }
}

/// The title of a conversation that its owner gave none.
public enum ConversationTitle {
    private static let length = 60

    /// The question on one line, shortened at the end of a word.
    public static func of(_ question: String) -> String {
        let line = DisplayText.safe(question).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard line.count > length else { return line }
        let end = line.prefix(length + 1).lastIndex(of: " ") ?? line.index(line.startIndex, offsetBy: length)
        return String(line[..<end]) + "…"
    }
}

extension SearchFilter {
    /// The same, with whole addresses for the people who have them. What is left out stays left out for the whole person.
    fileprivate var byWholeAddresses: SearchFilter {
        switch self {
        case .all(let parts): .all(parts.map(\.byWholeAddresses))
        case .any(let parts): .any(parts.map(\.byWholeAddresses))
        case .participant(let words, let roles) where words.isWholeAddress: .address(words.text, in: roles)
        default: self
        }
    }
}

extension WordSequence {
    /// True for one address: `ada@people.example`, not `@people.example`.
    fileprivate var isWholeAddress: Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return !isPrefix && parts.count == 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
            && parts[1].contains(".")
    }
}
