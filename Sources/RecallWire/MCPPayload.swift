/// The program that answers.
public struct MCPProgramPayload: Encodable, Sendable {
    private let name = "recall"
    private let title = "Recall"
    private let version: String

    /// This program in a version.
    public init(version: String) {
        self.version = version
    }
}

/// A result of the Model Context Protocol: the keys of its content, and in revisions without a handshake those that every
/// result has.
public struct MCPResultPayload<Content: Encodable>: Encodable {
    private let content: Content
    private let program: MCPProgramPayload?
    private let isCacheable: Bool

    /// A result.
    ///
    /// - Parameters:
    ///   - program: the program, in revisions without a handshake.
    ///   - isCacheable: true for lists and readings, which say how long they are fresh: never.
    public init(_ content: Content, of program: MCPProgramPayload?, isCacheable: Bool) {
        (self.content, self.program, self.isCacheable) = (content, program, isCacheable)
    }

    private enum Key: String, CodingKey {
        case resultType, ttlMs, cacheScope
        case meta = "_meta"
    }

    private struct Meta: Encodable {
        let program: MCPProgramPayload

        enum CodingKeys: String, CodingKey {
            case program = "io.modelcontextprotocol/serverInfo"
        }
    }

    /// Encodes the content's keys beside the others.
    public func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        guard let program else { return }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("complete", forKey: .resultType)
        try container.encode(Meta(program: program), forKey: .meta)
        guard isCacheable else { return }
        try container.encode(0, forKey: .ttlMs)
        try container.encode("private", forKey: .cacheScope)
    }
}

/// A result without content.
public struct MCPNothingPayload: Encodable, Sendable {
    /// An empty object.
    public init() {}

    /// Encodes an empty object.
    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: NoKey.self)
    }

    private enum NoKey: CodingKey {}
}

/// The abilities of the server: each of them an empty object, as it never sends that a list has changed.
struct MCPAbilitiesPayload: Encodable {
    let tools = MCPNothingPayload()
    let resources = MCPNothingPayload()
    let prompts = MCPNothingPayload()
}

/// The answer to a handshake.
public struct MCPHandshakePayload: Encodable, Sendable {
    private let protocolVersion: String
    private let capabilities = MCPAbilitiesPayload()
    private let serverInfo: MCPProgramPayload
    private let instructions: String

    /// The revision that is spoken from now on, and what the server is for.
    public init(revision: String, program: MCPProgramPayload, instructions: String) {
        (protocolVersion, serverInfo, self.instructions) = (revision, program, instructions)
    }
}

/// The answer to a client that asks before anything else.
public struct MCPDiscoveryPayload: Encodable, Sendable {
    private let supportedVersions: [String]
    private let capabilities = MCPAbilitiesPayload()
    private let instructions: String

    /// The revisions that are spoken, and what the server is for.
    public init(revisions: [String], instructions: String) {
        (supportedVersions, self.instructions) = (revisions, instructions)
    }
}

/// A tool as it is offered.
public struct MCPToolPayload: Encodable, Sendable {
    struct Hints: Encodable {
        let title: String
        let readOnlyHint: Bool
        let destructiveHint = false
        let idempotentHint: Bool
        let openWorldHint = false
    }

    private let name, title, description: String
    private let inputSchema, outputSchema: JSONText
    private let annotations: Hints

    /// A tool, with the schemas of its arguments and of its answer.
    ///
    /// - Parameter isReadOnly: false if a call keeps something, which the person then decides about.
    public init(
        name: String, title: String, description: String, input: String, output: String, isReadOnly: Bool = true
    ) {
        (self.name, self.title, self.description) = (name, title, description)
        (inputSchema, outputSchema) = (JSONText(input), JSONText(output))
        annotations = Hints(title: title, readOnlyHint: isReadOnly, idempotentHint: isReadOnly)
    }
}

/// The tools that are offered.
public struct MCPToolsPayload: Encodable, Sendable {
    private let tools: [MCPToolPayload]

    /// A list of tools.
    public init(_ tools: [MCPToolPayload]) {
        self.tools = tools
    }
}

/// A text of a message.
struct MCPTextPayload: Encodable {
    let type = "text"
    let text: String
}

/// The answer of a tool, as text and as values.
public struct MCPToolAnswerPayload: Encodable, Sendable {
    private let content: [MCPTextPayload]
    private let structuredContent: ToolAnswerPayload?
    private let isError: Bool

    /// An answer.
    public init(_ text: String, _ answer: ToolAnswerPayload) {
        (content, structuredContent, isError) = ([MCPTextPayload(text: text)], answer, false)
    }

    /// The reason why there is no answer, for a model to read.
    public init(problem: String) {
        (content, structuredContent, isError) = ([MCPTextPayload(text: problem)], nil, true)
    }
}

/// A resource in a list.
public struct MCPResourcePayload: Encodable, Sendable {
    private let uri, name: String
    private let title: String?
    private let description: String
    private let mimeType = "text/plain"

    /// A resource.
    public init(uri: String, name: String, title: String?, description: String) {
        (self.uri, self.name, self.title, self.description) = (uri, name, title, description)
    }
}

/// A page of resources.
public struct MCPResourcesPayload: Encodable, Sendable {
    private let resources: [MCPResourcePayload]
    private let nextCursor: String?

    /// A page; `nextCursor` asks for the next one.
    public init(_ resources: [MCPResourcePayload], nextCursor: String?) {
        (self.resources, self.nextCursor) = (resources, nextCursor)
    }
}

/// A form of resources' links.
public struct MCPTemplatePayload: Encodable, Sendable {
    private let uriTemplate, name, title, description: String
    private let mimeType = "text/plain"

    /// A template (RFC 6570).
    public init(uri: String, name: String, title: String, description: String) {
        (uriTemplate, self.name, self.title, self.description) = (uri, name, title, description)
    }
}

/// The forms of resources' links.
public struct MCPTemplatesPayload: Encodable, Sendable {
    private let resourceTemplates: [MCPTemplatePayload]

    /// A list of templates.
    public init(_ templates: [MCPTemplatePayload]) {
        resourceTemplates = templates
    }
}

/// The text of a resource.
public struct MCPResourceTextPayload: Encodable, Sendable {
    struct Content: Encodable {
        let uri: String
        let mimeType = "text/plain"
        let text: String
    }

    private let contents: [Content]

    /// The text behind a link.
    public init(uri: String, text: String) {
        contents = [Content(uri: uri, text: text)]
    }
}

/// A prompt as it is offered.
public struct MCPPromptPayload: Encodable, Sendable {
    struct Argument: Encodable {
        let name, description: String
        let required: Bool
    }

    private let name, title, description: String
    private let arguments: [Argument]

    /// A prompt with one argument that it needs.
    public init(name: String, title: String, description: String, argument: String, meaning: String) {
        (self.name, self.title, self.description) = (name, title, description)
        arguments = [Argument(name: argument, description: meaning, required: true)]
    }
}

/// The prompts that are offered.
public struct MCPPromptsPayload: Encodable, Sendable {
    private let prompts: [MCPPromptPayload]

    /// A list of prompts.
    public init(_ prompts: [MCPPromptPayload]) {
        self.prompts = prompts
    }
}

/// A prompt with its argument filled in.
public struct MCPFilledPromptPayload: Encodable, Sendable {
    struct Message: Encodable {
        let role = "user"
        let content: MCPTextPayload
    }

    private let description: String
    private let messages: [Message]

    /// A prompt of one message.
    public init(_ description: String, text: String) {
        self.description = description
        messages = [Message(content: MCPTextPayload(text: text))]
    }
}
