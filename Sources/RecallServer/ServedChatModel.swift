public import RecallModelClient

/// A language model that answers questions, and the server that runs it.
public struct ServedChatModel: Sendable {
    /// The model.
    public var model: any ChatModel
    /// The program that runs it, as shown: `Ollama`.
    public var server: String

    /// A model.
    public init(_ model: any ChatModel, server: String) {
        (self.model, self.server) = (model, server)
    }
}
