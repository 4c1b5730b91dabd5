import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import RecallImport
import RecallKit
import RecallStore

/// Makes an answer of every error: the one place where errors of the library become statuses.
struct ErrorResponses: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            response = try Self.apiError(error, context.logger).response()
        }
        if request.method == .head { response.body = ResponseBody() }
        return response
    }

    /// What a client is told of an error.
    static func apiError(_ error: any Error, _ logger: Logger) -> APIError {
        switch error {
        case let error as APIError: error
        case let error as StoreError: storeError(error)
        case let error as OriginalError:
            APIError(error.code == .sourceChanged ? .conflict : .notFound, error.code.rawValue, error.description)
        case let error as ImportFailure: APIError(.notFound, error.code.rawValue, error.reason)
        case let error as HTTPError where error.status == .notFound: .notFound("There is nothing at this address.")
        case let error as HTTPError where error.status == .contentTooLarge: .bodyTooLarge
        case is NIOTooManyBytesError: .bodyTooLarge
        case is CancellationError: APIError(.serviceUnavailable, "cancelled", "The request was cancelled.")
        default: unexpected(error, logger)
        }
    }

    private static func storeError(_ error: StoreError) -> APIError {
        let status: HTTPResponse.Status =
            switch error.code {
            case .busy: .conflict
            case .diskFull: .init(code: 507, reasonPhrase: "Insufficient Storage")
            default: .serviceUnavailable
            }
        return APIError(status, error.code.rawValue, error.message)
    }

    /// Only the type is logged: what else an error says may be of a person.
    private static func unexpected(_ error: any Error, _ logger: Logger) -> APIError {
        logger.error("A request failed", metadata: ["error": "\(type(of: error))"])
        return APIError(
            .internalServerError, "internal", "Recall failed to answer this. Try again; if it stays so: recall doctor")
    }
}

extension APIError {
    struct Body: Encodable {
        struct Fields: Encodable {
            var code, message: String
        }
        var error: Fields
    }

    var body: Body { Body(error: .init(code: code, message: message)) }

    func response() throws -> Response {
        var response = try JSONBody.response(body, status: status)
        response.headers.append(contentsOf: headers)
        return response
    }
}
