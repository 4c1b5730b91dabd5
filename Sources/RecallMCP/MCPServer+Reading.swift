import RecallAssistant
import RecallCore
import RecallKit
import RecallWire

/// Reading the library, with an entry in the log for each reading.
extension MCPServer {
    private func scoped() throws -> ScopedLibrary { ScopedLibrary(try library.open(), scope: scope) }

    /// The tools that are offered.
    var tools: [Tool] { Tool.offered(isWhole: scope == .everything) }

    /// The answer to a call of a tool.
    func call(
        _ tool: Tool, _ arguments: Result<ToolArguments, UnfitArgument>, by client: String
    ) -> MCPToolAnswerPayload {
        do {
            let answer = try ToolRun(library: scoped(), client: client).answer(ProgramCall(tool, arguments))
            log.append(tool.rawValue, by: client, items: answer.values.items)
            return MCPToolAnswerPayload(answer.text, answer.values)
        } catch {
            log.append(tool.rawValue, by: client, items: nil)
            let problem = (error as? ToolProblem)?.text ?? ErrorReport(error).message
            return MCPToolAnswerPayload(problem: problem)
        }
    }

    /// A page of the newest items as resources.
    func resources(after cursor: String?) throws -> MCPResourcesPayload {
        try LibraryResources(library: scoped()).page(after: cursor)
    }

    /// The text behind a link; `nil` if there is none.
    func text(of link: RecallLink, for client: String) throws -> String? {
        let found = try LibraryResources(library: scoped()).text(of: link)
        log.append("resource", by: client, items: found?.items)
        return found?.text
    }
}
