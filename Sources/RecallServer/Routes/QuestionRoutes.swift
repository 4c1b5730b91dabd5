import Hummingbird
import RecallAssistant
import RecallCore
import RecallKit

/// `/conversations/{id}/questions`: questions, answered as server-sent events.
struct QuestionRoutes {
    let library: ServedLibrary
    let conversations: ServedConversations
    let chatModel: @Sendable () async -> ServedChatModel?
    /// The turns of all answers.
    let turns: Turns

    func add(to group: RouterGroup<ServerContext>) {
        group.post("conversations/{id}/questions", use: ask)
    }

    /// Closing the connection ends the answer, and keeps what there is of it.
    @Sendable private func ask(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        let id = try context.conversationID()
        let asked = try await QuestionRequest.read(&request)
        let conversation = try await conversations.conversation(id)
        let owner = try await library.read { try $0.owner()?.displayName }
        let library = try await library.opened
        let stream = AnswerStream(conversations: conversations, id: id, replacesLast: asked.again)
        return StreamedBody.response(to: request, type: "text/event-stream") { [turns, chatModel] writer in
            do {
                try await turns.run {
                    let assistant = Assistant(library, model: await chatModel()?.model)
                    let question = try Self.question(asked, in: conversation, owner: owner)
                    await stream.send(assistant.ask(question), to: writer)
                }
            } catch let error where !Task.isCancelled {
                try await writer.write(.error(ErrorResponses.apiError(error, context.logger).body))
            }
        }
    }

    /// The scope is the conversation's, which its owner has set.
    private static func question(
        _ asked: QuestionRequest, in conversation: Conversation, owner: String?
    ) throws -> Question {
        guard let scope = RecallLibrary.scopeFilter(conversation.scope) else {
            throw APIError.badRequest("The conversation's scope is none. Change it.")
        }
        let earlier = asked.again ? conversation.turns.dropLast() : conversation.turns[...]
        return Question(
            asked.question, scope: scope, owner: owner,
            earlier: earlier.suffix(ServerLimits.earlierAnswers).map(\.answer))
    }
}
