public import RecallCore

/// Two people who may be one.
struct MergeSuggestionPayload: Encodable {
    let reason: String
    let person, other: ListedPersonPayload

    init(_ suggestion: MergeSuggestion) {
        reason = suggestion.reason.rawValue
        (person, other) = (ListedPersonPayload(suggestion.person), ListedPersonPayload(suggestion.other))
    }
}

/// People who may be one, those of most messages first.
public struct MergeSuggestionListPayload: Encodable, Sendable {
    let suggestions: [MergeSuggestionPayload]

    /// Suggestions as sent.
    public init(_ suggestions: [MergeSuggestion]) {
        self.suggestions = suggestions.map { MergeSuggestionPayload($0) }
    }
}
