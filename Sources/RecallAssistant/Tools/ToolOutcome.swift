/// The outcome of a tool call.
struct ToolOutcome: Hashable, Sendable {
    /// The excerpts that were found, best first.
    var excerpts: [Excerpt] = []
    /// A note for the model: counts, that there is more, why it failed.
    var note = ""
    /// The number of results.
    var results = 0
}
