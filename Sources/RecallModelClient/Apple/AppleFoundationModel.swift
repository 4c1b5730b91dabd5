#if canImport(FoundationModels)
    import FoundationModels

    /// The language model that macOS 26 and iOS 26 bring, on the device.
    ///
    /// Written by Apple's documentation and not compiled on the machines that build Recall for Linux: try it before you rely
    /// on it. Apple's sessions call tools themselves. Here a tool ends the session with the call that it got, and the caller
    /// of `reply(to:)` goes on with a new request that holds the result, as with any other model. Earlier messages are told
    /// in words: a session can only be given its own transcript.
    @available(macOS 26.0, iOS 26.0, *)
    public struct AppleFoundationModel: ChatModel {
        /// The model; `nil` where Apple Intelligence is off, not there yet, or not for this device.
        public init?() {
            guard case .available = SystemLanguageModel.default.availability else { return nil }
        }

        /// The name of the system's model.
        public var name: String { "Apple Foundation Model" }

        /// Always this machine.
        public var machine: String? { nil }

        /// The tokens of a session, as documented (TN3193).
        public var contextWindow: Int { 4096 }

        /// Always true.
        public var callsTools: Bool { true }

        /// The reply of a session of its own, which the end of the stream's reader cancels.
        public func reply(to request: ChatRequest) -> AsyncThrowingStream<ChatEvent, any Error> {
            AsyncThrowingStream { continuation in
                let writing = Task {
                    do {
                        try await Self.write(request) { continuation.yield($0) }
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: Self.failure(error))
                    }
                }
                continuation.onTermination = { _ in writing.cancel() }
            }
        }

        private static func write(_ request: ChatRequest, to yield: (ChatEvent) -> Void) async throws {
            let tools: [any Tool] = try request.tools.map(CallingTool.init)
            let session = LanguageModelSession(tools: tools, instructions: instructions(request))
            let options = GenerationOptions(temperature: 0.2, maximumResponseTokens: request.replyTokens)
            do {
                var length = 0
                for try await snapshot in session.streamResponse(to: prompt(request), options: options) {
                    // Each snapshot holds all of the text until then.
                    let text = snapshot.content
                    if text.utf8.count > length {
                        yield(.text(String(decoding: text.utf8.dropFirst(length), as: UTF8.self)))
                    }
                    length = text.utf8.count
                }
            } catch let error as LanguageModelSession.ToolCallError {
                guard let call = error.underlyingError as? CallingTool.Called else { throw error }
                yield(.toolCall(call.call))
            }
            yield(.end(.complete))
        }

        private static func instructions(_ request: ChatRequest) -> String {
            request.messages.compactMap { if case .system(let text) = $0 { text } else { nil } }.joined(
                separator: "\n\n")
        }

        private static func prompt(_ request: ChatRequest) -> String {
            let told = request.messages.compactMap { message -> String? in
                switch message {
                case .system: nil
                case .user(let text): text
                case .assistant(let text, let calls):
                    (["You said: \(text)"] + calls.map { "You called \($0.name) \($0.arguments)" }).joined(
                        separator: "\n")
                case .tool(let text, _): "Result:\n\(text)"
                }
            }
            return told.joined(separator: "\n\n")
        }

        private static func failure(_ error: any Error) -> any Error {
            if error is ChatModelError || error is CancellationError { return error }
            guard let error = error as? LanguageModelSession.GenerationError, case .exceededContextWindowSize = error
            else {
                return ChatModelError(
                    .refused, "Apple's model did not answer. Ask differently, or choose another model.")
            }
            return ChatModelError(
                .contextTooLong, "The request is longer than the window of Apple's model. Ask for less.")
        }
    }

    /// A tool that ends its session with the call: the caller runs it.
    @available(macOS 26.0, iOS 26.0, *)
    private struct CallingTool: Tool {
        typealias Arguments = GeneratedContent
        typealias Output = String

        /// The end of a session in a call.
        struct Called: Error {
            let call: ToolCall
        }

        let name: String
        let description: String
        let parameters: GenerationSchema

        init(_ definition: ToolDefinition) throws {
            (name, description) = (definition.name, definition.description)
            let schema = JSONValue(Array(definition.parameters.utf8)) ?? .object([])
            parameters = try GenerationSchema(root: Self.schema(schema, named: definition.name), dependencies: [])
        }

        func call(arguments: GeneratedContent) async throws -> String {
            throw Called(call: ToolCall(id: "call_1", name: name, repairing: arguments.jsonString))
        }

        /// The part of JSON Schema that tools use: objects, lists, strings with or without choices, numbers, truth values.
        private static func schema(_ json: JSONValue, named name: String) -> DynamicGenerationSchema {
            switch json["type"]?.string {
            case "object": object(json, named: name)
            case "array": DynamicGenerationSchema(arrayOf: schema(json["items"] ?? .object([]), named: name + "_item"))
            case "integer": DynamicGenerationSchema(type: Int.self)
            case "number": DynamicGenerationSchema(type: Double.self)
            case "boolean": DynamicGenerationSchema(type: Bool.self)
            default:
                if let choices = json["enum"]?.array?.compactMap(\.string) {
                    DynamicGenerationSchema(name: name, anyOf: choices)
                } else {
                    DynamicGenerationSchema(type: String.self)
                }
            }
        }

        private static func object(_ json: JSONValue, named name: String) -> DynamicGenerationSchema {
            guard case .object(let members)? = json["properties"] else {
                return DynamicGenerationSchema(name: name, properties: [])
            }
            let required = json["required"]?.array?.compactMap(\.string) ?? []
            let properties = members.map { member in
                DynamicGenerationSchema.Property(
                    name: member.name, description: member.value["description"]?.string,
                    schema: schema(member.value, named: "\(name)_\(member.name)"),
                    isOptional: !required.contains(member.name))
            }
            return DynamicGenerationSchema(name: name, properties: properties)
        }
    }
#endif
