import RecallCore

/// The outcome of a tool call.
struct ToolOutcome: Hashable, Sendable {
    /// The excerpts that were found, best first.
    var excerpts: [Excerpt] = []
    /// A note for the model: counts, that there is more, why it failed.
    var note = ""
    /// The number of results.
    var results = 0
    /// The items that the note speaks of without their words, as long as they are few.
    var counted: Set<ItemID> = []
    /// The names and addresses in the note.
    var people: Set<ParticipantDigest> = []
}
