import Hummingbird
import RecallCore
import RecallKit
import RecallWire

/// `/people`: who is behind names, addresses and numbers, and what the library's owner says about it.
struct PeopleRoutes {
    private static let nobody = APIError.notFound(
        "Nobody in the library has exactly this address, number or name. GET /people finds people by words.")
    private static let severalAddresses = APIError.conflict(
        "Several addresses have this name. Say which of them are yours.")
    private static let severalPeople = APIError.conflict(
        "Several people write mails under this name. Say one of their addresses.")
    private static let nothing = APIError.notFound("There is no statement to take back.")
    private static let gone = APIError.notFound("This statement is not there any more.")

    let library: ServedLibrary
    let jobs: ImportJobs

    func add(to group: RouterGroup<ServerContext>) {
        group.get("people", use: list)
        group.get("people/suggestions", use: suggestions)
        group.get("people/statements", use: statements)
        group.post("people/statements", use: state)
        group.delete("people/statements/latest", use: undoLatest)
        group.delete("people/statements/{id}", use: undo)
        group.get("people/question", use: question)
        group.post("people/question", use: answer)
    }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let parameters = try QueryParameters(request, "words", "offset", "limit")
        let words = try parameters.text("words", atMost: ServerLimits.personLength) ?? ""
        let offset = try parameters.number("offset", in: 0...ServerLimits.offset, else: 0)
        let limit = try parameters.number("limit", in: 1...500, else: 50)
        return try Response.json(
            try await library.read {
                PersonListPayload(try $0.people(named: words, offset: offset, limit: limit))
            })
    }

    @Sendable private func suggestions(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        return try Response.json(
            MergeSuggestionListPayload(try await library.readInterruptibly { try $0.mergeSuggestions() }))
    }

    @Sendable private func state(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        _ = try QueryParameters(request)
        let statement = try await PersonStatementRequest.read(&request).statement
        try await write { try $0.state(statement) }
        return try Response.json(PersonStatementPayload(statement))
    }

    @Sendable private func statements(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        return try Response.json(PersonStatementListPayload(try await library.read { try $0.personStatements() }))
    }

    @Sendable private func undo(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.personStatementID()
        _ = try QueryParameters(request)
        guard let statement = try await write({ try $0.undoPersonStatement(id) }) else { throw Self.gone }
        return try Response.json(PersonStatementPayload(statement))
    }

    @Sendable private func undoLatest(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        guard let statement = try await write({ try $0.undoPersonStatement() }) else { throw Self.nothing }
        return try Response.json(PersonStatementPayload(statement))
    }

    @Sendable private func question(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request)
        return try Response.json(OwnerQuestionPayload(try await library.read { try $0.ownerQuestion() }))
    }

    @Sendable private func answer(_ request: Request, _ context: ServerContext) async throws -> Response {
        var request = request
        _ = try QueryParameters(request)
        let written = try await OwnerAnswerRequest.read(&request).written
        try await write { try $0.answerOwnerQuestion(written) }
        return try Response.json(OwnerQuestionPayload(nil))
    }

    /// - Throws: `APIError` with status 409 if an import runs or a name does not say who is meant, and 404 if nobody has such an address, number or name.
    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (RecallLibrary) throws -> Value
    ) async throws -> Value {
        do {
            return try await jobs.whileNoneRuns { try await library.write(body) }
        } catch let error as PersonError {
            throw switch error {
            case .nobody: Self.nobody
            case .severalAddresses: Self.severalAddresses
            case .severalPeople: Self.severalPeople
            }
        }
    }
}

extension ServerContext {
    fileprivate func personStatementID() throws -> Int64 {
        // One statement has one address: "+1" and "01" are none.
        guard let text = parameters.get("id"), let id = Int64(text), id > 0, String(id) == text else {
            throw APIError.badRequest("A statement's id is a number.")
        }
        return id
    }
}
