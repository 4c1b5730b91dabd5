import ArgumentParser
import Foundation
import RecallAssistant
import RecallCore
import RecallKit

struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Answers questions one after another; later ones may refer to earlier ones.",
        discussion: """
            /sources shows what the last answer cites, /scope sets what may be read, /new begins anew, /help lists \
            all. Ctrl-C ends an answer, Ctrl-D the program. Up and down go through the questions of this session; a \
            line is edited with the arrows and with Ctrl-A, E, K, U, W and Y. Questions can come from a file, one a \
            line. Conversations are kept in the library, where the web app shows, exports and deletes them.
            """)

    @OptionGroup var library: LibraryOptions

    @OptionGroup var scope: ScopeOptions

    @Flag(help: "Ask no language model: answer with quotations.")
    var noModel = false

    @Flag(name: .customLong("continue"), help: "Go on with the last conversation, and with what it may read.")
    var goOn = false

    @Flag(help: "Do not keep the conversation.")
    var noKeep = false

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read)
        let model = noModel ? nil : try await self.library.chatModel()
        var conversation = ChatConversation(library, scope: try scope.query(), isKept: !noKeep)
        if goOn { try conversation.goOn() }
        var session = try ChatSession(library, model, conversation)
        session.greet()
        if LinePrompt.isPossible {
            try await takeTyped(&session)
        } else {
            try await takeLines(&session)
        }
    }

    /// Questions that a person types.
    private func takeTyped(_ session: inout ChatSession) async throws {
        var input = session.linePrompt()
        while let line = try input.next() {
            try await session.take(line.trimmingCharacters(in: .whitespacesAndNewlines))
            if session.hasEnded { return }
        }
        session.leave()
    }

    /// Questions of a file or a program, one a line.
    private func takeLines(_ session: inout ChatSession) async throws {
        var input = InputLines()
        session.prompt()
        while let lines = try input.next() {
            for line in lines { try await session.take(line.trimmingCharacters(in: .whitespaces)) }
            if session.hasEnded { return }
            session.prompt()
        }
        session.leave()
    }
}
