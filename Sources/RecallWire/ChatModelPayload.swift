/// A language model that can be asked.
public struct ChatModelPayload: Encodable, Sendable {
    let name, server, address: String
    let machine: String?
    let contextWindow: Int
    let callsTools, isLoaded, isChosen: Bool

    /// A model as sent.
    public init(
        name: String, server: String, address: String, machine: String?, contextWindow: Int, callsTools: Bool,
        isLoaded: Bool, isChosen: Bool
    ) {
        (self.name, self.server, self.address, self.machine) = (name, server, address, machine)
        (self.contextWindow, self.callsTools) = (contextWindow, callsTools)
        (self.isLoaded, self.isChosen) = (isLoaded, isChosen)
    }
}

/// The language models that were found.
public struct ChatModelListPayload: Encodable, Sendable {
    let models: [ChatModelPayload]

    /// A list as sent.
    public init(_ models: [ChatModelPayload]) {
        self.models = models
    }
}

/// The trial of a language model.
public struct ChatModelTrialPayload: Encodable, Sendable {
    let name: String
    let machine: String?
    let contextWindow: Int
    let secondsToFirstWord, tokensPerSecond: Double?
    let callsTools: Bool

    /// A trial as sent.
    public init(
        name: String, machine: String?, contextWindow: Int, secondsToFirstWord: Double?, tokensPerSecond: Double?,
        callsTools: Bool
    ) {
        (self.name, self.machine, self.contextWindow) = (name, machine, contextWindow)
        (self.secondsToFirstWord, self.tokensPerSecond) = (secondsToFirstWord, tokensPerSecond)
        self.callsTools = callsTools
    }
}
