import RecallModelClient

/// One reply of the model that called tools, and their results.
struct Exchange: Sendable {
    /// The result of a call: sources by number, and a note.
    struct Result: Sendable {
        let callID: String
        let note: String
        /// The numbers of the sources that it found, in the order they are read.
        let sources: [Int]
    }

    let text: String
    let calls: [ToolCall]
    var results: [Result] = []

    /// True if all calls have their results.
    var isComplete: Bool { results.count == calls.count }
}
