/// The language model that answers questions.
public struct ChatModelStatusPayload: Encodable, Sendable {
    /// A model and the server that runs it.
    public struct Model: Encodable, Sendable {
        let name, server: String
        let machine: String?

        /// A model.
        ///
        /// - Parameter machine: the machine it runs on; `nil` for this one.
        public init(name: String, server: String, machine: String?) {
            (self.name, self.server, self.machine) = (name, server, machine)
        }

        private enum Key: String, CodingKey {
            case name, server, machine
        }

        /// Encodes all keys; `machine` is null for this machine.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(name, forKey: .name)
            try container.encode(server, forKey: .server)
            try container.encode(machine, forKey: .machine)
        }
    }

    let model: Model?
    let command: String

    /// The model in use, or how to get one.
    ///
    /// - Parameter command: what chooses a model for the library in a shell.
    public init(_ model: Model?, command: String) {
        (self.model, self.command) = (model, command)
    }

    private var hint: String {
        model == nil ? "Install Ollama or start llama.cpp's server, then: \(command)" : ""
    }

    private enum Key: String, CodingKey {
        case model, hint, command
    }

    /// Encodes all keys; `model` is null without a model.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(model, forKey: .model)
        try container.encode(hint, forKey: .hint)
        try container.encode(command, forKey: .command)
    }
}
