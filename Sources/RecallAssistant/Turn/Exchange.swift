import RecallModelClient

/// One reply of the model that called tools, and their results.
struct Exchange: Sendable {
    /// The result of a call: sources by number, and a note.
    struct Result: Sendable {
        let callID: String
        let note: String
        /// The numbers of the sources that it found, in the order they are read.
        let sources: [Int]
        /// The source that it is about: the best one found, or the one that was read on from.
        let anchor: Int?
    }

    let text: String
    let calls: [ToolCall]
    var results: [Result] = []
}
