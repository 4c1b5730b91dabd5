/// A model that a server on this machine, or the one that the settings name, has ready.
public struct InstalledChatModel: Hashable, Sendable {
    /// The name, as its server calls it.
    public var name: String
    /// The program that serves it.
    public var server: ModelServerKind
    /// The server's address.
    public var address: ModelAddress
    /// The tokens of its window: of what is loaded, not of what the model could do.
    public var contextWindow: Int
    /// False if its server says that it calls no tools.
    public var callsTools: Bool
    /// True if its server has it in memory.
    public var isLoaded: Bool
}

/// A program that serves models.
public enum ModelServerKind: String, Hashable, Sendable, CaseIterable {
    case ollama, llamaCpp, lmStudio, vllm, koboldCpp, other

    /// The name that its makers use.
    public var title: String {
        switch self {
        case .ollama: "Ollama"
        case .llamaCpp: "llama.cpp"
        case .lmStudio: "LM Studio"
        case .vllm: "vLLM"
        case .koboldCpp: "KoboldCpp"
        case .other: "OpenAI-compatible"
        }
    }
}
